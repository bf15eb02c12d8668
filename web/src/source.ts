// Where the page gets what it shows: one interface, which a program that solves and a folder of files both carry out.

import type {
  Answered,
  Bounds,
  Catalogue,
  CheckRecord,
  Claims,
  Clauses,
  Critique,
  DifferingRecord,
  Draft,
  Drawn,
  Event,
  Finding,
  GameRecord,
  Look,
  MoveValue,
  Published,
  SmallestDifference,
  Tables,
  Texts,
} from "./records";

/** What is asked about: a position with its history, under one ruleset; with the text of its file, if that is an own one. */
export type Question = Omit<Texts, "moves"> & Partial<Pick<Texts, "moves">> & { draft?: string };

/** A ruleset with options, with the text of its file if it is an own one, whose name is then the first word of `rules`. */
export interface RulesText {
  rules: string;
  draft?: string;
}

/** What every source tells of a position. */
export type Seen = Omit<Look, "schema" | "document" | "options" | "count"> & Partial<Pick<Look, "count">>;

/** What every source tells of a value. */
type Kept = "value" | "bounds" | "best_moves" | "all_best_moves" | "line" | "line_moves" | "line_complete";

/** An answer: whole from the program, in part from a book. */
export type Answer = Pick<Answered, Kept> & Partial<Answered>;

/** Why a position has another value, or other best moves, under another ruleset. */
export type Contrast = Pick<DifferingRecord, "against" | "bounds" | "sides" | "differ" | "why" | "stopped">;

export type BoundsEvent = Extract<Event, { bounds: Bounds }>;
export type MovesEvent = Extract<Event, { move_values: MoveValue[] }>;

/** What is told while a question is solved. `answer` or `failed` comes last, and once. */
export interface Listener {
  /** What is published of the position. It comes first, and at most once. */
  published(published: Published): void;
  bounds(event: BoundsEvent): void;
  moves(event: MovesEvent): void;
  answer(answer: Answer): void;
  failed(error: string): void;
}

/** What is told while the smallest position is sought that two rulesets tell apart. `answer` or `failed` comes last, and once. */
export interface DifferListener {
  /** The board that is looked at now. */
  board(name: string): void;
  answer(difference: SmallestDifference): void;
  failed(error: string): void;
}

/** What is told while a ruleset is criticised. `answer` or `failed` comes last, and once. */
export interface CritiqueListener {
  finding(finding: Finding): void;
  answer(critique: Critique): void;
  failed(error: string): void;
}

/** What a source can do besides answering about a position without moves. */
export interface Abilities {
  /** Moves can be played, and any legal position set up. */
  play: boolean;
  /** Boards can be given by their edges. */
  edges: boolean;
  /** Certificates can be made and checked. */
  certificates: boolean;
  /** It can be told how the games under two rulesets part. */
  contrast: boolean;
  /** Game records can be read. */
  records: boolean;
  /** Own rulesets can be read, solved and criticised. */
  laboratory: boolean;
  /** What the source is, and what it cannot do, in sentences. Empty if it can do everything. */
  words: string;
  /** Where a search stops that a limit of memory ends, and what has more, in a sentence. Empty if there is nothing to say. */
  limit: string;
}

export interface Source {
  readonly abilities: Abilities;
  catalogue(): Promise<Catalogue>;
  /** The boards on which every start position can be asked about; null: all boards. */
  setUpBoards(): Promise<string[] | null>;
  /** The rulesets, with options, that can be asked about on a board; null: all of the catalogue. */
  rulesOf(board: string, empty: boolean): Promise<string[] | null>;
  board(name: string, edges: string | null): Promise<Drawn>;
  /** The position after the moves, and what may be played. No search. */
  look(question: Question): Promise<Seen>;
  /** Solves. The function that it returns stops the search, after which nothing is told any more. */
  solve(question: Question, listener: Listener): () => void;
  /** Why a position has another value, or other best moves, under another ruleset. */
  contrast(question: Question, against: RulesText): Promise<Contrast>;
  claims(): Promise<Claims>;
  tables(): Promise<Tables>;
  certificate(question: Question): Promise<{ name: string; bytes: Blob }>;
  check(bytes: Blob): Promise<CheckRecord>;
  /** The game of a file in SGF. */
  record(bytes: ArrayBuffer): Promise<GameRecord>;
  /** Reads the text of a rules file; `name` is what the ruleset is called if it does not say it. */
  draft(name: string, text: string): Promise<Draft>;
  /** The text of a rules file with the clauses of a ruleset. */
  like(rules: string, name: string): Promise<string>;
  /** The meaning of every clause. */
  clauses(): Promise<Clauses>;
  /** The smallest position, on grids up to one, that two rulesets tell apart. The function that it returns stops the search. */
  differ(rules: RulesText, against: RulesText, upTo: string, listener: DifferListener): () => void;
  /** What is known to go wrong with rules, tried on a ruleset. The function that it returns stops it. */
  critique(rules: RulesText, listener: CritiqueListener): () => void;
}
