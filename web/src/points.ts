// What each intersection and each other move shows and says, under one ruleset.

import { bestMoves, type Column } from "./column";
import { colourOf, type Stone, stonesOf } from "./position";
import type { Barred } from "./records";
import { bounded, boundedInWords, printed, shade } from "./score";

export type Kind = "stone" | "open" | "barred" | "refused" | "over";

export interface Point {
  /** The name of the move: of an intersection, or such as `pass`. */
  move: string;
  kind: Kind;
  stone: Stone;
  /** The value of the move once it is exact. */
  value: string | null;
  /** What the tile on the intersection says: a value, or bounds. */
  text: string;
  shade: string;
  best: boolean;
  last: boolean;
  /** Why the move cannot be made. */
  why: string;
  barred: Barred | null;
  /** What else there is to say of the move than its name and value. */
  notes: string[];
  /** All of this in words. */
  spoken: string;
}

/** The intersections of the board in order, and then the other moves: the pass, and those of rulesets with stages. */
export function pointsOf(column: Column): { board: Point[]; others: Point[] } {
  const { board, look, question } = column;
  if (!board) return { board: [], others: [] };
  const stones = stonesOf(look?.position ?? question.start ?? "");
  const names = new Set(board.points);
  const illegal = look ? [...look.barred, ...look.refused, ...(look.illegal ? [look.illegal] : [])].map((each) => each.move) : [];
  const moves = look ? [...look.legal, ...illegal] : [];
  const others = [...new Set(moves.filter((move) => !names.has(move)))];
  return {
    board: board.points.map((move, i) => pointOf(column, move, stones[i] ?? ".", true)),
    others: others.map((move) => pointOf(column, move, ".", false)),
  };
}

function pointOf(column: Column, move: string, stone: Stone, onBoard: boolean): Point {
  const { look } = column;
  // Where the game cannot be played on, the position before the illegal move is shown, with its sign.
  const barred = look?.barred.find((each) => each.move === move) ?? (look?.illegal?.move === move ? look.illegal : null);
  const refused = look?.refused.find((each) => each.move === move);
  const known = column.moves.get(move);
  const open = look?.legal.includes(move) === true || known !== undefined;
  const kind = stone !== "." ? "stone" : barred ? "barred" : refused ? "refused" : open ? "open" : "over";
  const size = column.board!.points.length;
  const value = kind === "open" ? (known?.value ?? null) : null;
  const text = kind !== "open" || !known ? "" : value !== null ? printed(value) : bounded(known.bounds, size);
  const best = kind === "open" && bestMoves(column).includes(move);
  const last = look?.last === move;
  const why = barred?.why ?? refused?.why ?? "";
  const worth = text === "" ? [] : [`worth ${boundedInWords(text)}`];
  const notes = [
    ...(last ? ["the last move"] : []),
    ...(kind === "open" && text === "" && column.progress === "solving" ? ["not solved yet"] : []),
    ...(best ? ["a best move"] : []),
    ...(barred ? [`illegal: ${reasonOf(why)}`] : refused ? [`not possible, ${why}`] : []),
  ];
  return {
    move,
    kind,
    stone,
    value,
    text,
    shade: value === null ? "bound" : shade(value, size),
    best,
    last,
    why,
    barred,
    notes,
    spoken: [sayMove(move), ...(onBoard ? [colourOf(stone)] : []), ...worth, ...notes].join(", "),
  };
}

/** Why a move is illegal, without the word for it: `it would recreate the position at the start`. */
export function reasonOf(why: string): string {
  return why.replace(/^banned, /, "");
}

/** A move as a sentence names it: `B2`, `pass`, `challenge A1`. */
export function sayMove(move: string): string {
  return move.replace(":", " ");
}

/**
 * Whether best moves are framed: not where nearly every move is one. The panel then names the moves that are not.
 */
export function isFramed(column: Column): boolean {
  const legal = column.look?.legal.length ?? 0;
  return bestMoves(column).length <= Math.max(1, 0.75 * legal);
}

/** A text with a capital letter at its beginning, for a button or a sentence. */
export function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
