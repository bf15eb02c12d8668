// Exchanging the colours. The book has every position with Black to move; with White to move it is the position, and the
// rules, with the colours exchanged, and the value has the other sign.

import type { Stone } from "./position";
import type { Bounds } from "./records";
import type { Chosen } from "./rules-text";
import type { Answer } from "./source";

/** The position with the colours exchanged. */
export function exchanged(position: string): string {
  const other: Record<string, Stone> = { X: "O", O: "X", ".": "." };
  return position.replace(/[XO]/g, (stone) => other[stone]!);
}

/** The score when the colours are exchanged. */
export function negated(score: string): string {
  if (score === "0" || score === "no-result") return score;
  return score.startsWith("-") ? score.slice(1) : `-${score}`;
}

/** The ruleset with the colours exchanged: an option that favours a colour, such as who wins an endless game, names the other. */
export function exchangedRules(chosen: Chosen): Chosen {
  const other = (value: string) => (value === "black" ? "white" : value === "white" ? "black" : value);
  const options = Object.fromEntries(Object.entries(chosen.options).map(([name, value]) => [name, other(value)]));
  return { ...chosen, options };
}

/** An answer with the colours exchanged. What is told of its line names the colours in sentences, and is left out. */
export function turned(answer: Answer): Answer {
  const { why: _, finite_play: play, move_values, ...rest } = answer;
  const turn = ({ low, high, low_exclusive, high_exclusive }: Bounds): Bounds => ({
    low: negated(high),
    high: negated(low),
    ...(high_exclusive && { low_exclusive: true }),
    ...(low_exclusive && { high_exclusive: true }),
  });
  const worth = (value: string | null) => (value === null ? null : negated(value));
  return {
    ...rest,
    value: worth(answer.value),
    bounds: turn(answer.bounds),
    ...(move_values && {
      move_values: move_values.map(({ move, value, bounds }) => ({ move, value: worth(value), bounds: turn(bounds) })),
    }),
    ...(play && {
      finite_play: {
        low: -play.high,
        high: -play.low,
        black_can_force_no_result: play.white_can_force_no_result,
        white_can_force_no_result: play.black_can_force_no_result,
      },
    }),
  };
}
