// The source of `solve book`: files of results beside the page, read by script elements, which work where a page is
// opened as a file. web/BOOK.md says what the files hold.

import { exchanged, exchangedRules, turned } from "./exchange";
import { emptied } from "./position";
import type { Catalogue, CheckRecord, Claims, Drawn, MoveValue, Tables } from "./records";
import { readRules, writeRules } from "./rules-text";
import type { Abilities, Answer, Listener, Question, Seen, Source } from "./source";
import { listedImage } from "./symmetry";

interface BookCatalogue extends Catalogue {
  /** The boards with a table of all start positions. */
  strong: string[];
}

/** A table of all start positions, Black to move: a value for each column, and after a blank the best moves if they are known. */
interface Strong {
  columns: string[];
  rows: Record<string, string[]>;
}

/** A board, and what is known of it when it is empty. */
interface Empty {
  board: Drawn;
  rules: Record<string, Answer>;
}

declare global {
  interface Window {
    superkoBook?: (key: string, data: unknown) => void;
  }
}

const WORDS =
  "This is a book of results, without the program that solves. It tells the value of every position of the small boards as " +
  "the start of a game, and of larger boards when they are empty; it does not play on.";

export class BookSource implements Source {
  readonly abilities: Abilities = { play: false, edges: false, certificates: false, contrast: false, records: false, laboratory: false, words: WORDS, limit: "" };
  private readonly asked = new Map<string, Promise<unknown>>();
  private readonly arrived = new Map<string, unknown>();

  constructor() {
    window.superkoBook = (key, data) => this.arrived.set(key, data);
  }

  catalogue(): Promise<BookCatalogue> {
    return this.read("catalogue");
  }

  async setUpBoards(): Promise<string[]> {
    return (await this.catalogue()).strong;
  }

  async rulesOf(board: string, empty: boolean): Promise<string[]> {
    const known = new Set<string>();
    if (!(await this.catalogue()).boards.includes(board)) return [];
    if (empty) Object.keys((await this.read<Empty>(`empty/${board}`)).rules).forEach((each) => known.add(each));
    if ((await this.setUpBoards()).includes(board)) {
      (await this.read<Strong>(`strong/${board}`)).columns.forEach((each) => known.add(each));
    }
    return [...known];
  }

  async board(name: string): Promise<Drawn> {
    const { boards } = await this.catalogue();
    if (!boards.includes(name)) throw new Error(`The book has no board ${name}. It has ${boards.join(", ")}.`);
    return (await this.read<Empty>(`empty/${name}`)).board;
  }

  async look(question: Question): Promise<Seen> {
    const answer = await this.answer(question);
    const chosen = readRules(await this.catalogue(), question.rules)!;
    const board = await this.board(question.board);
    const blank = board.points.map((_, i) => (i > 0 && board.columns && i % board.columns === 0 ? "/." : ".")).join("");
    const position = question.start ?? blank;
    return {
      board: question.board,
      rules: question.rules,
      title: chosen.ruleset.title,
      start: position,
      to_move: question.to_move ?? "black",
      moves: [],
      steps: [],
      illegal: null,
      position,
      last: null,
      player: question.to_move ?? "black",
      stage: null,
      ended: null,
      legal: (answer.move_values ?? []).map((each) => each.move),
      barred: [],
      refused: [],
    };
  }

  solve(question: Question, listener: Listener): () => void {
    let going = true;
    this.answer(question).then(
      (answer) => going && listener.answer(answer),
      (error: Error) => going && listener.failed(error.message),
    );
    return () => (going = false);
  }

  async contrast(): Promise<never> {
    throw new Error("The book does not say why rulesets differ. The command solve why --against does.");
  }

  claims(): Promise<Claims> {
    return this.read("claims");
  }

  tables(): Promise<Tables> {
    return this.read("tables");
  }

  async certificate(): Promise<never> {
    throw new Error("The book makes no certificates. The command solve prove does.");
  }

  async check(): Promise<CheckRecord> {
    throw new Error("The book checks no certificates. The command solve check does.");
  }

  record = unavailable("reads no game records");
  draft = unavailable("reads no own rules");
  like = unavailable("reads no own rules");
  clauses = unavailable("reads no own rules");

  differ(_rules: unknown, _against: unknown, _upTo: unknown, listener: { failed(error: string): void }): () => void {
    listener.failed("The book searches for nothing. The command solve differ does.");
    return () => {};
  }

  critique(_rules: unknown, listener: { failed(error: string): void }): () => void {
    listener.failed("The book criticises no rules. The command solve critique does.");
    return () => {};
  }

  private async answer(question: Question): Promise<Answer> {
    const chosen = readRules(await this.catalogue(), question.rules);
    if (!chosen) throw new Error(`The book has no ruleset ${question.rules}.`);
    if ((question.moves ?? []).length > 0)
      throw new Error("The book has no positions after moves: what was played before may matter.");
    const white = question.to_move === "white";
    const rules = writeRules(white ? exchangedRules(chosen) : chosen);
    const start = emptied(question.start ?? "");
    const board = await this.board(question.board);
    if (start === null) {
      const known = (await this.read<Empty>(`empty/${question.board}`)).rules[rules];
      if (known) return white ? turned(known) : known;
    }
    if (!(await this.setUpBoards()).includes(question.board)) {
      throw new Error(`The book has only the empty board of ${question.board}, and not under every ruleset.`);
    }
    const strong = await this.read<Strong>(`strong/${question.board}`);
    const column = strong.columns.indexOf(rules);
    if (column < 0)
      throw new Error(
        `The book has no values of ${question.board} under ${question.rules}, ${question.to_move ?? "black"} to move.`,
      );
    const position = start ?? ".".repeat(board.points.length);
    const image = listedImage(white ? exchanged(position) : position, board.rows!, board.columns!, (text) => text in strong.rows);
    if (!image) throw new Error("This position is not legal: a chain has no liberty.");
    const [value, best] = strong.rows[image.image]![column]!.split(" ") as [string, string | undefined];
    if (value === "") throw new Error("The book has no value of this position.");
    // Point `i` of the image is point `from[i]` of the position.
    const place = (move: string) => board.points[image.from[board.points.indexOf(move)] ?? -1] ?? move;
    const answer = short(value, best === undefined ? [] : best.split(",").map(place), best !== undefined);
    return white ? turned(answer) : answer;
  }

  private read<T>(key: string): Promise<T> {
    const known = this.asked.get(key);
    if (known) return known as Promise<T>;
    const asked = new Promise<T>((resolve, reject) => {
      const script = document.createElement("script");
      script.src = `data/${key.replace(":", "-")}.js`;
      script.onload = () => {
        if (this.arrived.has(key)) resolve(this.arrived.get(key) as T);
        else reject(new Error(`The file ${script.src} does not hold what it should.`));
      };
      script.onerror = () => {
        this.asked.delete(key);
        reject(new Error(`The file data/${key.replace(":", "-")}.js is missing beside this page.`));
      };
      document.head.append(script);
    });
    this.asked.set(key, asked);
    return asked;
  }
}

/** The record of a value and its best moves, each of which has that value. */
function short(value: string, best: string[], all: boolean): Answer {
  const bounds = { low: value, high: value };
  const move_values: MoveValue[] = best.map((move) => ({ move, value, bounds }));
  return { value, bounds, best_moves: best, all_best_moves: all, move_values, line: [], line_moves: 0, line_complete: false };
}

/** A method that the book does not have. */
function unavailable(what: string): () => Promise<never> {
  return () => Promise.reject(new Error(`The book ${what}. The program does.`));
}
