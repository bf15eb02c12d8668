// The drawn board: wood, lines, stones, values as tiles and signs, in units of 48 a cell. Nothing here can be pressed.

import { type Layout, SHOWN } from "../layout";
import type { Point } from "../points";
import { type Stone, stonesOf } from "../position";
import type { Drawn } from "../records";

/** The units of a cell. */
export const UNIT = 48;
/** The size of coordinates in pixels, whatever the size of the board. */
const COORDINATE = 12.5;
const STONE = 21.6;

/** The outline of a drawing in units: its corner, counted from the corner of the layout, and its extent. */
export interface Frame {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** How much a board with coordinates is wider and higher than its cells, in pixels. */
export const MARGIN = Math.round(COORDINATE * 2.5);

/** The border of a graph on both sides together, in cells. */
export const GRAPH_BORDER = 1 / 3;

/** The outline of a board whose cells have so many pixels. */
export function frameOf(board: Drawn, layout: Layout, cell: number, coordinates: boolean): Frame {
  const units = { width: layout.width * UNIT, height: layout.height * UNIT };
  if (board.graph !== null) {
    const border = GRAPH_BORDER * UNIT;
    return { left: -border / 2, top: -border / 2, width: units.width + border, height: units.height + border };
  }
  if (!coordinates) return { left: -2, top: -2, width: units.width + 4, height: units.height + 4 };
  const size = (COORDINATE * UNIT) / cell;
  const [near, far] = [0.7 * size, 1.8 * size];
  return { left: -far, top: -near, width: units.width + near + far, height: units.height + near + far };
}

interface Props {
  board: Drawn;
  layout: Layout;
  position: string;
  /** The point of the last move, which bears a ring. */
  last?: string | null;
  /** Pixels of a cell. */
  cell: number;
  coordinates?: boolean;
  /** What is known of each point, if that is to be shown. */
  points?: readonly Point[];
  differing?: ReadonlySet<string>;
  /** Whether best moves are framed. */
  framed?: boolean;
  /** The point that is looked at on any of the boards. */
  here?: string | null;
  /** The points that count for each side, at the end of a game. */
  count?: { black: readonly string[]; white: readonly string[] } | null;
  /** A picture with a name of its own; otherwise it is hidden from screen readers. */
  label?: string;
}

export function Goban(props: Props) {
  const { board, layout, position, cell, coordinates = false, points, label } = props;
  const frame = frameOf(board, layout, cell, coordinates);
  const stones = stonesOf(position);
  const at = ([x, y]: readonly number[]) => `${round(x! * UNIT)} ${round(y! * UNIT)}`;
  const wrapped = layout.stubs.length > 0;
  const wood = wrapped ? cut(layout) : { x: frame.left, y: frame.top, width: frame.width, height: frame.height };
  const scale = cell / UNIT;
  return (
    <svg
      class="goban"
      width={round(frame.width * scale)}
      height={round(frame.height * scale)}
      viewBox={[frame.left, frame.top, frame.width, frame.height].map(round).join(" ")}
      {...(label === undefined ? { "aria-hidden": "true" } : { role: "img", "aria-label": label })}
    >
      <rect
        class="wood"
        x={round(wood.x + 0.5)}
        y={round(wood.y + 0.5)}
        width={round(wood.width - 1)}
        height={round(wood.height - 1)}
        rx="7"
      />
      <path class="grid" d={layout.lines.map(([from, to]) => `M${at(from)}L${at(to)}`).join("")} />
      {wrapped && (
        <path class="grid stub" d={layout.stubs.map(({ from, to }) => `M${at(from)}L${at(beyond(from, to, 1.5))}`).join("")} />
      )}
      {layout.stubs.map(({ from, to, letter }, i) => {
        const [x, y] = beyond(from, to, 1.78);
        return (
          <text key={i} class="letter" x={round(x * UNIT)} y={round(y * UNIT)} font-size="11">
            {letter}
          </text>
        );
      })}
      {coordinates && board.graph === null && <Coordinates board={board} layout={layout} size={(COORDINATE * UNIT) / cell} />}
      {coordinates && board.graph !== null && (
        <g class="co" font-size={round(Math.min(11, (COORDINATE * UNIT) / cell))}>
          {layout.names.map(([x, y], i) => (
            <text key={i} x={round(x * UNIT)} y={round(y * UNIT)}>
              {shortened(board.points[i]!)}
            </text>
          ))}
        </g>
      )}
      {layout.places.map(([x, y], i) => (
        <Spot key={i} {...props} x={x * UNIT} y={y * UNIT} stone={stones[i] ?? "."} name={board.points[i]!} point={points?.[i]} />
      ))}
    </svg>
  );
}

/** The wood of a board whose edges wrap: cut to the points, so that the edges leave it. */
function cut({ places }: Layout) {
  const [xs, ys] = [places.map(([x]) => x), places.map(([, y]) => y)];
  const [x, y] = [(Math.min(...xs) - 0.68) * UNIT, (Math.min(...ys) - 0.68) * UNIT];
  return { x, y, width: (Math.max(...xs) + 0.68) * UNIT - x, height: (Math.max(...ys) + 0.68) * UNIT - y };
}

function beyond(from: readonly number[], to: readonly number[], times: number): [number, number] {
  return [from[0]! + (to[0]! - from[0]!) * times, from[1]! + (to[1]! - from[1]!) * times];
}

/** The coordinates of a grid, once: at the left and below, inside the rim. */
function Coordinates({ board, layout, size }: { board: Drawn; layout: Layout; size: number }) {
  const [across, down] = [new Map<number, string>(), new Map<number, string>()];
  // On a board that is turned upright the letters stand at the left.
  const upright = layout.width < layout.height && board.rows === 1;
  layout.places.forEach(([x, y], i) => {
    const [, letter = "", number = ""] = /^(\D*)(\d*)$/.exec(board.points[i]!) ?? [];
    across.set(x, upright ? number : letter);
    down.set(y, upright ? letter : number);
  });
  return (
    <g class="co" font-size={round(size)}>
      {[...across].map(([x, text]) => (
        <text key={`x${x}`} x={round(x * UNIT)} y={round(layout.height * UNIT + 0.7 * size)}>
          {text}
        </text>
      ))}
      {[...down].map(([y, text]) => (
        <text key={`y${y}`} x={round(-0.8 * size)} y={round(y * UNIT)}>
          {text}
        </text>
      ))}
    </g>
  );
}

interface SpotProps extends Props {
  x: number;
  y: number;
  stone: Stone;
  name: string;
  point: Point | undefined;
}

function Spot({ x, y, stone, name, point, last, cell, here, count, board, differing, framed = true }: SpotProps) {
  const inner = () => {
    if (stone !== ".") {
      const colour = stone === "X" ? "b" : "w";
      return (
        <>
          <circle class="sh" cx={round(x + 1.2)} cy={round(y + 2)} r={STONE} />
          <circle class={`stone s${colour}`} cx={round(x)} cy={round(y)} r={STONE} />
          {name === last && <circle class={`ring l${colour}`} cx={round(x)} cy={round(y)} r="9" />}
        </>
      );
    }
    const counted = count && (count.black.includes(name) ? "cb" : count.white.includes(name) ? "cw" : "");
    if (counted) return <rect class={counted} x={round(x - 9)} y={round(y - 9)} width="18" height="18" rx="3" />;
    if (point?.kind === "barred") return <NoEntry x={x} y={y} cell={cell} ear={differing?.has(name) === true} />;
    if (point?.kind === "refused") return <Cross x={x} y={y} cell={cell} />;
    if (point?.kind === "open" && point.text !== "") {
      return <Tile x={x} y={y} cell={cell} point={point} best={framed && point.best} ear={differing?.has(name) === true} />;
    }
    if (board.graph !== null || board.points.length === 1 || count)
      return <circle class="dot" cx={round(x)} cy={round(y)} r="3.2" />;
    return null;
  };
  const half = Math.min(22.5, STONE + 1);
  return (
    <g class="spot" data-at={name}>
      {inner()}
      {here === name && <rect class="here" x={round(x - half)} y={round(y - half)} width={2 * half} height={2 * half} rx="10" />}
    </g>
  );
}

/** A value: a slip of paper with a number, at most 46 pixels wide. */
function Tile({ x, y, cell, point, best, ear }: { x: number; y: number; cell: number; point: Point; best: boolean; ear: boolean }) {
  const { text } = point;
  const base = Math.min(34, (45 * UNIT) / cell);
  const width = Math.min(46, base * (text.length <= 2 ? 1 : text.length === 3 ? 1.25 : 1.45));
  const height = 0.82 * base;
  const size = Math.min(0.5 * base, (0.9 * width) / (0.68 * text.length));
  const out = 0.11 * base;
  const corner = { x: x + width / 2 + out + 1.2, y: y - height / 2 - out - 1.2 };
  const side = Math.min(10, (16 * UNIT) / cell);
  return (
    <g class={`t ${point.shade}`}>
      <rect x={round(x - width / 2)} y={round(y - height / 2)} width={round(width)} height={round(height)} rx="5" />
      <text x={round(x)} y={round(y + 0.5)} font-size={round(size)}>
        {text}
      </text>
      {best && (
        <rect
          class="frame"
          x={round(x - width / 2 - out)}
          y={round(y - height / 2 - out)}
          width={round(width + 2 * out)}
          height={round(height + 2 * out)}
          rx={round(5 + out)}
        />
      )}
      {ear && <path class="ear" d={`M${round(corner.x - side)} ${round(corner.y)}h${round(side)}v${round(side)}z`} />}
    </g>
  );
}

/** A no-entry sign, smaller than half a stone: the move is illegal. */
function NoEntry({ x, y, cell, ear }: { x: number; y: number; cell: number; ear: boolean }) {
  const r = Math.min(10.5, (14 * UNIT) / cell);
  const d = round(r * 0.68);
  return (
    <g class="no">
      <circle cx={round(x)} cy={round(y)} r={round(r)} />
      <path d={`M${round(x - d)} ${round(y + d)}L${round(x + d)} ${round(y - d)}`} />
      {ear && <path class="ear" d={`M${round(x + r - 3)} ${round(y - r - 6)}h9v9z`} />}
    </g>
  );
}

/** A small cross: the board does not admit the move, whatever was played before. */
function Cross({ x, y, cell }: { x: number; y: number; cell: number }) {
  const r = round(Math.min(7, (9 * UNIT) / cell));
  return (
    <g class="cross">
      <path d={`M${round(x - r)} ${round(y - r)}l${2 * r} ${2 * r}m0 ${-2 * r}l${-2 * r} ${2 * r}`} />
    </g>
  );
}

/** The shadings that all boards of the page share. */
export function Shadings() {
  return (
    <svg class="defs" aria-hidden="true">
      <ShadingDefs />
    </svg>
  );
}

export function ShadingDefs() {
  const stops = (name: string, middle: number) => (
    <>
      <stop offset="0" class={`${name}-1`} />
      <stop offset={middle} class={`${name}-2`} />
      <stop offset="1" class={`${name}-3`} />
    </>
  );
  return (
    <defs>
      <linearGradient id="wood" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" class="wood-1" />
        <stop offset="1" class="wood-2" />
      </linearGradient>
      <radialGradient id="stone-b" cx=".36" cy=".3" r=".75">
        {stops("black", 0.45)}
      </radialGradient>
      <radialGradient id="stone-w" cx=".36" cy=".3" r=".85">
        {stops("white", 0.55)}
      </radialGradient>
    </defs>
  );
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function shortened(name: string): string {
  return name.length > SHOWN ? `${name.slice(0, SHOWN - 1)}…` : name;
}
