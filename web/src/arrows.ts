// Which point an arrow key leads to: the nearest in its direction, straight ahead before aside.

import type { Place } from "./stress";

const DIRECTIONS: Record<string, Place> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The point that a key leads to from another; null if the key is no arrow or nothing lies that way. */
export function towards(places: readonly Place[], from: number, key: string): number | null {
  const direction = DIRECTIONS[key];
  const here = places[from];
  if (!direction || !here) return null;
  let best: { point: number; cost: number } | null = null;
  places.forEach((place, point) => {
    const [dx, dy] = [place[0] - here[0], place[1] - here[1]];
    const ahead = dx * direction[0] + dy * direction[1];
    const aside = Math.abs(dx * direction[1]) + Math.abs(dy * direction[0]);
    if (point === from || ahead < 0.05) return;
    const cost = ahead + 2 * aside + (aside > 2 * ahead ? 100 : 0);
    if (best === null || cost < best.cost) best = { point, cost };
  });
  return (best as { point: number } | null)?.point ?? null;
}
