// What the page shows, as one value that the address tells in full, and the changes that a reader can make to it.

import { emptied } from "./position";
import type { Player } from "./records";
import type { Question, RulesText } from "./source";
import { following, type Tree, withLine, withoutLine } from "./tree";

export type View = "board" | "tour" | "tables" | "rules";

export interface PageState {
  readonly view: View;
  readonly board: string;
  /** The edges, a line each, of a board that is no built-in one. */
  readonly edges: string | null;
  /** The position before the moves; null: the empty board. */
  readonly start: string | null;
  readonly toMove: Player;
  /** One to four rulesets with their options. */
  readonly rules: readonly string[];
  /** The texts of the rules files of own rulesets, by their names. */
  readonly own: Readonly<Record<string, string>>;
  /** The moves up to the position shown. They are a line of the tree. */
  readonly moves: readonly string[];
  readonly tree: Tree;
  readonly mode: "play" | "setup";
  /** The claim that the tour shows. */
  readonly claim: string | null;
  /** The line that is told move by move: of which ruleset, and at which move. */
  readonly why: { readonly column: number; readonly step: number } | null;
  /** Two rulesets, by their columns, of which is told why they differ, and the move of their line that is shown. */
  readonly differ: { readonly columns: readonly [number, number]; readonly step: number | null } | null;
  /** Whether the page stands in another page: the panels alone. */
  readonly embed: boolean;
}

export const MOST_RULESETS = 4;

/** What the page shows at first: a board whose value two superko rules disagree on. */
export const FIRST: PageState = {
  view: "board",
  board: "3x3",
  edges: null,
  start: null,
  toMove: "black",
  rules: ["psk", "nssk"],
  own: {},
  moves: [],
  tree: [],
  mode: "play",
  claim: null,
  why: null,
  differ: null,
  embed: false,
};

/** The question that the page asks under one of its rulesets. */
export function questionOf(state: PageState, rules: string): Question {
  return {
    board: state.board,
    ...(state.edges === null ? {} : { edges: state.edges }),
    ...rulesText(state, rules),
    ...(state.start === null ? {} : { start: state.start }),
    to_move: state.toMove,
    moves: [...state.moves],
  };
}

/** A ruleset with the text of its file, if it is an own one. */
export function rulesText(state: PageState, rules: string): RulesText {
  const draft = state.own[rules.split(" ")[0]!];
  return draft === undefined ? { rules } : { rules, draft };
}

export function play(state: PageState, move: string): PageState {
  return goTo(state, [...state.moves, move]);
}

/** Goes to the end of a line, which enters the tree if it is new. */
export function goTo(state: PageState, moves: readonly string[]): PageState {
  return { ...state, moves, tree: withLine(state.tree, moves), why: null, differ: null };
}

export function undo(state: PageState): PageState {
  return state.moves.length === 0 ? state : goTo(state, state.moves.slice(0, -1));
}

/** Goes on along the line that was last walked, or else along the first variation. */
export function redo(state: PageState, walked: readonly string[]): PageState {
  const next = following(state.tree, state.moves);
  const along = state.moves.every((move, i) => walked[i] === move) ? walked[state.moves.length] : undefined;
  const node = next.find((each) => each.move === along) ?? next[0];
  return node ? play(state, node.move) : state;
}

/** Takes a variation out of the tree; if it is being shown, what stood before it is shown. */
export function forget(state: PageState, line: readonly string[]): PageState {
  const shown = line.every((move, i) => state.moves[i] === move);
  const moves = shown ? line.slice(0, -1) : state.moves;
  return { ...state, tree: withoutLine(state.tree, line), moves, why: null, differ: null };
}

export function withBoard(state: PageState, board: string, edges: string | null): PageState {
  return { ...state, board, edges, start: null, toMove: "black", moves: [], tree: [], why: null, differ: null };
}

export function withStart(state: PageState, start: string, toMove: Player): PageState {
  return { ...state, start: emptied(start), toMove, moves: [], tree: [], why: null, differ: null };
}

export function withRules(state: PageState, column: number, rules: string): PageState {
  return { ...state, rules: state.rules.map((each, i) => (i === column ? rules : each)), differ: null };
}

export function addRules(state: PageState, rules: string): PageState {
  return state.rules.length < MOST_RULESETS ? { ...state, rules: [...state.rules, rules] } : state;
}

export function removeRules(state: PageState, column: number): PageState {
  return { ...state, rules: state.rules.filter((_, i) => i !== column), why: null, differ: null };
}

/** The address of the editor: with the own rulesets, and a board on which rules are solved as one types. */
export function inEditor(state: PageState): PageState {
  return state.view === "rules" ? state : { ...withBoard(state, "2x2", null), view: "rules", mode: "play", claim: null };
}

/** Without own rulesets, whose texts are not to be used. */
export function withoutOwn(state: PageState): PageState {
  const rules = state.rules.filter((each) => !(each.split(" ")[0]! in state.own));
  return { ...state, own: {}, rules: rules.length === 0 ? FIRST.rules : rules, why: null, differ: null };
}

/** The position of a question, under its ruleset and others beside it. */
export function atQuestion(state: PageState, question: Question, others: readonly string[] = []): PageState {
  const moves = question.moves ?? [];
  return {
    ...state,
    board: question.board,
    edges: question.edges ?? null,
    start: emptied(question.start ?? ""),
    toMove: question.to_move ?? "black",
    rules: [...new Set([question.rules, ...others])].slice(0, MOST_RULESETS),
    moves,
    tree: withLine([], moves),
    mode: "play",
    why: null,
    differ: null,
  };
}
