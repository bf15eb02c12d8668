// Draws a connected graph so that distances in the picture are as the distances in the graph: stress majorisation
// (Gansner, Koren, North 2004), from several seeded starts, of which the picture with the fewest faults is taken.

export type Place = [x: number, y: number];

/** Places for the points of a connected graph with these neighbours; the same graph has always the same places. */
export function stressed(neighbours: readonly (readonly number[])[]): Place[] {
  const wanted = distances(neighbours);
  let best: { places: Place[]; faults: number } | null = null;
  for (let seed = 1; seed <= 12; seed += 1) {
    const places = majorised(wanted, started(neighbours.length, seed));
    const found = faults(places, neighbours) + stress(wanted, places) / 1000;
    if (best === null || found < best.faults - 1e-9) best = { places, faults: found };
  }
  return upright(best!.places, neighbours);
}

/** Turned so that edges run along and across as far as they can, the first point is high up and the second not on the right. */
function upright(places: readonly Place[], neighbours: readonly (readonly number[])[]): Place[] {
  const turned = (angle: number) =>
    places.map(([x, y]): Place => [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)]);
  const slanting = (drawn: readonly Place[]) => {
    const edges = neighbours.flatMap((near, a) => near.map((b) => [drawn[a]!, drawn[b]!] as const));
    return edges.reduce((sum, [a, b]) => sum + Math.sin(2 * Math.atan2(b[1] - a[1], b[0] - a[0])) ** 2, 0);
  };
  let best = { angle: 0, slant: Infinity };
  for (let step = 0; step < 90; step += 1) {
    const angle = (step * Math.PI) / 180;
    const slant = slanting(turned(angle));
    if (slant < best.slant - 1e-6) best = { angle, slant };
  }
  const quarters = [0, 1, 2, 3].map((quarter) => turned(best.angle + (quarter * Math.PI) / 2));
  const middle = (drawn: readonly Place[]) => drawn.reduce((sum, [, y]) => sum + y, 0) / drawn.length;
  const below = quarters.map((drawn) => drawn[0]![1] - middle(drawn));
  const drawn = quarters[below.indexOf(Math.min(...below))]!;
  const second = drawn[1] ?? drawn[0]!;
  const mean = drawn.reduce((sum, [x]) => sum + x, 0) / drawn.length;
  return second[0] > mean + 1e-6 ? drawn.map(([x, y]): Place => [-x, y]) : drawn;
}

/** The number of edges between every two points. */
function distances(neighbours: readonly (readonly number[])[]): number[][] {
  return neighbours.map((_, from) => {
    const found = neighbours.map(() => Infinity);
    found[from] = 0;
    const queue = [from];
    for (const at of queue) {
      for (const next of neighbours[at]!) {
        if (found[next] === Infinity) {
          found[next] = found[at]! + 1;
          queue.push(next);
        }
      }
    }
    return found;
  });
}

/** A circle, disturbed by a generator of numbers that depends on the seed alone. */
function started(points: number, seed: number): Place[] {
  let state = seed * 2654435761;
  const random = () => {
    state = (Math.imul(state ^ (state >>> 15), 1 | state) + 0x6d2b79f5) | 0;
    return ((state ^ (state >>> 14)) >>> 0) / 4294967296;
  };
  return Array.from({ length: points }, (_, i) => {
    const angle = (2 * Math.PI * i) / points;
    return [Math.cos(angle) * points * 0.3 + random() * points, Math.sin(angle) * points * 0.3 + random() * points];
  });
}

/** Moves every point to the mean of where the others want it, until nothing moves. */
function majorised(wanted: readonly (readonly number[])[], places: Place[]): Place[] {
  for (let round = 0; round < 400; round += 1) {
    let moved = 0;
    for (let i = 0; i < places.length; i += 1) {
      let [x, y, total] = [0, 0, 0];
      for (let j = 0; j < places.length; j += 1) {
        if (i === j) continue;
        const distance = wanted[i]![j]!;
        const weight = 1 / (distance * distance);
        const apart = Math.max(1e-6, away(places[i]!, places[j]!));
        x += weight * (places[j]![0] + (distance * (places[i]![0] - places[j]![0])) / apart);
        y += weight * (places[j]![1] + (distance * (places[i]![1] - places[j]![1])) / apart);
        total += weight;
      }
      if (total === 0) continue;
      const next: Place = [x / total, y / total];
      moved = Math.max(moved, away(next, places[i]!));
      places[i] = next;
    }
    if (moved < 1e-5) break;
  }
  return places;
}

function stress(wanted: readonly (readonly number[])[], places: readonly Place[]): number {
  let sum = 0;
  places.forEach((a, i) =>
    places.forEach((b, j) => {
      if (i < j) sum += (away(a, b) / wanted[i]![j]! - 1) ** 2;
    }),
  );
  return sum;
}

/** Crossings of edges, and thrice the points that lie on an edge of others or nearly on another point. */
function faults(places: readonly Place[], neighbours: readonly (readonly number[])[]): number {
  const edges = neighbours.flatMap((near, a) => near.filter((b) => a < b).map((b) => [a, b] as const));
  let count = 0;
  edges.forEach(([a, b], i) => {
    for (const [c, d] of edges.slice(i + 1)) {
      if (new Set([a, b, c, d]).size === 4 && cross(places[a]!, places[b]!, places[c]!, places[d]!)) count += 1;
    }
    places.forEach((place, point) => {
      if (point !== a && point !== b && fromSegment(place, places[a]!, places[b]!) < 0.35) count += 3;
    });
  });
  places.forEach((place, i) => {
    for (const other of places.slice(i + 1)) if (away(place, other) < 0.6) count += 3;
  });
  return count;
}

export function away(a: Place, b: Place): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}

function cross(a: Place, b: Place, c: Place, d: Place): boolean {
  const side = (p: Place, q: Place, r: Place) => Math.sign((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]));
  return side(a, b, c) !== side(a, b, d) && side(c, d, a) !== side(c, d, b);
}

/** How far a point lies from the segment between two others. */
export function fromSegment(point: Place, a: Place, b: Place): number {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const square = dx * dx + dy * dy;
  const along = square === 0 ? 0 : ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / square;
  const kept = Math.min(1, Math.max(0, along));
  return away(point, [a[0] + kept * dx, a[1] + kept * dy]);
}
