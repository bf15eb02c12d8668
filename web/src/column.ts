// What is known of the position under one ruleset while it is solved. `Columns` asks the source and tells of every change.

import { layoutOf, type Layout } from "./layout";
import { opponent } from "./position";
import type { Barred, Bounds, Drawn, MoveValue, Player, Published } from "./records";
import type { Answer, Question, Seen, Source } from "./source";

export type Progress = "looking" | "seen" | "solving" | "solved" | "stopped" | "over" | "failed";

export interface Column {
  readonly question: Question;
  readonly progress: Progress;
  readonly board: Drawn | null;
  readonly layout: Layout | null;
  readonly look: Seen | null;
  /** One line: why there is no position or no answer. */
  readonly error: string | null;
  readonly value: string | null;
  readonly bounds: Bounds | null;
  /** What is published of the position. The value and the bounds beside it are those of this search alone. */
  readonly published: Published | null;
  readonly moves: ReadonlyMap<string, MoveValue>;
  readonly answer: Answer | null;
  readonly asking: string;
  readonly nodes: number;
  readonly seconds: number;
}

const NEW = {
  progress: "looking",
  board: null,
  layout: null,
  look: null,
  error: null,
  value: null,
  bounds: null,
  published: null,
  moves: new Map<string, MoveValue>(),
  answer: null,
  asking: "",
  nodes: 0,
  seconds: 0,
} as const;

/** How many solved positions are kept, so that undo answers at once. */
const KEPT = 300;

export class Columns {
  /** Called with the key of what changed. */
  onChange: () => void = () => {};
  private readonly columns = new Map<string, Column>();
  private readonly stops = new Map<string, () => void>();
  private wanted: string[] = [];
  private solving = true;

  constructor(private readonly source: Source) {}

  /**
   * Asks these questions, and stops asking all others. If they are not to be solved, the positions are only looked at.
   * `ahead` are about what may come next, and are given up as soon as they are not among them.
   */
  ask(questions: readonly Question[], solving = true, ahead: readonly Question[] = []): void {
    this.solving = solving;
    const all = [...questions, ...ahead];
    this.wanted = all.map(keyOf);
    for (const [key, stop] of [...this.stops]) {
      if (this.wanted.includes(key)) continue;
      stop();
      this.stops.delete(key);
      this.columns.delete(key);
    }
    for (const question of all) {
      const key = keyOf(question);
      const known = this.columns.get(key);
      if (!known || (solving && known.progress === "seen")) void this.begin(key, question);
    }
    for (const key of [...this.columns.keys()].slice(0, -KEPT)) {
      if (!this.wanted.includes(key)) this.columns.delete(key);
    }
  }

  of(question: Question): Column {
    return this.columns.get(keyOf(question)) ?? { ...NEW, question };
  }

  /** Stops a search; what it has found stays. */
  stop(question: Question): void {
    const key = keyOf(question);
    this.stops.get(key)?.();
    this.stops.delete(key);
    this.change(key, { progress: "stopped" });
  }

  /** Asks again what was stopped or failed. */
  again(question: Question): void {
    void this.begin(keyOf(question), question);
  }

  private async begin(key: string, question: Question): Promise<void> {
    let going = true;
    this.stops.set(key, () => (going = false));
    this.columns.set(key, { ...NEW, question });
    this.change(key, {});
    try {
      const [board, look] = await Promise.all([
        this.source.board(question.board, question.edges ?? null),
        this.source.look(question),
      ]);
      if (!going) return;
      this.change(key, { board, look, layout: layoutOf(board) });
      if (look.ended || look.illegal) {
        this.stops.delete(key);
        this.change(key, { progress: "over", value: look.ended?.score ?? null });
        return;
      }
    } catch (error) {
      if (!going) return;
      this.stops.delete(key);
      // The board alone may still be drawn, with the stones as they were asked for.
      const board = await this.source.board(question.board, question.edges ?? null).catch(() => null);
      this.change(key, { progress: "failed", error: (error as Error).message, board, layout: board && layoutOf(board) });
      return;
    }
    if (!this.solving) {
      this.stops.delete(key);
      this.change(key, { progress: "seen" });
      return;
    }
    this.change(key, { progress: "solving" });
    const stop = this.source.solve(question, {
      published: (published) => this.change(key, { published }),
      bounds: ({ value, bounds, asking, nodes, seconds }) =>
        this.change(key, { value, bounds, asking: asking ?? "", nodes, seconds }),
      moves: ({ move_values, asking, nodes, seconds }) =>
        this.change(key, { moves: this.merged(key, move_values), asking: asking ?? "", nodes, seconds }),
      answer: (answer) => {
        this.stops.delete(key);
        const { value, bounds } = answer;
        const { nodes = 0, seconds = 0 } = answer;
        const moves = this.merged(key, answer.move_values ?? []);
        this.change(key, { progress: "solved", answer, value, bounds, moves, nodes, seconds, asking: "" });
      },
      failed: (error) => {
        this.stops.delete(key);
        this.change(key, { progress: "failed", error });
      },
    });
    if (this.columns.get(key)?.progress === "solving") this.stops.set(key, stop);
  }

  private merged(key: string, values: readonly MoveValue[]): Map<string, MoveValue> {
    const moves = new Map(this.columns.get(key)?.moves);
    for (const value of values) moves.set(value.move, value);
    return moves;
  }

  private change(key: string, what: Partial<Column>): void {
    const column = this.columns.get(key);
    if (!column) return;
    this.columns.set(key, { ...column, ...what });
    if (this.wanted.includes(key)) this.onChange();
  }
}

export function keyOf(question: Question): string {
  return JSON.stringify(question);
}

/** The moves that are known to be best. */
export function bestMoves(column: Column): readonly string[] {
  return column.answer?.best_moves ?? [];
}

/** Whose turn it is, for painting: the mover, or whoever moved first where the game is over. */
export function moverOf(column: Column): Player {
  return column.look?.player ?? column.question.to_move ?? "black";
}

/** The earlier moment that bans a move. */
export function momentOf(column: Column, barred: Barred): { position: string; last: string | null; words: string } | null {
  const { look } = column;
  const number = barred.moment?.number ?? barred.since;
  if (!look || number === undefined || number === null) return null;
  const step = look.steps[number - 1];
  const before = barred.moment?.before ?? false;
  const position = barred.moment?.position ?? (number === 0 ? look.start : step?.position);
  if (position === undefined) return null;
  const player = step?.player === "black" ? "Black" : "White";
  const move = step?.move === "pass" ? "passed" : `played ${step?.move}`;
  return {
    position,
    last: (before ? look.steps[number - 2]?.move : step?.move) ?? null,
    words:
      number === 0 ? "The position at the start." : `The position ${before ? "before" : "after"} move ${number}, when ${player} ${move}.`,
  };
}

/** The moves of the line with who makes them. */
export function lineOf(column: Column): { player: Player; move: string }[] {
  let player = moverOf(column);
  return column.answer!.line.map((move, i) => {
    const mover = column.answer!.why?.[i]?.player ?? player;
    player = opponent(mover);
    return { player: mover, move };
  });
}
