// The drawn board, without anything to click: a grid by Shudan, or any board as a small or large picture in SVG.

import { Goban } from "@sabaki/shudan";
import { type Layout, SHOWN } from "../layout";
import { type Stone, stonesOf } from "../position";
import type { Drawn } from "../records";

const SIGN = { X: 1, O: -1, ".": 0 } as const;

interface Props {
  board: Drawn;
  layout: Layout;
  position: string;
  /** The point of the last move, which bears a circle. */
  last: string | null;
  /** Pixels from one line to the next. */
  size: number;
}

/** A grid with its coordinates, one `size` of border on each side. */
export function Grid({ board, position, last, size }: Props) {
  const columns = board.columns!;
  const rows = Array.from({ length: board.rows! }, (_, row) => row);
  const stones = stonesOf(position);
  const map = <T,>(value: (point: number) => T) =>
    rows.map((row) => Array.from({ length: columns }, (_, column) => value(row * columns + column)));
  return (
    <Goban
      vertexSize={size}
      showCoordinates
      signMap={map((point) => SIGN[stones[point] ?? "."])}
      markerMap={map((point) => (board.points[point] === last ? { type: "circle" as const } : null))}
    />
  );
}

/** Any board as a picture. */
export function Picture({ board, layout, position, last, size, names }: Props & { names: boolean }) {
  const stones = stonesOf(position);
  const line = (key: string, [x1, y1]: readonly number[], [x2, y2]: readonly number[], dashed = false) => (
    <line key={key} class={dashed ? "edge stub" : "edge"} x1={x1} y1={y1} x2={x2} y2={y2} />
  );
  return (
    <svg class="picture" width={layout.width * size} height={layout.height * size} viewBox={`0 0 ${layout.width} ${layout.height}`}>
      {layout.lines.map(([from, to], i) => line(`l${i}`, from, to))}
      {layout.stubs.map(({ from, to }, i) => line(`s${i}`, from, to, true))}
      {layout.stubs.map(({ from, to, letter }, i) => (
        <text key={`t${i}`} class="letter" x={from[0] + (to[0] - from[0]) * 1.3} y={from[1] + (to[1] - from[1]) * 1.3}>
          {letter}
        </text>
      ))}
      {layout.places.map(([x, y], point) => (
        <Spot
          key={point}
          x={x}
          y={y}
          stone={stones[point] ?? "."}
          last={board.points[point] === last}
          plain={board.graph === null}
        />
      ))}
      {names &&
        layout.names.map(([x, y], point) => (
          <text key={`n${point}`} class="name" x={x} y={y}>
            {shortened(board.points[point]!)}
          </text>
        ))}
    </svg>
  );
}

function Spot({ x, y, stone, last, plain }: { x: number; y: number; stone: Stone; last: boolean; plain: boolean }) {
  if (stone === "." && plain) return null;
  const kind = stone === "X" ? "black" : stone === "O" ? "white" : "point";
  return (
    <g class={kind}>
      <circle class="stone" cx={x} cy={y} r={stone === "." ? 0.34 : plain ? 0.44 : 0.4} />
      {last && <circle class="last" cx={x} cy={y} r={0.22} />}
    </g>
  );
}

function shortened(name: string): string {
  return name.length > SHOWN ? `${name.slice(0, SHOWN - 1)}…` : name;
}
