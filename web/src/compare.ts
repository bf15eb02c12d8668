// What differs between rulesets on one position: what bears a dog-ear, and the same in sentences.

import { bestMoves, type Column } from "./column";
import { capital, isFramed, type Point, pointsOf, reasonOf, sayMove } from "./points";
import { nameOf } from "./position";
import { boundsInWords, listed, numberOf, printed } from "./score";

/** A part of a sentence: words, a value that is shown as a tile, or the names of moves. */
export type Part = string | { value: string } | { moves: string };
export type Sentence = readonly Part[];

export interface Differences {
  /** For each ruleset whether its value is marked, as it is not that of most of them. */
  value: readonly boolean[];
  /** For each ruleset the moves that are marked: legal, best, or won by another side than under most of them. */
  moves: readonly ReadonlySet<string>[];
  /** What differs, a sentence each; or one sentence that nothing does, or that nothing is known to. */
  sentences: Sentence[];
  found: boolean;
}

/** A sentence as a screen reader or a test reads it. */
export function textOf(sentence: Sentence): string {
  return sentence.map((part) => (typeof part === "string" ? part : "value" in part ? printed(part.value) : part.moves)).join("");
}

/** Compares columns that have been looked at; `names` are their rulesets. */
export function compare(columns: readonly Column[], names: readonly string[]): Differences {
  const sentences: Sentence[] = [];
  const moves = columns.map(() => new Set<string>());
  if (columns.length < 2) return { value: [false], moves, sentences, found: false };

  columns.forEach(({ look }, i) => {
    if (look?.illegal) {
      const { player, move, number, why } = look.illegal;
      sentences.push([
        `Under ${names[i]} move ${number}, ${nameOf(player)} `,
        { moves: sayMove(move) },
        `, is illegal: ${reasonOf(why)}.`,
      ]);
    } else if (look?.ended) sentences.push([`Under ${names[i]} the game has ended: `, { value: look.ended.score }, "."]);
  });

  const values = columns.map(valueOf);
  const value = marked(values);
  const worth = (each: string): Sentence => [{ value: each }];
  if (differ(values)) sentences.unshift(["The position is worth ", ...grouped(values, names, worth), "."]);

  const [here] = columns.filter((column) => column.look && !column.look.illegal && !column.look.ended);
  const alike = columns.map((column) => {
    const { look } = column;
    const same = look && !look.illegal && !look.ended && look.position === here?.look?.position && look.player === here.look.player;
    return same ? new Map([...pointsOf(column).board, ...pointsOf(column).others].map((point) => [point.move, point])) : null;
  });
  const all = [...new Set(alike.flatMap((points) => (points ? [...points.keys()] : [])))];

  const best = columns.map((column, i) => (alike[i] && column.answer?.all_best_moves ? bestMoves(column) : null));
  const bestTexts = best.map((list) => list && [...list].sort().join(" "));
  if (differ(bestTexts)) {
    const named = (text: string): Sentence => [{ moves: bestInWords(columns[bestTexts.indexOf(text)]!, "or") }];
    sentences.push(["Best is ", ...grouped(bestTexts, names, named), "."]);
  }

  for (const aspect of [legality, sign]) {
    for (const move of all) {
      const states = alike.map((points) => (points ? aspect(points.get(move)) : null));
      marked(states).forEach((is, i) => is && moves[i]!.add(move));
    }
  }
  for (const move of all) {
    // Best moves of a column without frames have nothing that could bear the mark.
    const states = alike.map((points, i) =>
      points?.get(move)?.kind === "open" && best[i] && isFramed(columns[i]!) ? String(best[i].includes(move)) : null,
    );
    marked(states).forEach((is, i) => is && moves[i]!.add(move));
  }

  // Moves that differ alike are said together.
  const groups = new Map<string, { moves: string[]; words: Sentence }>();
  for (const move of all) {
    const states = alike.map((points) => (points ? stateOf(points.get(move)) : null));
    const legal = alike.map((points) => (points ? legality(points.get(move)) : null));
    const bars = new Set(legal.filter((each) => each !== null)).size > 1;
    if (!differ(states) && !bars) continue;
    const said = states.map((state, i) => state ?? (bars && legal[i] === "legal" ? "legal" : null));
    let before = false;
    const words = grouped(said, names, (state) => {
      const score = state.startsWith("worth ") ? state.slice(6) : null;
      // `worth 0 under psk, but −1 under ssk`: the word once.
      const part: Sentence = score === null ? [state] : before ? [{ value: score }] : ["worth ", { value: score }];
      before = score !== null;
      return part;
    });
    const key = textOf(words);
    groups.set(key, { moves: [...(groups.get(key)?.moves ?? []), move], words });
  }
  for (const { moves: group, words } of groups.values()) {
    const named = listed(group.map(sayMove));
    // The name of an intersection is written as it is.
    const begin = here?.board?.points.includes(group[0]!) ? named : capital(named);
    sentences.push([{ moves: begin }, group.length === 1 ? " is " : " are ", ...words, "."]);
  }

  if (sentences.length > 0) return { value, moves, sentences, found: true };
  return { value, moves, sentences: [nothing(columns, names)], found: false };
}

/** The best moves in words: `every move` where all are, and what they are not where nearly all are. */
export function bestInWords(column: Column, last = "and"): string {
  const best = bestMoves(column);
  const others = column.look?.legal.filter((move) => !best.includes(move)) ?? [];
  if (best.length > 1 && others.length === 0) return "every move";
  if (!isFramed(column)) return `every move except ${listed(others.map(sayMove))}`;
  return listed(best.map(sayMove), last);
}

/** The value that is shown of a column: what was found, or what is published. */
export function valueOf(column: Column): string | null {
  return column.look?.illegal ? null : (column.value ?? column.published?.value ?? null);
}

/** What a sentence says of a move, if it is known. */
function stateOf(point: Point | undefined): string | null {
  if (!point) return "not a move";
  if (point.kind === "barred") return "illegal";
  if (point.kind === "refused") return "not possible";
  return point.kind === "open" && point.value !== null ? `worth ${point.value}` : null;
}

/** Whether a move may be made. */
function legality(point: Point | undefined): string | null {
  return !point ? null : point.kind === "open" ? "legal" : point.kind === "barred" || point.kind === "refused" ? "illegal" : null;
}

/** Who wins after a move. */
function sign(point: Point | undefined): string | null {
  if (point?.kind !== "open" || point.value === null) return null;
  return point.value === "no-result" ? point.value : String(Math.sign(numberOf(point.value)));
}

/** Which of these are not what most are. Where two are as frequent, and of two, the first is the measure. */
function marked(values: readonly (string | null)[]): boolean[] {
  const known = values.filter((value) => value !== null);
  const count = (value: string) => known.filter((each) => each === value).length;
  const usual = known.reduce<string | null>((most, value) => (most === null || count(value) > count(most) ? value : most), null);
  return values.map((value) => value !== null && value !== usual);
}

/** What can be said where no difference has been found: no more than is known. */
function nothing(columns: readonly Column[], names: readonly string[]): Sentence {
  if (columns.some((column) => valueOf(column) === null)) {
    const known = columns.flatMap((column, i): Sentence[] => {
      const value = valueOf(column);
      if (value !== null) return [[{ value }, ` under ${names[i]}`]];
      return column.bounds ? [[`${boundsInWords(column.bounds)} under ${names[i]}`]] : [];
    });
    if (known.length === 0) return ["Nothing so far."];
    return ["Nothing is known to differ yet: ", ...known.flatMap((each, i) => (i === 0 ? each : [", ", ...each])), "."];
  }
  const exact = columns.every(({ progress, look, answer, moves }) => {
    const worth = look?.legal.every((move) => moves.get(move)?.value) === true;
    return progress === "over" || (worth && answer?.all_best_moves === true);
  });
  return [
    exact
      ? "Nothing differs here: the value, the best moves, what each move is worth and what is illegal are the same."
      : "The value is the same. What each move is worth is not known under all of these rulesets.",
  ];
}

function differ(values: readonly (string | null)[]): boolean {
  return new Set(values.filter((value) => value !== null)).size > 1;
}

/** What holds under which names, what holds under most of them first: `0 under psk and nssk, but −1 under ssk`. */
function grouped(values: readonly (string | null)[], names: readonly string[], say: (value: string) => Sentence): Sentence {
  const count = (value: string) => values.filter((each) => each === value).length;
  const each = [...new Set(values.filter((value) => value !== null))].sort((a, b) => count(b) - count(a));
  return each.flatMap((value, i) => {
    const under = listed(names.filter((_, column) => values[column] === value));
    const before = i === 0 ? "" : each.length === 2 ? ", but " : i === each.length - 1 ? ", and " : ", ";
    return [...(before ? [before] : []), ...say(value), ` under ${under}`];
  });
}
