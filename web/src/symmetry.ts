// The symmetries of a grid, as the book needs them: which image of a position a table lists, and where moves go.

import { stonesOf, write } from "./position";

/** For each symmetry of the grid, the point of the position whose stone comes to each point of the image. */
export function symmetries(rows: number, columns: number): number[][] {
  const points = Array.from({ length: rows * columns }, (_, point) => point);
  const maps: ((r: number, c: number) => [number, number])[] = [
    (r, c) => [r, c],
    (r, c) => [rows - 1 - r, c],
    (r, c) => [r, columns - 1 - c],
    (r, c) => [rows - 1 - r, columns - 1 - c],
  ];
  if (rows === columns) maps.push(...maps.slice().map((map) => (r: number, c: number) => map(c, r)));
  return maps.map((map) =>
    points.map((point) => {
      const [r, c] = map(Math.floor(point / columns), point % columns);
      return r * columns + c;
    }),
  );
}

/** The image of a position that is listed, and the symmetry that leads there; null if none is. */
export function listedImage(position: string, rows: number, columns: number, isListed: (image: string) => boolean) {
  const stones = stonesOf(position);
  for (const from of symmetries(rows, columns)) {
    const image = write(
      from.map((point) => stones[point]!),
      columns,
    );
    if (isListed(image)) return { image, from };
  }
  return null;
}
