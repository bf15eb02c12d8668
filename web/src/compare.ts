// What differs between rulesets on one position: what glows, and the same in words.

import { bestMoves, type Column } from "./column";
import { capital, pointsOf, sayMove } from "./points";
import { listed, printed } from "./score";

export interface Differences {
  /** For each ruleset whether its value differs from that of another. */
  value: readonly boolean[];
  /** For each ruleset the moves that are worth, barred or best in another way than under another. */
  moves: readonly ReadonlySet<string>[];
  /** What differs, in words; or one sentence that nothing does, or that nothing is known to. */
  sentences: string[];
  found: boolean;
}

/** Compares columns that have been looked at; `names` are their rulesets. */
export function compare(columns: readonly Column[], names: readonly string[]): Differences {
  const sentences: string[] = [];
  const moves = columns.map(() => new Set<string>());
  if (columns.length < 2) return { value: [false], moves, sentences, found: false };

  columns.forEach(({ look }, i) => {
    if (look?.illegal) {
      const { player, move, number, why } = look.illegal;
      sentences.push(
        `Under ${names[i]} ${player === "black" ? "Black" : "White"} ${move}, move ${number}, may not be made: ${why}.`,
      );
    } else if (look?.ended) sentences.push(`Under ${names[i]} the game has ended.`);
  });

  const values = columns.map((column) => (column.look?.illegal ? null : column.value));
  const value = values.map((each) => each !== null && differ(values));
  if (differ(values)) sentences.unshift(`The position is worth ${grouped(values, names, printed)}.`);

  const [here] = columns.filter((column) => column.look && !column.look.illegal && !column.look.ended);
  const alike = columns.map((column) => {
    const { look } = column;
    const same = look && !look.illegal && !look.ended && look.position === here?.look?.position && look.player === here.look.player;
    return same ? new Map([...pointsOf(column).board, ...pointsOf(column).others].map((point) => [point.move, point])) : null;
  });
  const all = new Set(alike.flatMap((points) => (points ? [...points.keys()] : [])));
  const alikeMoves = new Map<string, string[]>();
  for (const move of all) {
    const states = alike.map((points) => {
      const point = points?.get(move);
      if (!point || point.kind === "stone" || point.kind === "over") return points && !point ? "not a move" : null;
      if (point.kind === "barred") return "barred";
      if (point.kind === "refused") return "not possible";
      return point.value === null ? null : `worth ${printed(point.value)}`;
    });
    // A move that is barred differs from one that may be made, whatever that is worth.
    const bars = alike.map((points) => points?.get(move)?.kind ?? null).filter((kind) => kind === "barred" || kind === "open");
    const barred = new Set(bars).size > 1;
    if (!differ(states) && !barred) continue;
    const said = states.map((state, i) => state ?? (barred && alike[i]?.get(move)?.kind === "open" ? "allowed" : null));
    said.forEach((state, i) => state !== null && moves[i]!.add(move));
    // `worth 0 under psk, but −1 under ssk`: the word once.
    let before = "";
    const words = grouped(said, names, (state) => {
      const shorter = before.startsWith("worth ") ? state.replace(/^worth /, "") : state;
      before = state;
      return shorter;
    });
    alikeMoves.set(words, [...(alikeMoves.get(words) ?? []), move]);
  }
  for (const [words, group] of alikeMoves) {
    const named = listed(group.map(sayMove));
    // The name of an intersection is written as it is.
    const begin = here?.board?.points.includes(group[0]!) ? named : capital(named);
    sentences.push(`${begin} ${group.length === 1 ? "is" : "are"} ${words}.`);
  }

  const best = columns.map((column, i) =>
    alike[i] && column.answer?.all_best_moves ? [...bestMoves(column)].sort().join(" ") : null,
  );
  if (differ(best)) {
    const said = (list: string) => listed(bestMoves(columns[best.indexOf(list)]!).map(sayMove), "or");
    sentences.push(`Best is ${grouped(best, names, said)}.`);
    const sets = best.map((list) => list && new Set(list.split(" ")));
    for (const move of all) {
      if (new Set(sets.flatMap((set) => (set ? [set.has(move)] : []))).size < 2) continue;
      sets.forEach((set, i) => set && moves[i]!.add(move));
    }
  }

  if (sentences.length > 0) return { value, moves, sentences, found: true };
  return { value, moves, sentences: [nothing(columns)], found: false };
}

/** What can be said where no difference has been found: no more than is known. */
function nothing(columns: readonly Column[]): string {
  if (columns.some((column) => column.value === null)) return "Nothing so far.";
  const exact = columns.every(({ progress, look, answer, moves }) => {
    const worth = look?.legal.every((move) => moves.get(move)?.value) === true;
    return progress === "over" || (worth && answer?.all_best_moves === true);
  });
  return exact
    ? "Nothing differs here: the value, the best moves, what each move is worth and what is barred are the same."
    : "The value is the same. What each move is worth is not known under all of these rulesets.";
}

function differ(values: readonly (string | null)[]): boolean {
  return new Set(values.filter((value) => value !== null)).size > 1;
}

/** What holds under which names: `0 under psk and nssk, but −1 under ssk`. */
function grouped(values: readonly (string | null)[], names: readonly string[], say: (value: string) => string): string {
  const groups = [...new Set(values.filter((value) => value !== null))].map((value) => {
    const under = names.filter((_, i) => values[i] === value);
    return `${say(value)} under ${listed(under)}`;
  });
  return groups.length === 2 ? groups.join(", but ") : listed(groups, ", and").replace(" ,", ",");
}
