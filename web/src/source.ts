// Where the page gets what it shows: one interface, which a program that solves and a folder of files both carry out.

import type { Answer, Board, BoundsEvent, Catalogue, CheckRecord, Claims, Look, MovesEvent, Published, Question, Tables } from "./records";

/** What is told while a question is solved. `answer` or `failed` comes last, and once. */
export interface Listener {
  /** What is published of the position. It comes first, and at most once. */
  published(published: Published): void;
  bounds(event: BoundsEvent): void;
  moves(event: MovesEvent): void;
  answer(answer: Answer): void;
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
  /** What the source is, and what it cannot do, in sentences. Empty if it can do everything. */
  words: string;
}

export interface Source {
  readonly abilities: Abilities;
  catalogue(): Promise<Catalogue>;
  /** The boards on which every start position can be asked about; null: all boards. */
  setUpBoards(): Promise<string[] | null>;
  /** The rulesets, with options, that can be asked about on a board; null: all of the catalogue. */
  rulesOf(board: string, empty: boolean): Promise<string[] | null>;
  board(name: string, edges: string | null): Promise<Board>;
  /** The position after the moves, and what may be played. No search. */
  look(question: Question): Promise<Look>;
  /** Solves. The function that it returns stops the search, after which nothing is told any more. */
  solve(question: Question, listener: Listener): () => void;
  claims(): Promise<Claims>;
  tables(): Promise<Tables>;
  certificate(question: Question): Promise<{ name: string; bytes: Blob }>;
  check(bytes: Blob): Promise<CheckRecord>;
}
