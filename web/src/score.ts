// Scores: Black's points minus White's, exact, as text. How they are read, said and painted.

import type { Bounds } from "./records";

/** The number, for comparing and painting. A game without result lies between a loss and a win, as a draw does. */
export function numberOf(score: string): number {
  if (score === "no-result") return 0;
  const [above, below] = score.split("/").map(Number) as [number, number | undefined];
  return above / (below ?? 1);
}

/** The score as it is printed: with a minus sign, which is wider than a hyphen. */
export function printed(score: string): string {
  return score === "no-result" ? "none" : score.replace("-", "−");
}

export function inWords(score: string): string {
  if (score === "no-result") return "no result: neither side can end the game without losing";
  const value = numberOf(score);
  if (value === 0) return "a draw";
  // A cycle that prisoners decide is worth more than every score.
  return `${value > 0 ? "Black" : "White"} wins by ${Math.abs(value) === 10000 ? "a cycle" : score.replace("-", "")}`;
}

/** Bounds on a board of so many points: what is known, in a few characters. Empty if nothing is known. */
export function bounded({ low, high, low_exclusive, high_exclusive }: Bounds, points: number): string {
  if (low === high) return printed(low);
  const below = numberOf(low) > -points;
  const above = numberOf(high) < points;
  if (below && above) return `${printed(low)}…${printed(high)}`;
  if (below) return `${low_exclusive ? ">" : "≥"}${printed(low)}`;
  return above ? `${high_exclusive ? "<" : "≤"}${printed(high)}` : "";
}

/** What `bounded` prints, in words. */
export function boundedInWords(text: string): string {
  const [low, high] = text.split("…");
  if (high !== undefined) return `between ${low} and ${high}`;
  return text.replace("≥", "at least ").replace("≤", "at most ").replace(">", "more than ").replace("<", "less than ");
}

export function boundsInWords({ low, high }: Bounds): string {
  return low === high ? printed(low) : `between ${printed(low)} and ${printed(high)}`;
}

/** Who is ahead, and by how much of the board: the name of a colour, which agrees with the sign of the score. */
export function shade(score: string, points: number): string {
  if (score === "no-result") return "void";
  const value = numberOf(score);
  if (value === 0) return "even";
  const depth = Math.min(3, Math.max(1, Math.ceil((3 * Math.abs(value)) / points)));
  return `${value > 0 ? "b" : "w"}${depth}`;
}

/** Names in a row: `A`, `A and B`, `A, B and C`. */
export function listed(names: readonly string[], last = "and"): string {
  if (names.length < 2) return names[0] ?? "";
  return `${names.slice(0, -1).join(", ")} ${last} ${names[names.length - 1]}`;
}
