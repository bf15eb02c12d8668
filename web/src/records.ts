// The records that the program sends: the JSON of `solve serve` and of the book. Types only.
// Made by web/records.mjs from solutions/schema/serve-*.json, error.json and why-against.json, not by hand.

/** `serve-answer.json`: The last event of a question. */
export interface Answered {
  /** Whether these are all of them. */
  all_best_moves: boolean;
  /** First moves that keep the value. */
  best_moves: MoveName[];
  /** Rows by columns, or the name of a graph. */
  board: string;
  /** What is proved of the value. */
  bounds: Bounds;
  /** The document that it carries out. */
  document: string;
  /**
   * What the runs took whose checkpoint this one went on from, if it went on from one. Nodes and
   * seconds beside it are those of this run alone.
   */
  earlier_runs?: EarlierRuns | null;
  /** What each player can force in finite play, where games may go on for ever. */
  finite_play?: FinitePlay | null;
  /** Points and edges, of a board that is not a grid. */
  graph?: GraphRecord | null;
  /** The moves, or as many of them as the record gives. */
  line: MoveName[];
  /** Whether the line goes on to the end of the game, or to where it repeats itself. */
  line_complete: boolean;
  /** The number of moves of the whole line. */
  line_moves: number;
  /**
   * Whether the value, which is not known, may also be that the game has no result. Then `bounds`
   * are those of what the players can force in finite play.
   */
  may_be_no_result?: boolean;
  /** Every legal first move with its value, if that was asked for. */
  move_values?: MoveValue[];
  /** The moves that were played from the start before the question is asked. */
  moves: MoveName[];
  /** Nodes searched, or states listed. */
  nodes: number;
  /** Every option that it has. */
  options: Record<string, string>;
  /**
   * What is published of the start, if the start and the rules are published and no move was made.
   * The answer does not rest on it.
   */
  published?: Published | null;
  /** The game in SGF that it was read from, if it was. */
  record?: SourceRecord | null;
  /** If the line goes on for ever: the number of moves after which it repeats itself. */
  repeats_from?: number | null;
  /** Lemmas, or states, in the table at the end. */
  results: number;
  /** The name of the ruleset. */
  rules: string;
  /** The version of this form. */
  schema: number;
  /** The time. */
  seconds: number;
  /**
   * The position: rows from the top with `/` between them, or one letter for each point of a graph.
   */
  start: string;
  /** What was left undone, if anything: the reason. */
  stopped?: Stopped | null;
  /** Its name in prose. */
  title: string;
  /** Who moves first. */
  to_move: Player;
  /** The value; `null` if it was not found within the limits. */
  value: Value | null;
  /** The line move by move, each with what was banned for the player who made it. */
  why: Told[];
  /** `reconstruction` if it is one, as its document was not at hand; left out otherwise. */
  wording?: string | null;
}

/** An article of a document. */
export interface ArticleRecord {
  /** Its number or title. */
  article: string;
  /** What it says. */
  says: string;
}

/** What there is to check a published value or bound with. */
export type Backing =
  /** A certificate in the repository. */
  | {
      /** The command that made it. */
      command: string;
      kind: "certificate";
      /** Its path. */
      path: string;
      /** Its SHA-256 sum. */
      sha256: string;
    }
  /** A certificate that is too large for the repository. */
  | {
      /** The command that makes it again. */
      command: string;
      kind: "remade";
      /** Its SHA-256 sum. */
      sha256: string;
      path?: never;
    }
  /** The search alone. */
  | {
      /** The command that repeats it. */
      command: string;
      kind: "search";
      path?: never;
      sha256?: never;
    };

/** A move that the history bans, or that may not be made for another reason. */
export interface Barred {
  /** The position at that moment, and the move that led to it. */
  moment: Earlier | null;
  /** The move. */
  move: string;
  /** The number that it would have. */
  number: number;
  /** The player who would make it. */
  player: Player;
  /**
   * The number of the move that made the reason true, 0 for the start; `null` if the history has
   * nothing to do with it.
   */
  since: number | null;
  /** Why. */
  why: string;
}

/** What is proved of a value that lies between two scores. */
export interface Bounds {
  /** White can hold him to this. */
  high: Value;
  /** Whether the value is less than `high`; left out if it may be as much. */
  high_exclusive?: boolean;
  /** Black can reach this. */
  low: Value;
  /** Whether the value is more than `low`; left out if it may be as much. */
  low_exclusive?: boolean;
}

/** One thing that a check was tried on: a position, or all starts of some boards. */
export interface Case {
  /** What was found. */
  found: string;
  /** What it was tried on, and where that comes from. */
  on: string;
  /** What the documents' claims have on record of the same position under the same rules. */
  on_record?: OnRecord[];
  /** The position with a line of play. */
  shown?: Shown | null;
  /** What stopped the work, if something did. */
  stopped?: Stopped | null;
  /** Whether something goes wrong there. */
  verdict: Judged;
}

/** `serve-catalogue.json`: What there is to choose from. */
export interface Catalogue {
  /**
   * Boards by their names, small ones first. Any other of at most 20 points can be asked about too.
   */
  boards: string[];
  /** Every ruleset. */
  rulesets: RulesetRecord[];
  /** The version of this form. */
  schema: number;
  /** The version of the program. */
  version: string;
}

/** The value of an empty board, Black to move. */
export interface Cell {
  /** First moves that keep the value. */
  best_moves: string[];
  /** What is proved of the value. */
  bounds: Bounds;
  /** The path of the certificate in the published folder. */
  certificate: string | null;
  /** The value; `null` if it was not found within the limit. */
  value: Value | null;
}

/** `serve-check.json`: What a check says of a file. */
export interface CheckRecord {
  /** The board, if it is verified. */
  board?: string | null;
  /**
   * The ruleset with its options, or the clauses of which its rules are composed, if it is
   * verified.
   */
  rules?: string | null;
  /** What the certificate proves, a line for each state, or why it proves nothing. */
  says: string[];
  /** The version of this form. */
  schema: number;
  /** Whether every step is right. */
  verified: boolean;
}

/** A claim. */
export interface ClaimRecord {
  /**
   * The least firm of the positions on which the verdict was found; `null` if none was looked at.
   */
  basis: Origin | null;
  /** What is claimed, in our words. */
  claim: string;
  /** Its name. */
  id: string;
  /** What a reader should know of the verdict. */
  note: string;
  /** The other checks. */
  others: OtherRecord[];
  /** The checks that are about a position that can be opened. */
  positions: PositionRecord[];
  /** The document's own words. */
  quote: string;
  /** Its place in the document. */
  section: string;
  /** The verdict on record. */
  verdict: Verdict;
}

/** `serve-claims.json`: All claims. */
export interface Claims {
  /** The documents, and the findings of ours. */
  documents: DocumentRecord[];
  /** The version of this form. */
  schema: number;
}

/** The meaning of a clause. */
export interface ClauseHelp {
  /** Its name. */
  name: string;
  /** What it says. */
  says: string;
  /** Its values, the default first. */
  values: ClauseValue[];
}

/** A value of a clause. */
export interface ClauseValue {
  /** What it means. */
  means: string;
  /** The value as a file has it. */
  value: string;
}

/** `serve-clauses.json`: The meaning of every clause. */
export interface Clauses {
  /** The clauses, in the order of the documentation. */
  clauses: ClauseHelp[];
  /** The version of this form. */
  schema: number;
}

/** The area of a position. */
export interface Count {
  /** Black's stones and surrounded intersections. */
  black: string[];
  /** Black's points minus White's. */
  score: Value;
  /** White's. */
  white: string[];
}

/** `critique.json`: A critique of one ruleset. */
export interface Critique {
  /** The checks, in their order. */
  checks: Finding[];
  /** Whether what takes longer was tried too. */
  deep: boolean;
  /** The document that it carries out. */
  document: string;
  /** The nodes that one case of a check may cost. */
  node_limit: number;
  /** Every option that it has. */
  options: Record<string, string>;
  /** The name of the ruleset. */
  rules: string;
  /** The version of this form. */
  schema: number;
  /** Its name in prose. */
  title: string;
  /** `reconstruction` if it is one, as its document was not at hand; left out otherwise. */
  wording?: string | null;
}

/** `why-against.json`: What `solve why --against --json` prints. */
export interface DifferingRecord {
  /** The other ruleset. */
  against: NamedRules;
  /** Rows by columns, or the name of a graph. */
  board: string;
  /** What is proved of the value under each ruleset, the question's first. */
  bounds: [Bounds, Bounds];
  /** Whether the value or the best moves differ; `null` if that was not found. */
  differ: boolean | null;
  /** The document that it carries out. */
  document: string;
  /** Points and edges, of a board that is not a grid. */
  graph?: GraphRecord | null;
  /** The moves that were played from the start before the question is asked. */
  moves: MoveName[];
  /** Nodes searched, or states listed. */
  nodes: number;
  /** Every option that it has. */
  options: Record<string, string>;
  /** The game in SGF that it was read from, if it was. */
  record?: SourceRecord | null;
  /** Lemmas, or states, in the table at the end. */
  results: number;
  /** The name of the ruleset. */
  rules: string;
  /** The version of this form. */
  schema: number;
  /** The time. */
  seconds: number;
  /** The value and all best moves under each; `null` if they were not found within the limits. */
  sides: [SideRecord, SideRecord] | null;
  /**
   * The position: rows from the top with `/` between them, or one letter for each point of a graph.
   */
  start: string;
  /** What was left undone, if anything: the reason. */
  stopped?: Stopped | null;
  /** Its name in prose. */
  title: string;
  /** Who moves first. */
  to_move: Player;
  /** Why they differ; `null` if they do not, or if that was not found. */
  why: Why | null;
  /** `reconstruction` if it is one, as its document was not at hand; left out otherwise. */
  wording?: string | null;
}

/** A document. */
export interface DocumentRecord {
  /** What it claims, in its order. */
  claims: ClaimRecord[];
  /** Its name. */
  id: string;
  /** Author, title, date. */
  title: string;
}

/** `serve-draft.json`: The ruleset of a rules file, or the first error in the file. */
export interface Draft {
  /** The first error; `null` if there is none. */
  fault: FaultRecord | null;
  /** The ruleset; `null` if there is an error. */
  ruleset: RulesetRecord | null;
  /** The version of this form. */
  schema: number;
}

/** `serve-board.json`: A board. */
export interface Drawn {
  /** Its name. */
  board: string;
  /** The columns. */
  columns: number | null;
  /** Its points and edges; `null` for a grid. */
  graph: GraphRecord | null;
  /** The names of the points, in the order of the letters of a position. */
  points: string[];
  /** The rows; `null` for a graph that is not laid out in rows. */
  rows: number | null;
  /** The version of this form. */
  schema: number;
}

/** An earlier moment of a game. */
export interface Earlier {
  /** Whether that is the position that the move was made on, and not the one after it. */
  before: boolean;
  /** The move. */
  move: MoveName | null;
  /** The number of the move, 0 for the start. */
  number: number;
  /** Who made the move. */
  player: Player | null;
  /** The position that bans the move. */
  position: string;
}

/** What the runs took that led to a checkpoint, without what came after it. */
export interface EarlierRuns {
  /** The nodes. */
  nodes: number;
  /** The time. */
  seconds: number;
}

/** The end of a game. */
export interface Ended {
  /** The stones that are dead, under rulesets that know dead stones. */
  dead: string[] | null;
  /** Black's points minus White's. */
  score: Value;
  /** The same in words. */
  words: string;
}

/** `error.json`: What is printed with `--json` where there is no result. */
export interface ErrorRecord {
  /** What was wrong, and what was expected, in one line. */
  error: string;
  /** The version of this form. */
  schema: number;
}

/** `serve-event.json`: Something that is known before the answer is complete. */
export type Event =
  /** What is proved of the value, told again as the work goes on. */
  | {
      /** The question in hand, in words. */
      asking: string;
      /** What is proved of the value. */
      bounds: Bounds;
      /** Nodes searched, or states listed, so far. */
      nodes: number;
      /** The time so far. */
      seconds: number;
      /** The value, once it is known exactly. */
      value: Value | null;
    }
  /** Moves of whose values more is known than before. */
  | {
      /** The question in hand, in words. */
      asking: string;
      /** The moves. */
      move_values: MoveValue[];
      /** Nodes searched, or states listed, so far. */
      nodes: number;
      /** The time so far. */
      seconds: number;
    };

/** An error in a rules file. */
export interface FaultRecord {
  /** The column, in characters from 1. */
  column: number;
  /** Words that may be meant instead of the one at this place, the likeliest first. */
  instead: string[];
  /** The line, from 1. */
  line: number;
  /** Changes of one clause each that mend clauses which do not go together. */
  mends: MendRecord[];
  /** What is wrong, and what was expected. */
  what: string;
}

/** What a check found. */
export interface Finding {
  /** What it asks. */
  asks: string;
  /** What it was tried on. */
  cases: Case[];
  /** The name of the check on the command line. */
  id: string;
  /** Its name in the field's own words. */
  name: string;
  /** The nodes that it cost. */
  nodes: number;
  /** Where the question comes from. */
  source: string;
  /** What its cases come to together. */
  verdict: Judged;
}

/** What can be forced where games may go on for ever. */
export interface FinitePlay {
  /** Whether Black can keep the game from ending. */
  black_can_force_no_result: boolean;
  /** What White can hold him to. */
  high: number;
  /** What Black can force. */
  low: number;
  /** Whether White can. */
  white_can_force_no_result: boolean;
}

/** A start on which the rulesets differ. */
export interface Found {
  /** What it is under the first ruleset. */
  a: SideRecord;
  /** What it is under the other. */
  b: SideRecord;
  /** Rows by columns. */
  board: string;
  /**
   * The position: rows from the top with `/` between them, or one letter for each point of a graph.
   */
  start: string;
  /** Who moves first. */
  to_move: Player;
  /**
   * How many starts come before it that might differ, but could not be solved within the limits.
   */
  unsolved_before: number;
  /** Why; `null` if that was not found within the limits. */
  why: Why | null;
}

/** `serve-record.json`: A game of a record, as a page shows it. */
export interface GameRecord {
  /** The board, rows by columns. */
  board: string;
  /** The moves of the main line. */
  moves: MoveName[];
  /**
   * What else is to be said of it, a sentence each: a ruleset that is not known, komi, further
   * games.
   */
  notes: string[];
  /**
   * The ruleset that the record names, with its options; `null` if it names none that is known
   * here.
   */
  rules: string | null;
  /** The version of this form. */
  schema: number;
  /**
   * If the starting position was set up after moves of the line, which are then no part of the
   * history: how many.
   */
  set_up_after: number | null;
  /** The starting position: rows from the top with `/` between them. */
  start: string;
  /** Who moves first. */
  to_move: Player;
}

/**
 * The points of a board in the order of the letters of a position, and its edges, all by their
 * names. A board whose name does not say these has it in its record.
 */
export interface GraphRecord {
  /** The edges. */
  edges: [string, string][];
  /** The points. */
  points: string[];
}

/** `serve-health.json`: How much is being done. */
export interface Health {
  /** How many questions are worked on at once, at most. */
  at_once: number;
  /** The questions that are worked on. */
  running: number;
  /** The version of this form. */
  schema: number;
  /** The version of the program. */
  version: string;
  /** The questions that wait for their turn. */
  waiting: number;
}

/** Whether something goes wrong. */
export type Judged =
  /** It does, as the evidence shows. */
  | "present"
  /** It does not, on all that was looked at. */
  | "absent"
  /** The limit of nodes left it open. */
  | "not-decided"
  /** The question has no meaning under the ruleset, or the position no place. */
  | "not-applicable";

/** How two games part. */
export type Kind =
  /** The history bans the move under one of the rulesets. */
  | "barred"
  /** One of the rulesets does not admit the move. */
  | "refused"
  /** The move ends one game, and the other goes on. */
  | "end"
  /** The move ends both games, with different scores. */
  | "score"
  /** The games go on from different positions, or with different players to move. */
  | "stage";

/** `serve-look.json`: A state as it can be seen, after as many of some moves as may be made. */
export interface Look {
  /** The moves that the history bans. */
  barred: Barred[];
  /** Rows by columns, or the name of a graph. */
  board: string;
  /** The points that each player would have by area if the game ended as it stands. */
  count: Count;
  /** The document that it carries out. */
  document: string;
  /** The end of the game. */
  ended: Ended | null;
  /** Points and edges, of a board that is not a grid. */
  graph?: GraphRecord | null;
  /** The first move that may not be made; those after it are not looked at. */
  illegal: Barred | null;
  /** The intersection of the last move, if it was a stone play. */
  last: string | null;
  /** The moves that may be made. */
  legal: MoveName[];
  /** The moves that were played from the start before the question is asked. */
  moves: MoveName[];
  /** Every option that it has. */
  options: Record<string, string>;
  /** Whose turn it is; `null` when the game has ended. */
  player: Player | null;
  /** The position after the moves. */
  position: string;
  /** Plays on empty intersections that the rules never admit here. */
  refused: Refused[];
  /** The name of the ruleset. */
  rules: string;
  /** The version of this form. */
  schema: number;
  /** The stage of play, of rulesets that have several, if it is not the first. */
  stage: string | null;
  /**
   * The position: rows from the top with `/` between them, or one letter for each point of a graph.
   */
  start: string;
  /** The moves made, and what they did. */
  steps: Made[];
  /** Its name in prose. */
  title: string;
  /** Who moves first. */
  to_move: Player;
  /** `reconstruction` if it is one, as its document was not at hand; left out otherwise. */
  wording?: string | null;
}

/** A board that was looked at. */
export interface Looked {
  /** The board. */
  board: string;
  /** Those that were solved under both rulesets. */
  solved: number;
  /** The starts, up to symmetry. */
  starts: number;
  /**
   * Those of which a value was not found within the limits. All others come after the start that
   * was found.
   */
  unsolved: number;
  /** Those with the same value of which the best moves were not found within the limits. */
  unsolved_moves: number;
}

/** A move that was made. */
export interface Made {
  /** The opposing stones that it removed. */
  captured: string[];
  /** The own stones that it removed. */
  lost: string[];
  /** The move. */
  move: MoveName;
  /** Its number, from 1. */
  number: number;
  /** The player. */
  player: Player;
  /** The position after it. */
  position: string;
  /** All of it in one sentence. */
  words: string;
}

/** A change of one clause. */
export interface MendRecord {
  /** The clause. */
  clause: string;
  /**
   * Its value as a file has it; `null`: the clause is taken out. Of the list `bars` it is a word,
   * which is added, or taken out if it is there.
   */
  value: string | null;
}

/** A move by its name, such as `A2` or `pass`. */
export type MoveName = string;

/** A first move with its value, as the program prints it. */
export interface MoveValue {
  /** What is proved of the value. */
  bounds: Bounds;
  /** The move. */
  move: MoveName;
  /** The value; `null` if it was not found within the limits. */
  value: Value | null;
}

/** Another name of a ruleset. */
export interface NameRecord {
  /** The name. */
  name: string;
  /** The options that it chooses. */
  options: Record<string, string>;
}

/** A ruleset with its name. */
export interface NamedRules {
  /** The document that it carries out. */
  document: string;
  /** The ruleset with its options, as a command line has them. */
  name: string;
  /** Every option that it has. */
  options: Record<string, string>;
  /** The name of the ruleset. */
  rules: string;
  /** Its name in prose. */
  title: string;
  /** `reconstruction` if it is one, as its document was not at hand; left out otherwise. */
  wording?: string | null;
}

/** A claim of the documents about the value of the same position under the same rules. */
export interface OnRecord {
  /** Whether the value that was found is as expected; `null` if it was not found. */
  agrees: boolean | null;
  /** The name of the claim. */
  claim: string;
  /** What it expects of the value. */
  expects: string;
}

/** An option of a ruleset. */
export interface OptionRecord {
  /** What it is for. */
  help: string;
  /** Its name. */
  name: string;
  /** Its values, the default first. */
  values: string[];
}

/** Where a position comes from, the firmest first. */
export type Origin =
  /** The document gives it: in words that leave no choice, or as a diagram that survived. */
  | "given"
  /**
   * It is the only one that fits what the text says, of all that were enumerated. The claim that is
   * judged on it was not among the constraints.
   */
  | "rebuilt"
  /** It is one of several that fit what the text says. */
  | "one-of"
  /** It was made to show the mechanism that the text describes. */
  | "surrogate";

/**
 * A check that is about no position that can be opened: about many, or one that is too large, or
 * for more than two players.
 */
export interface OtherRecord {
  /** What was found. */
  found: string;
  /** Whether it is as the claim says; `null` if that was left open, or was not looked at. */
  holds: boolean | null;
  /** What was asked. */
  says: string;
}

/** What becomes of a move under one ruleset. */
export interface Part {
  /** Why it may not be made. */
  barred: Barred | null;
  /** How best play goes on: after the move, or without it if it may not be made. */
  goes_on: MoveName[];
  /** What it does, if it may be made. */
  made: Made | null;
  /** If that goes on for ever: the number of its moves after which it repeats itself. */
  repeats_from?: number | null;
  /** The score, if it ends the game. */
  score: Value | null;
  /** The scoring positions with their scores, if the score is their mean. */
  scoring_positions?: [string, number][] | null;
  /** The value after it, or without it if it may not be made; the score if it ends the game. */
  value: Value | null;
}

/** The move on which the games part. */
export interface Parting {
  /** How they part. */
  kind: Kind;
  /** The move. */
  move: MoveName;
  /** Its number. */
  number: number;
  /** The other moves that would serve him as well; the games part on each of them too. */
  others: MoveName[];
  /** The player to move. */
  player: Player;
  /** The position that it is made on, or would be. */
  position: string;
  /** The ruleset under which the move serves the player: 0 for the first, 1 for the other. */
  serves_under: number;
  /** What becomes of the move under each ruleset. */
  under: [Part, Part];
}

export type Player = "black" | "white" | "red" | "green" | "yellow" | "violet";

/** A check that is about a position. */
export interface PositionRecord {
  /** What was found. */
  found: string;
  /** Whether it is as the claim says; `null` if that was left open, or was not looked at. */
  holds: boolean | null;
  /**
   * The moves that the claim is about, from there. If they may not all be made, that is what was
   * found.
   */
  line: string[];
  /** What opens it. */
  question: Texts;
  /** What was asked. */
  says: string;
}

/** What is published of the value of a start. */
export interface Published {
  /** What there is to check this with: one backing, or one for each bound. */
  backing: Backing[];
  /** The bounds. */
  bounds: Bounds;
  /** The value; `null` if bounds alone are published. */
  value: Value | null;
}

/** A reading of a document. */
export interface ReadingRecord {
  /** What forces or suggests the default. */
  forced_by: string;
  /** The option that varies it; `null` for a choice that is settled. */
  option: string | null;
  /** The readings. */
  text: string;
}

/** A play that the rules never admit here. */
export interface Refused {
  /** The move. */
  move: MoveName;
  /** Why. */
  why: string;
}

/** A board with its values. */
export interface Row {
  /** The board. */
  board: string;
  /** The values by ruleset, of those that were solved. */
  values: Record<string, Cell>;
}

/** A ruleset as it is presented. */
export interface RulesetRecord {
  /** Whether every game ends. */
  always_ends: boolean;
  /** The articles that it carries out. */
  articles: ArticleRecord[];
  /** The options, that of the number of players left out. */
  axes: OptionRecord[];
  /** The document that it carries out. */
  document: string;
  /** Its name. */
  id: string;
  /** Other names, with the options that they choose. */
  names: NameRecord[];
  /** What the document leaves open, and how it was read. */
  readings: ReadingRecord[];
  /** What the state of a game consists of. */
  state: string;
  /** What sets it apart, in one line. */
  summary: string;
  /** Its name in prose. */
  title: string;
}

/** A position with a line of play, which the referee has replayed. */
export interface Shown {
  /** Rows by columns, or the name of a graph. */
  board: string;
  /** The command that shows it again. */
  command: string;
  /** The position at the start as a diagram. */
  diagram: string[];
  /** Points and edges, of a board that is not a grid. */
  graph?: GraphRecord | null;
  /** The line from there. */
  line: MoveName[];
  /** The moves that lead to the state that is asked about. */
  moves: MoveName[];
  /**
   * The position: rows from the top with `/` between them, or one letter for each point of a graph.
   */
  start: string;
  /** Who moves first. */
  to_move: Player;
  /** Every move in words, those that lead to the state first. */
  told: string[];
  /** The value of that state. */
  value?: Value | null;
}

/** A start under one ruleset. */
export interface SideRecord {
  /** All best moves; none if they were not found within the limits. */
  best_moves: MoveName[];
  /** The value. */
  value: Value;
}

/**
 * `differ.json`: What `solve differ --json` prints. Every pair has the two rulesets in the order in
 * which they were given.
 */
export interface SmallestDifference {
  /** The first ruleset. */
  a: NamedRules;
  /** The other. */
  b: NamedRules;
  /**
   * The smallest start with the same value and different best moves, if it comes before that one;
   * `null` if there is none among those that were solved, or none was asked for.
   */
  best_moves: Found | null;
  /** The boards that were looked at, in their order. */
  boards: Looked[];
  /** Whether no start that might have been smaller was left open. */
  complete: boolean;
  /** Nodes searched, or states listed. */
  nodes: number;
  /** The version of this form. */
  schema: number;
  /** The time. */
  seconds: number;
  /** What ended the search before it was done. */
  stopped?: Stopped | null;
  /** The last board in the order of boards that was to be looked at. */
  up_to: string;
  /**
   * The smallest start with different values; `null` if there is none among those that were solved,
   * or none was asked for.
   */
  value: Found | null;
}

/**
 * The game in SGF that a question was read from, with what does not show in the question itself.
 */
export interface SourceRecord {
  /** The file; `-` for standard input. */
  file: string;
  /** Komi as it is written. Scores are without it. */
  komi?: string | null;
  /** The moves of the whole line. */
  line_moves: number;
  /**
   * If the start was set up after moves of the line, which are then no part of the history: how
   * many.
   */
  set_up_after?: number | null;
  /** How many moves of the line were taken. */
  taken: number;
}

/** A move of the line. */
export interface StepRecord {
  /** The opposing stones that it removed. */
  captured: string[];
  /**
   * What is compared after it, under each ruleset: the value, or what the player can force (`null`
   * if no end).
   */
  compared: [Value | null, Value | null];
  /** The own stones that it removed. */
  lost: string[];
  /** The move. */
  move: MoveName;
  /** Its number, from 1. */
  number: number;
  /** The player. */
  player: Player;
  /** The position after it. */
  position: string;
  /** All of it in one sentence. */
  words: string;
}

export type Stopped =
  | "the time limit"
  | "the node limit"
  | "the memory limit"
  | "a line of play longer than the search can follow"
  | "an interruption"
  | "another thread";

/** `serve-tables.json`: The table. */
export interface Tables {
  /**
   * The rows, in the order of the published table: the boards that have tables, and those of which
   * something is proved without.
   */
  rows: Row[];
  /** The columns: every ruleset, with options, that has a value on some board. */
  rulesets: string[];
  /** The version of this form. */
  schema: number;
}

/** A question as texts: the board, a ruleset with options, the start and the moves. */
export interface Texts {
  /** Rows by columns, or the name of a graph, such as `2x3` or `cycle:5`. */
  board: string;
  /**
   * The edges of a board of one's own, two names of points a line: the board is then called
   * `graph:` and the text of `board`.
   */
  edges?: string | null;
  /** The moves made, by their names. */
  moves: string[];
  /** A ruleset with options, as a command line has them: `kee2020 --lift produced`. */
  rules: string;
  /** The position at the start, one line; without it the board is empty. */
  start?: string | null;
  /** Who moves first, Black if it is not said. */
  to_move?: Player | null;
}

/** A move of a line. */
export interface Told {
  /** The moves that the history banned for the player. */
  bars: Barred[];
  /** The opposing stones that it removed. */
  captured: string[];
  /** The own stones that it removed. */
  lost: string[];
  /** The move. */
  move: MoveName;
  /** Its number, from 1. */
  number: number;
  /** The player. */
  player: Player;
  /** The position after it. */
  position: string;
  /** All of it in one sentence. */
  words: string;
}

export type Value = string;

/** What the judge says of a claim. What it rests on is told beside it: [`Basis`]. */
export type Verdict =
  /** Every check holds. */
  | "confirmed"
  /** A check fails. */
  | "refuted"
  /** No check fails, and the limit of nodes leaves one open. */
  | "open"
  /** There is no check that this program can make. */
  | "not-decidable";

/** `serve-waiting.json`: That a question has to wait for its turn. */
export interface Waiting {
  /** How many questions wait before it. */
  before: number;
  /** The version of this form. */
  schema: number;
}

/**
 * Why two rulesets differ: a line that is legal under both, along which they differ at every step,
 * and the move on which the games part.
 */
export interface Why {
  /** What is compared at the start. */
  at_the_start: [Value | null, Value | null];
  /**
   * If it is not the values that are compared along the line: the player whose forced scores are.
   */
  forced_by?: Player | null;
  /** The line, with what is compared after each move. */
  line: StepRecord[];
  /** The move on which the games part; `null` if only games without end are judged differently. */
  parting: Parting | null;
}
