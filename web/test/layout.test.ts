import assert from "node:assert/strict";
import { test } from "node:test";
import { towards } from "../src/arrows";
import { edgesOf, gridOf, layoutOf } from "../src/layout";
import type { Drawn } from "../src/records";
import { away, fromSegment } from "../src/stress";

const graph = (count: number, edges: [number, number][], rows: number | null = null): Drawn => {
  const points = Array.from({ length: count }, (_, i) => `p${i}`);
  return {
    schema: 1,
    board: "graph:test",
    graph: { points, edges: edges.map(([a, b]) => [points[a]!, points[b]!]) },
    rows,
    columns: rows && count / rows,
    points,
  };
};
const grid = (rows: number, columns: number): Drawn => ({
  schema: 1,
  board: `${rows}x${columns}`,
  graph: null,
  rows,
  columns,
  points: Array.from({ length: rows * columns }, (_, i) => `p${i}`),
});
const chain = (n: number) => Array.from({ length: n - 1 }, (_, i): [number, number] => [i, i + 1]);
const cycle = (n: number): [number, number][] => [...chain(n), [n - 1, 0]];
const star = (n: number) => Array.from({ length: n - 1 }, (_, i): [number, number] => [0, i + 1]);
const complete = (n: number) =>
  chain(n + 1).flatMap(([i]) => Array.from({ length: n - 1 - i }, (_, k): [number, number] => [i, i + 1 + k]));
const torus = (rows: number, columns: number): Drawn => {
  const edges = Array.from({ length: rows * columns }, (_, p) => p).flatMap((p): [number, number][] => {
    const [r, c] = [Math.floor(p / columns), p % columns];
    return [
      [p, r * columns + ((c + 1) % columns)],
      [p, ((r + 1) % rows) * columns + c],
    ];
  });
  const once = edges.filter(
    ([a, b], i) => a !== b && !edges.slice(0, i).some(([x, y]) => (x === a && y === b) || (x === b && y === a)),
  );
  return graph(rows * columns, once, rows);
};
/** A graph with every edge of a cycle, and others that a generator of numbers chooses. */
const random = (points: number, more: number, seed: number): Drawn => {
  let state = seed;
  const next = (below: number) => (state = (state * 48271) % 2147483647) % below;
  const edges = chain(points).map(([, to]): [number, number] => [next(to), to]);
  for (let i = 0; i < more; i += 1) {
    const [a, b] = [next(points), next(points)];
    if (a !== b && !edges.some((edge) => edge.includes(a) && edge.includes(b))) edges.push([a, b]);
  }
  return graph(points, edges);
};
const triple: [number, number][] = [
  [0, 1],
  [0, 2],
  [0, 3],
  [1, 4],
  [2, 5],
  [3, 6],
  [4, 7],
  [5, 7],
  [6, 7],
];

const named: [string, Drawn][] = [
  ...[1, 2, 5, 20].map((n): [string, Drawn] => [`path:${n}`, graph(n, chain(n))]),
  ...[3, 5, 12, 20].map((n): [string, Drawn] => [`cycle:${n}`, graph(n, cycle(n))]),
  ...[4, 5, 9, 20].map((n): [string, Drawn] => [`star:${n}`, graph(n, star(n))]),
  ...[3, 4, 6, 12].map((n): [string, Drawn] => [`complete:${n}`, graph(n, complete(n))]),
  ["torus:2x3", torus(2, 3)],
  ["torus:3x3", torus(3, 3)],
  ["torus:4x5", torus(4, 5)],
  [
    "house",
    graph(5, [
      [0, 1],
      [1, 2],
      [2, 3],
      [3, 0],
      [2, 4],
      [3, 4],
    ]),
  ],
  ["triple ko", graph(8, triple)],
  [
    "two parts and a point",
    graph(7, [
      [0, 1],
      [1, 2],
      [2, 0],
      [3, 4],
      [4, 5],
    ]),
  ],
  ["no edges", graph(3, [])],
  [
    "cube",
    graph(8, [
      [0, 1],
      [1, 2],
      [2, 3],
      [3, 0],
      [4, 5],
      [5, 6],
      [6, 7],
      [7, 4],
      [0, 4],
      [1, 5],
      [2, 6],
      [3, 7],
    ]),
  ],
  ...Array.from({ length: 30 }, (_, i): [string, Drawn] => [`random ${i}`, random(4 + (i % 17), i % 9, i + 1)]),
];

test("no two points are too near, and all are inside", () => {
  for (const [name, board] of named) {
    const { places, width, height } = layoutOf(board);
    places.forEach((a, i) => {
      assert.ok(a[0] >= 0.4999 && a[1] >= 0.4999 && a[0] <= width - 0.4999 && a[1] <= height - 0.4999, `${name}: ${a}`);
      places.slice(i + 1).forEach((b) => assert.ok(away(a, b) > 0.999, `${name}: points ${away(a, b)} apart`));
    });
    assert.ok(width < 28 && height < 28, `${name}: ${width} by ${height}`);
  }
});

test("names stand beside their points and on no other", () => {
  for (const [name, board] of named) {
    const { places, names } = layoutOf(board);
    assert.equal(names.length, places.length);
    names.forEach((at, i) => places.forEach((place) => assert.ok(away(at, place) > 0.45, `${name}: the name of ${i}`)));
  }
});

test("the same graph is always drawn alike", () => {
  for (const [, board] of named) assert.deepEqual(layoutOf(structuredClone(board)), layoutOf(board));
});

test("a cycle is round, a path is straight, a star has its centre in the middle", () => {
  const centre = ({ places }: { places: [number, number][] }): [number, number] => [
    places.reduce((sum, [x]) => sum + x, 0) / places.length,
    places.reduce((sum, [, y]) => sum + y, 0) / places.length,
  ];
  const round = layoutOf(graph(7, cycle(7)));
  const radii = round.places.map((place) => away(place, centre(round)));
  assert.ok(Math.max(...radii) - Math.min(...radii) < 1e-9);
  const shuffled = layoutOf(
    graph(4, [
      [2, 0],
      [0, 3],
      [3, 1],
    ]),
  );
  assert.equal(new Set(shuffled.places.map(([, y]) => y)).size, 1);
  assert.deepEqual(
    [1, 3, 0, 2].map((point) => shuffled.places[point]![0]).map((x, i, all) => x > (all[i - 1] ?? 0)),
    [true, true, true, true],
  );
  const starry = layoutOf(graph(6, star(6)));
  assert.ok(away(starry.places[0]!, centre(starry)) < 1e-9);
});

test("planar graphs that are small are drawn without crossings, and no edge runs over a point", () => {
  for (const name of ["house", "triple ko"]) {
    const board = named.find(([each]) => each === name)![1];
    const { places } = layoutOf(board);
    for (const [a, b] of edgesOf(board)) {
      places.forEach((place, point) => {
        if (point !== a && point !== b)
          assert.ok(fromSegment(place, places[a]!, places[b]!) > 0.4, `${name}: ${point} on ${a}-${b}`);
      });
    }
  }
});

test("a torus has stubs with a letter on both sides", () => {
  const { stubs, lines } = layoutOf(torus(3, 3));
  assert.equal(lines.length, 12);
  assert.equal(stubs.length, 12);
  assert.equal(new Set(stubs.map((stub) => stub.letter)).size, 6);
  assert.deepEqual(layoutOf(torus(2, 2)).stubs, []);
});

test("arrow keys lead along a grid, and to every point of a graph", () => {
  const { places } = layoutOf(grid(2, 3));
  assert.equal(towards(places, 0, "ArrowRight"), 1);
  assert.equal(towards(places, 4, "ArrowUp"), 1);
  assert.equal(towards(places, 2, "ArrowRight"), null);
  assert.equal(towards(places, 2, "Enter"), null);
  for (const [name, board] of named) {
    const drawn = layoutOf(board).places;
    const seen = new Set([0]);
    for (const at of seen) {
      for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]) {
        const next = towards(drawn, at, key);
        if (next !== null) seen.add(next);
      }
    }
    assert.equal(seen.size, drawn.length, name);
  }
});

test("a grid by its name, as the program draws it", () => {
  const { points, rows, columns } = gridOf("2x9")!;
  assert.deepEqual([rows, columns], [2, 9]);
  assert.deepEqual(points.slice(7, 10), ["H2", "J2", "A1"]);
  for (const name of ["cycle:5", "graph:2x2", "0x3", "3x26", "torus:2x3"]) assert.equal(gridOf(name), null, name);
});
