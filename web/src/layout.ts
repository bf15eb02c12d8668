// Where the points of a board are drawn. The unit is the distance of two adjacent lines of a grid, and no two points are
// nearer than that, up to a rounding error.

import type { Drawn } from "./records";
import { away, fromSegment, type Place, stressed } from "./stress";

/** An edge that leaves the picture on one side and comes back on another; both ends bear the same letter. */
export interface Stub {
  from: Place;
  to: Place;
  letter: string;
}

export interface Layout {
  width: number;
  height: number;
  /** The places, in the order of the points, from half a unit inside the border. */
  places: Place[];
  lines: [Place, Place][];
  stubs: Stub[];
  /** Where the names of the points of a graph stand: beside them, away from edges. Of a grid there are none. */
  names: Place[];
}

/** How far apart the points of a graph are drawn, at least: their names need more room than those of a grid. */
const APART = 1.4;
/** How many letters of a name are shown. */
export const SHOWN = 6;

const drawn = new WeakMap<Drawn, Layout>();

/** The drawing of a board. It is made once for each record of a board. */
export function layoutOf(board: Drawn): Layout {
  const known = drawn.get(board) ?? draw(board);
  drawn.set(board, known);
  return known;
}

function draw(board: Drawn): Layout {
  const edges = edgesOf(board);
  if (board.rows !== null && board.columns !== null) return inRows(board, edges);
  const neighbours = board.points.map((_, point) =>
    edges.filter((edge) => edge.includes(point)).map(([a, b]) => (a === point ? b : a)),
  );
  const places: Place[] = [];
  let left = 0;
  for (const part of components(neighbours)) {
    const own = part.map((point) => neighbours[point]!.map((next) => part.indexOf(next)));
    const spots = moved(spread(placed(own)), left);
    part.forEach((point, i) => (places[point] = spots[i]!));
    left = Math.max(...spots.map(([x]) => x)) + APART;
  }
  return framed(
    board,
    places,
    edges.map(([a, b]) => [places[a]!, places[b]!]),
    [],
  );
}

/** The edges by the numbers of their points. */
export function edgesOf(board: Drawn): [number, number][] {
  if (board.graph !== null) {
    return board.graph.edges.map(([a, b]) => [board.points.indexOf(a), board.points.indexOf(b)]);
  }
  const columns = board.columns!;
  return board.points.flatMap((_, point): [number, number][] => [
    ...((point + 1) % columns === 0 ? [] : [[point, point + 1] as [number, number]]),
    ...(point + columns < board.points.length ? [[point, point + columns] as [number, number]] : []),
  ]);
}

/** The drawing of a graph, with names, and as much border as they need. */
function framed(board: Drawn, places: Place[], lines: [Place, Place][], stubs: Stub[]): Layout {
  const names = named(board.points, places, stubs.length === 0, [...lines, ...stubs.map(({ from, to }): [Place, Place] => [from, to])]);
  const all = [
    ...places.map(([x, y]) => [x, y, 0.5]),
    ...names.map(([x, y], i) => [x, y, Math.max(0.2, halfWidth(board.points[i]!))]),
    // The letter of a stub stands beyond its end.
    ...stubs.map(({ to: [x, y] }) => [x, y, 0.6]),
  ];
  const left = Math.min(...all.map(([x, , border]) => x! - border!));
  const top = Math.min(...all.map(([, y, border]) => y! - border!));
  const shift = ([x, y]: Place): Place => [x - left, y - top];
  return {
    width: Math.max(...all.map(([x, , border]) => x! + border!)) - left,
    height: Math.max(...all.map(([, y, border]) => y! + border!)) - top,
    places: places.map(shift),
    lines: lines.map(([a, b]) => [shift(a), shift(b)]),
    stubs: stubs.map(({ from, to, letter }) => ({ from: shift(from), to: shift(to), letter })),
    names: names.map(shift),
  };
}

/**
 * For each point the place beside it that is farthest from edges, other points and names that stand already; of places that are
 * as far the one that lies outwards, if any place may be outside of the points.
 */
function named(points: readonly string[], places: readonly Place[], outside: boolean, lines: readonly [Place, Place][]): Place[] {
  const names: Place[] = [];
  const mean = (axis: 0 | 1) => places.reduce((sum, place) => sum + place[axis], 0) / places.length;
  const middle: Place = [mean(0), mean(1)];
  places.forEach((here, point) => {
    // In the middle, and on a path, which is drawn from left to right, there is none.
    const none = !outside || Math.abs(here[1] - middle[1]) < 0.1;
    const outwards = none ? -Math.PI * 0.75 : Math.atan2(here[1] - middle[1], here[0] - middle[0]);
    const wide = halfWidth(points[point]!);
    let best: { at: Place; room: number } | null = null;
    for (let turn = 0; turn < 16; turn += 1) {
      // To one side and to the other, ever farther.
      const angle = outwards + (Math.PI * (turn % 2 === 0 ? -turn : turn + 1)) / 16;
      const at: Place = [here[0] + (0.52 + wide) * Math.cos(angle), here[1] + 0.66 * Math.sin(angle)];
      const others = places.filter((place) => place !== here);
      const room = Math.min(
        0.45,
        ...lines.map(([a, b]) => fromSegment(at, a, b)),
        ...others.map((place) => away(place, at) - 0.4),
        ...names.map((name, i) => away(name, at) - wide - halfWidth(points[i]!)),
      );
      if (best === null || room > best.room + 1e-6) best = { at, room };
    }
    names.push(best!.at);
  });
  return names;
}

/** Half the width of a name in letters of a quarter of a unit, of which one is about half as wide as high. */
function halfWidth(name: string): number {
  return 0.07 * Math.min(SHOWN, name.length);
}

/** A grid, or a torus: a grid whose lines go on past the border, with the letters of where they come back. */
function inRows(board: Drawn, edges: [number, number][]): Layout {
  const [rows, columns, wraps] = [board.rows!, board.columns!, board.graph !== null];
  const apart = wraps ? APART : 1;
  const place = (point: number): Place => [0.5 + apart * (point % columns), 0.5 + apart * Math.floor(point / columns)];
  const places = Array.from({ length: rows * columns }, (_, point) => place(point));
  const lines: [Place, Place][] = [];
  const stubs: Stub[] = [];
  for (const [a, b] of edges) {
    const [from, to] = [place(a), place(b)];
    if (away(from, to) < 1.5 * apart) {
      lines.push([from, to]);
      continue;
    }
    const letter = String.fromCharCode(97 + stubs.length / 2);
    const [dx, dy] = [Math.sign(from[0] - to[0]) * 0.62, Math.sign(from[1] - to[1]) * 0.62];
    stubs.push({ from, to: [from[0] + dx, from[1] + dy], letter }, { from: to, to: [to[0] - dx, to[1] - dy], letter });
  }
  return wraps ? framed(board, places, lines, stubs) : { width: columns, height: rows, places, lines, stubs, names: [] };
}

/** Places for one connected part: as its shape is known, or by its distances. */
function placed(neighbours: number[][]): Place[] {
  const count = neighbours.length;
  const degrees = neighbours.map((near) => near.length);
  const ends = degrees.flatMap((degree, point) => (degree <= 1 ? [point] : []));
  const straight = degrees.every((degree) => degree <= 2);
  if (straight) {
    const order = walked(neighbours, ends[0] ?? 0);
    const spots = ends.length > 0 ? order.map((_, i): Place => [i, 0]) : circle(count);
    return neighbours.map((_, point) => spots[order.indexOf(point)]!);
  }
  const centre = degrees.indexOf(count - 1);
  if (ends.length === count - 1 && centre >= 0) {
    const leaves = circle(count - 1, 1.2);
    return neighbours.map((_, point) => (point === centre ? [0, 0] : leaves[point < centre ? point : point - 1]!));
  }
  if (degrees.every((degree) => degree === count - 1)) return circle(count, 1.2);
  return stressed(neighbours);
}

/** The radius at which points on a circle are one unit apart. */
function radius(points: number): number {
  return points < 2 ? 0 : 0.5 / Math.sin(Math.PI / points);
}

/** Points on a circle around the origin, from the top, clockwise. */
function circle(points: number, least = 0): Place[] {
  const size = Math.max(radius(points), least);
  return Array.from({ length: points }, (_, i) => {
    const angle = (2 * Math.PI * i) / points;
    return [size * Math.sin(angle), -size * Math.cos(angle)];
  });
}

/** The points of a path or a cycle, in order from one of them. */
function walked(neighbours: readonly (readonly number[])[], first: number): number[] {
  const order = [first];
  for (;;) {
    const next = neighbours[order[order.length - 1]!]!.find((point) => !order.includes(point));
    if (next === undefined) return order;
    order.push(next);
  }
}

/** Scaled so that the two nearest points are far enough apart. */
function spread(places: Place[]): Place[] {
  let least = Infinity;
  places.forEach((a, i) => places.slice(i + 1).forEach((b) => (least = Math.min(least, away(a, b)))));
  const factor = least < APART ? APART / Math.max(least, 0.05) : 1;
  return places.map(([x, y]) => [x * factor, y * factor]);
}

/** Moved so that the least coordinates are half a unit, after what is drawn already. */
function moved(places: Place[], left: number): Place[] {
  const x = Math.min(...places.map((place) => place[0]));
  const y = Math.min(...places.map((place) => place[1]));
  return places.map((place) => [place[0] - x + left + 0.5, place[1] - y + 0.5]);
}

/** The connected parts, each in ascending order. */
function components(neighbours: readonly (readonly number[])[]): number[][] {
  const seen = new Set<number>();
  const parts: number[][] = [];
  neighbours.forEach((_, first) => {
    if (seen.has(first)) return;
    const part = [first];
    seen.add(first);
    for (const at of part) {
      for (const next of neighbours[at]!) {
        if (!seen.has(next)) {
          seen.add(next);
          part.push(next);
        }
      }
    }
    parts.push(part.sort((a, b) => a - b));
  });
  return parts;
}

/** A grid by its name; null if it is the name of no grid. Its columns have letters without I, its rows numbers from below. */
export function gridOf(name: string): Drawn | null {
  const [rows, columns] = /^(\d{1,2})x(\d{1,2})$/.exec(name)?.slice(1).map(Number) ?? [];
  if (!rows || !columns || columns > LETTERS.length) return null;
  const points = Array.from({ length: rows * columns }, (_, at) => `${LETTERS[at % columns]}${rows - Math.floor(at / columns)}`);
  return { board: name, rows, columns, points, graph: null, schema: 1 };
}

const LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

/** The drawing turned upright: what is at the right comes down. */
export function upright(layout: Layout): Layout {
  const turn = ([x, y]: Place): Place => [y, x];
  return {
    width: layout.height,
    height: layout.width,
    places: layout.places.map(turn),
    lines: layout.lines.map(([a, b]) => [turn(a), turn(b)]),
    stubs: layout.stubs.map(({ from, to, letter }) => ({ from: turn(from), to: turn(to), letter })),
    names: layout.names.map(turn),
  };
}
