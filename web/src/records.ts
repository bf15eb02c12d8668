// The records that the program sends: the JSON of `solve serve` and of the book. Types only.

export type Player = "black" | "white";

/** What is asked about: a position with its past, under one ruleset. */
export interface Question {
  board: string;
  /** The edges, a line each, of a board that is no built-in one. */
  edges?: string;
  /** The name of a ruleset with its options, as on the command line. */
  rules: string;
  start?: string;
  to_move?: Player;
  moves?: string[];
}

export interface Axis {
  name: string;
  help: string;
  /** The values, the default first. */
  values: string[];
}

export interface Ruleset {
  id: string;
  title: string;
  document: string;
  summary: string;
  names: { name: string; options: Record<string, string> }[];
  axes: Axis[];
  articles: { article: string; says: string }[];
  state: string;
  readings: { option: string | null; text: string; forced_by: string }[];
}

export interface Catalogue {
  schema: number;
  version: string;
  rulesets: Ruleset[];
  boards: string[];
}

/** A board: a grid if `graph` is null. */
export interface Board {
  board: string;
  graph: { points: string[]; edges: [string, string][] } | null;
  rows: number | null;
  columns: number | null;
  /** The names of the points, in the order of the letters of a position. */
  points: string[];
}

export interface Step {
  number: number;
  player: Player;
  move: string;
  position: string;
  captured: string[];
  lost: string[];
  words: string;
}

export interface Moment {
  number: number;
  position: string;
  before: boolean;
  player: Player | null;
  move: string | null;
}

export interface Barred {
  move: string;
  why: string;
  since?: number | null;
  moment?: Moment | null;
}

export interface Look {
  board: string;
  rules: string;
  title: string;
  start: string;
  to_move: Player;
  moves: string[];
  steps: Step[];
  illegal: { number: number; player: Player; move: string; why: string; since?: number | null } | null;
  position: string;
  last: string | null;
  player: Player | null;
  stage: string | null;
  ended: { score: string; words: string; dead: string[] | null } | null;
  count: { score: string; black: string[]; white: string[] } | null;
  legal: string[];
  barred: Barred[];
  refused: { move: string; why: string }[];
}

export interface Interval {
  low: string;
  high: string;
  /** Whether the value is more than `low`, or less than `high`. */
  low_exclusive?: boolean;
  high_exclusive?: boolean;
}

export interface MoveValue {
  move: string;
  value: string | null;
  bounds: Interval;
}

export interface Effort {
  asking?: string | null;
  nodes: number;
  seconds: number;
}

export interface BoundsEvent extends Effort {
  value: string | null;
  bounds: Interval;
}

export interface MovesEvent extends Effort {
  move_values: MoveValue[];
}

/** A move of the line, with what was barred for the player who made it. */
export interface Reason extends Step {
  bars: { move: string; why: string; since?: number | null }[];
}

/** What is published of a position, and what there is to check it with. */
export interface Published {
  value: string | null;
  bounds: Interval;
  backing: { kind: "certificate" | "remade" | "search"; path?: string; sha256?: string; command: string }[];
}

export interface Answer {
  value: string | null;
  bounds: Interval;
  /** Where games may go on for ever: what each player is sure of if this one ends. */
  finite_play?: { low: number; high: number; black_can_force_no_result: boolean; white_can_force_no_result: boolean } | null;
  best_moves: string[];
  all_best_moves: boolean;
  move_values?: MoveValue[];
  line: string[];
  line_moves: number;
  line_complete: boolean;
  repeats_from?: number | null;
  nodes?: number;
  seconds?: number;
  stopped?: string | null;
  why?: Reason[];
}

export interface ClaimPosition {
  question: Question;
  says: string;
  holds: boolean | null;
  found: string;
  line: string[];
}

export interface Claim {
  id: string;
  section: string;
  quote: string;
  claim: string;
  verdict: string;
  basis: string | null;
  note: string;
  positions: ClaimPosition[];
  /** What was checked besides, of no one position. */
  others?: { says: string; holds: boolean | null; found: string }[];
}

export interface Claims {
  documents: { id: string; title: string; claims: Claim[] }[];
}

export interface TableCell {
  value: string | null;
  bounds?: Interval;
  best_moves?: string[];
  certificate?: string | null;
}

export interface Tables {
  rulesets: string[];
  rows: { board: string; values: Record<string, TableCell | undefined> }[];
}

export interface CheckRecord {
  verified: boolean;
  says: string[];
  board?: string;
  rules?: string;
}
