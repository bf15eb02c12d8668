// The accessible layer over a drawn board: a button on every intersection, reached with the arrow keys.

import { useRef, useState } from "preact/hooks";
import { towards } from "../arrows";
import type { Layout } from "../layout";
import { capital, type Point, sayMove } from "../points";
import type { Drawn } from "../records";
import { Illegal } from "./signs";

/** How a point is pressed while stones are set: with which button, and whether a stroke goes on over it. */
export interface Stroke {
  other: boolean;
  begins: boolean;
}

interface Props {
  board: Drawn;
  layout: Layout;
  points: readonly Point[];
  /** Pixels of a cell. */
  size: number;
  /** Where the layout begins in the drawing, in pixels. */
  left: number;
  top: number;
  label: string;
  differing: ReadonlySet<string>;
  /** While stones are being set: what is done with a point that is pressed or drawn over. */
  onPaint: ((point: Point, stroke: Stroke) => void) | null;
  onPress(point: Point): void;
  /** The reader looks at a point, or at none. */
  onLook(point: Point | null): void;
}

export function Points(props: Props) {
  const { board, layout, points, size, left, top, label, onPaint } = props;
  const [current, setCurrent] = useState(0);
  const layer = useRef<HTMLDivElement>(null);
  const painting = useRef<{ other: boolean; last: string } | null>(null);
  const tabStop = current < points.length ? current : 0;

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const columns = board.columns ?? points.length;
    const row = tabStop - (tabStop % columns);
    const ends: Record<string, number> = { Home: row, End: row + columns - 1 };
    const next = ends[event.key] ?? towards(layout.places, tabStop, event.key);
    // The arrow keys stay with the board, at its border too.
    if (event.key.startsWith("Arrow") || event.key in ends) {
      event.preventDefault();
      event.stopPropagation();
    }
    if (next === null) return;
    setCurrent(next);
    layer.current?.querySelectorAll<HTMLButtonElement>("button")[next]?.focus();
  };

  // A finger stays with the point that it came down on, so the point under it is looked up.
  const under = (event: PointerEvent) => {
    const element = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>("[data-move]");
    return layer.current?.contains(element ?? null) ? points.find((point) => point.move === element!.dataset["move"]) : undefined;
  };
  const paint = onPaint && {
    onPointerDown: (event: PointerEvent) => {
      const point = under(event);
      if (!point || event.button === 1) return;
      const other = event.button === 2;
      painting.current = { other, last: point.move };
      onPaint(point, { other, begins: true });
      const end = () => {
        painting.current = null;
        window.removeEventListener("pointerup", end);
        window.removeEventListener("pointercancel", end);
      };
      window.addEventListener("pointerup", end);
      window.addEventListener("pointercancel", end);
    },
    onPointerMove: (event: PointerEvent) => {
      const stroke = painting.current;
      const point = stroke && under(event);
      if (!stroke || !point || point.move === stroke.last) return;
      stroke.last = point.move;
      onPaint(point, { other: stroke.other, begins: false });
    },
    onContextMenu: (event: Event) => event.preventDefault(),
  };
  /** Whether the press that a click ends was painted already. */
  const pressed = useRef(false);

  const cell = (point: Point, i: number) => {
    const [x, y] = layout.places[i]!;
    const button = (
      <button
        type="button"
        key={point.move}
        class={["point", `is-${point.kind}`, props.differing.has(point.move) ? "differs" : ""].filter(Boolean).join(" ")}
        data-move={point.move}
        aria-label={[point.spoken, ...(props.differing.has(point.move) ? ["differs"] : [])].join(", ")}
        aria-disabled={onPaint || point.kind === "open" ? undefined : "true"}
        tabIndex={i === tabStop ? 0 : -1}
        style={{ left: `${(x - 0.5) * size}px`, top: `${(y - 0.5) * size}px`, width: `${size}px`, height: `${size}px` }}
        onPointerDown={() => (pressed.current = true)}
        onClick={() => {
          const painted = pressed.current;
          pressed.current = false;
          if (!onPaint) props.onPress(point);
          else if (!painted) onPaint(point, { other: false, begins: true });
        }}
        onFocus={() => {
          setCurrent(i);
          props.onLook(point);
        }}
        onBlur={() => props.onLook(null)}
        onPointerEnter={(event) => event.pointerType !== "touch" && props.onLook(point)}
        onPointerLeave={(event) => event.pointerType !== "touch" && props.onLook(null)}
      />
    );
    return board.rows === null ? (
      button
    ) : (
      <div role="gridcell" key={point.move}>
        {button}
      </div>
    );
  };

  const columns = board.columns ?? points.length;
  const rows = board.rows === null ? null : Array.from({ length: board.rows }, (_, row) => row * columns);
  return (
    <div
      ref={layer}
      class={onPaint ? "layer painting" : "layer"}
      role={rows ? "grid" : "group"}
      aria-label={label}
      style={{ left: `${left}px`, top: `${top}px` }}
      onKeyDown={onKeyDown}
      {...(paint ?? {})}
    >
      {rows
        ? rows.map((from) => (
            <div role="row" key={from}>
              {points.slice(from, from + columns).map((point, i) => cell(point, from + i))}
            </div>
          ))
        : points.map(cell)}
    </div>
  );
}

interface OtherProps {
  point: Point;
  differs: boolean;
  framed: boolean;
  onPress(point: Point): void;
  onLook(point: Point | null): void;
}

/** A move that is no intersection, such as the pass: the same tile beside a word. */
export function OtherMove({ point, differs, framed, onPress, onLook }: OtherProps) {
  const notes = [...point.notes, ...(differs ? ["differs"] : [])];
  const tile = ["tile", point.shade, framed && point.best ? "best" : "", differs ? "differs" : ""].filter(Boolean).join(" ");
  return (
    <button
      type="button"
      class={`pass point is-${point.kind}`}
      data-move={point.move}
      aria-disabled={point.kind === "open" ? undefined : "true"}
      onClick={() => onPress(point)}
      onFocus={() => onLook(point)}
      onBlur={() => onLook(null)}
      onPointerEnter={(event) => event.pointerType !== "touch" && onLook(point)}
      onPointerLeave={(event) => event.pointerType !== "touch" && onLook(null)}
    >
      <span class="word">{capital(sayMove(point.move))}</span>
      {point.text !== "" && <span class="sr">, worth </span>}
      {point.kind === "open" && <span class={tile}>{point.text === "" ? <span aria-hidden="true">?</span> : point.text}</span>}
      {point.kind !== "open" && <Illegal />}
      <span class="sr">{notes.map((note) => `, ${note}`)}</span>
    </button>
  );
}
