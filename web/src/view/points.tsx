// The accessible layer over a drawn board: a button on every intersection, reached with the arrow keys.

import { useRef, useState } from "preact/hooks";
import { towards } from "../arrows";
import type { Layout } from "../layout";
import type { Point } from "../points";
import type { Drawn } from "../records";
import { Bar, Cross, Star } from "./marks";

interface Props {
  board: Drawn;
  layout: Layout;
  points: readonly Point[];
  size: number;
  /** Where the layer begins, in sizes, from the corner of the drawing. */
  offset: number;
  label: string;
  differing: ReadonlySet<string>;
  /** Whether every intersection can be pressed, since stones are being set. */
  setting: boolean;
  onPress(point: Point): void;
  /** The reader looks at a point, or at none. */
  onLook(point: Point | null): void;
}

export function Points(props: Props) {
  const { board, layout, points, size, offset, label } = props;
  const [current, setCurrent] = useState(0);
  const layer = useRef<HTMLDivElement>(null);
  const tabStop = current < points.length ? current : 0;

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const columns = board.columns ?? points.length;
    const row = tabStop - (tabStop % columns);
    const ends: Record<string, number> = { Home: row, End: row + columns - 1 };
    const next = ends[event.key] ?? towards(layout.places, tabStop, event.key);
    if (event.key.startsWith("Arrow") || event.key in ends) event.preventDefault();
    if (next === null) return;
    setCurrent(next);
    layer.current?.querySelectorAll<HTMLButtonElement>("button")[next]?.focus();
  };

  const cell = (point: Point, i: number) => {
    const [x, y] = layout.places[i]!;
    const button = (
      <PointButton
        key={point.move}
        point={point}
        differs={props.differing.has(point.move)}
        pressable={props.setting || point.kind === "open"}
        tabIndex={i === tabStop ? 0 : -1}
        style={{ left: `${(x - 0.5) * size}px`, top: `${(y - 0.5) * size}px`, width: `${size}px`, height: `${size}px` }}
        onPress={props.onPress}
        onLook={(looked) => {
          if (looked === "focus") setCurrent(i);
          props.onLook(looked ? point : null);
        }}
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
      class="layer"
      role={rows ? "grid" : "group"}
      aria-label={label}
      style={{ left: `${offset * size}px`, top: `${offset * size}px`, fontSize: `${size}px` }}
      onKeyDown={onKeyDown}
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

interface ButtonProps {
  point: Point;
  differs: boolean;
  pressable: boolean;
  tabIndex?: number;
  style?: Record<string, string>;
  children?: string;
  onPress(point: Point): void;
  onLook(how: "focus" | "hover" | null): void;
}

/** One intersection, or another move such as the pass. */
export function PointButton({ point, differs, pressable, tabIndex, style, children, onPress, onLook }: ButtonProps) {
  const classes = [
    "point",
    point.kind,
    point.kind === "open" ? point.shade : "",
    point.best ? "best" : "",
    differs ? "differs" : "",
  ];
  const differing = differs ? ["differs"] : [];
  return (
    <button
      type="button"
      class={classes.filter(Boolean).join(" ")}
      data-move={point.move}
      aria-label={children === undefined ? [point.spoken, ...differing].join(", ") : undefined}
      aria-disabled={pressable ? undefined : "true"}
      {...(tabIndex === undefined ? {} : { tabIndex })}
      {...(style ? { style } : {})}
      onClick={() => onPress(point)}
      onFocus={() => onLook("focus")}
      onBlur={() => onLook(null)}
      onMouseEnter={() => onLook("hover")}
      onMouseLeave={() => onLook(null)}
    >
      {children !== undefined && <span class="word">{children}</span>}
      {children !== undefined && point.text !== "" && <span class="hidden">, worth </span>}
      {point.kind === "open" && <span class={point.text.length > 3 ? "chip long" : "chip"}>{point.text}</span>}
      {children !== undefined && <span class="hidden">{[...point.notes, ...differing].map((note) => `, ${note}`)}</span>}
      {point.best && <Star />}
      {point.kind === "barred" && <Bar />}
      {point.kind === "refused" && <Cross />}
    </button>
  );
}
