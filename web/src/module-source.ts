// The source of a page that solves by itself: the module in workers, one for what takes no search and one for each game.
// The claims and the tables are read from the files of the book beside the page.

import { Bench } from "./bench";
import { BookSource } from "./book-source";
import type {
  Catalogue,
  CheckRecord,
  Claims,
  Clauses,
  Critique,
  Draft,
  Drawn,
  Finding,
  GameRecord,
  Look,
  SmallestDifference,
  Tables,
} from "./records";
import { sgfText } from "./sgf-bytes";
import type { Abilities, Contrast, CritiqueListener, DifferListener, Listener, Question, RulesText, Source } from "./source";

declare global {
  interface Window {
    superkoModule?: (part: Part, base64: string) => void;
  }
}

/** What waits for the script of a module. */
const arriving = new Map<Part, (base64: string) => void>();

/** The most games whose workers are kept: what they have proved makes the next question of the game quick. */
const MOST_GAMES = 6;
/** The most drafts that one worker reads: each stays in its memory. */
const MOST_DRAFTS = 400;

/** The file of a module beside the page: the page's own, and the one that also criticises rules. */
type Part = "superko" | "laboratory";

/** The bytes that the tables of one game may take here. */
export function memoryLimit(): number {
  const gigabytes = (navigator as { deviceMemory?: number }).deviceMemory;
  const small = gigabytes === undefined ? matchMedia("(pointer: coarse)").matches : gigabytes < 4;
  return small ? 256 << 20 : 1 << 30;
}

export class ModuleSource implements Source {
  readonly abilities: Abilities;
  private readonly book = new BookSource();
  private readonly kept = new Map<string, Promise<unknown>>();
  private readonly modules = new Map<Part, Promise<WebAssembly.Module>>();
  private readonly memory = memoryLimit();
  private quick: Promise<Bench> | null = null;
  private drafts = 0;
  /** The workers of the games that were asked about last, the oldest first. */
  private games: { game: string; bench: Bench }[] = [];

  constructor() {
    const limit = `${this.memory / (1 << 20)} MiB`;
    this.abilities = {
      play: true,
      edges: true,
      certificates: true,
      contrast: true,
      records: true,
      laboratory: true,
      words: "",
      limit: `This page gives a search ${limit}; the program on a computer has as much as you allow it: solve --memory 8GiB.`,
    };
  }

  catalogue(): Promise<Catalogue> {
    return this.once({ op: "catalogue" });
  }

  async setUpBoards(): Promise<null> {
    return null;
  }

  async rulesOf(): Promise<null> {
    return null;
  }

  board(name: string, edges: string | null): Promise<Drawn> {
    return this.once({ op: "board", board: name, ...(edges === null ? {} : { edges }) });
  }

  look(question: Question): Promise<Look> {
    return this.asked({ op: "look", ...this.parts(question) });
  }

  solve(question: Question, listener: Listener): () => void {
    return this.stoppable(
      async () => this.benchOf(await this.module("superko"), question),
      (bench) =>
        bench.ask(
          { op: "solve", ...this.parts(question) },
          {
            event: (name, text) => {
              const record: never = JSON.parse(text) as never;
              if (name === "published") listener.published(record);
              else if (name === "bounds") listener.bounds(record);
              else listener.moves(record);
            },
            answer: (text) => listener.answer(JSON.parse(text)),
            failed: (error) => listener.failed(error),
          },
        ),
      (error) => listener.failed(error),
    );
  }

  contrast(question: Question, against: RulesText): Promise<Contrast> {
    return this.alone({ op: "why-against", ...this.parts(question), against }).then(({ text }) => JSON.parse(text));
  }

  claims(): Promise<Claims> {
    return this.book.claims();
  }

  tables(): Promise<Tables> {
    return this.book.tables();
  }

  async certificate(question: Question): Promise<{ name: string; bytes: Blob }> {
    const { text, bytes } = await this.alone({ op: "certificate", ...this.parts(question) });
    return { name: text, bytes: new Blob(bytes ? [bytes] : []) };
  }

  async check(bytes: Blob): Promise<CheckRecord> {
    const { text } = await this.alone({ op: "check", memory: this.memory }, await bytes.arrayBuffer());
    return JSON.parse(text);
  }

  async record(bytes: ArrayBuffer): Promise<GameRecord> {
    return this.asked({ op: "record", text: sgfText(bytes) }, bytes);
  }

  draft(name: string, text: string): Promise<Draft> {
    if (++this.drafts > MOST_DRAFTS) {
      this.drafts = 0;
      void this.quick?.then((bench) => bench.end("The worker is made anew."));
      this.quick = null;
    }
    return this.asked({ op: "draft", name, text });
  }

  async like(rules: string, name: string): Promise<string> {
    return new Promise((answer, reject) =>
      this.quickBench().then(
        (bench) => bench.ask({ op: "like", rules, name }, { answer, failed: (error) => reject(new Error(error)) }),
        reject,
      ),
    );
  }

  clauses(): Promise<Clauses> {
    return this.once({ op: "clauses" });
  }

  differ(rules: RulesText, against: RulesText, upTo: string, listener: DifferListener): () => void {
    const request = { op: "differ", rules, against, up_to: upTo, memory: this.memory };
    return this.long("superko", request, listener.failed, {
      event: (_, text) => listener.board(JSON.parse(text)),
      answer: (text) => listener.answer(JSON.parse(text) as SmallestDifference),
    });
  }

  critique(rules: RulesText, listener: CritiqueListener): () => void {
    return this.long("laboratory", { op: "critique", rules }, listener.failed, {
      event: (_, text) => listener.finding(JSON.parse(text) as Finding),
      answer: (text) => listener.answer(JSON.parse(text) as Critique),
    });
  }

  /** A question with what it may cost, as the module takes it. */
  private parts({ draft, ...question }: Question): object {
    return { question, ...(draft === undefined ? {} : { draft }), memory: this.memory };
  }

  private module(part: Part): Promise<WebAssembly.Module> {
    const known = this.modules.get(part);
    if (known) return known;
    const module = moduleBytes(part).then((bytes) => WebAssembly.compile(bytes));
    this.modules.set(part, module);
    // What could not be read is read again when it is asked for again.
    module.catch(() => this.modules.delete(part));
    return module;
  }

  /** The worker of the game of a question: a warm one, if there is one that is free. */
  private benchOf(module: WebAssembly.Module, { board, edges, rules, draft }: Question): Bench {
    const game = JSON.stringify([board, edges, rules, draft]);
    const place = this.games.findIndex((each) => each.game === game);
    const found = place >= 0 ? this.games.splice(place, 1)[0]! : { game, bench: this.bench(module) };
    this.games.push(found);
    const idle = this.games.find((each) => !each.bench.busy && each !== found);
    if (this.games.length > MOST_GAMES) idle?.bench.end("");
    return found.bench;
  }

  private bench(module: WebAssembly.Module): Bench {
    const bench: Bench = new Bench(module, () => {
      this.games = this.games.filter((each) => each.bench !== bench);
    });
    return bench;
  }

  private quickBench(): Promise<Bench> {
    if (this.quick) return this.quick;
    const quick = this.module("superko").then(
      (module) =>
        new Bench(module, () => {
          if (this.quick === quick) this.quick = null;
        }),
    );
    this.quick = quick;
    quick.catch(() => (this.quick = null));
    return quick;
  }

  /** The answer to a request that takes no search. */
  private async asked<T>(request: object, file?: ArrayBuffer): Promise<T> {
    const bench = await this.quickBench();
    return new Promise<T>((resolve, reject) =>
      bench.ask(
        request,
        { answer: (text) => resolve(JSON.parse(text) as T), failed: (error) => reject(new Error(error)) },
        file,
      ),
    );
  }

  private once<T>(request: object): Promise<T> {
    const key = JSON.stringify(request);
    const known = this.kept.get(key);
    if (known) return known as Promise<T>;
    const asked = this.asked<T>(request);
    this.kept.set(key, asked);
    asked.catch(() => this.kept.delete(key));
    return asked;
  }

  /** The answer to a request that takes long and is worked on at one go: in a worker that is ended after it. */
  private async alone(request: object, file?: ArrayBuffer): Promise<{ text: string; bytes: ArrayBuffer | null }> {
    const bench = this.bench(await this.module("superko"));
    let bytes: ArrayBuffer | null = null;
    return new Promise((resolve, reject) => {
      const told = {
        file: (made: ArrayBuffer) => (bytes = made),
        answer: (text: string) => {
          bench.end("");
          resolve({ text, bytes });
        },
        failed: (error: string) => {
          bench.end("");
          reject(new Error(error));
        },
      };
      bench.ask(request, told, file);
    });
  }

  /** A request that tells much before its answer, in a worker of its own. */
  private long(
    part: Part,
    request: object,
    failed: (error: string) => void,
    told: { event(name: string, text: string): void; answer(text: string): void },
  ): () => void {
    let bench: Bench | null = null;
    const end = () => bench?.end("");
    const stop = this.stoppable(
      async () => (bench = this.bench(await this.module(part))),
      (bench) =>
        bench.ask(request, {
          event: told.event,
          answer: (text) => {
            end();
            told.answer(text);
          },
          failed: (error) => {
            end();
            failed(error);
          },
        }),
      failed,
    );
    return () => {
      stop();
      end();
    };
  }

  /** Asks as soon as there is a worker. The function that it returns stops it, also before that. */
  private stoppable(
    bench: () => Promise<Bench>,
    ask: (bench: Bench) => () => void,
    failed: (error: string) => void,
  ): () => void {
    let going = true;
    let stop = () => {};
    bench().then(
      (bench) => going && (stop = ask(bench)),
      (error: Error) => going && failed(error.message),
    );
    return () => {
      going = false;
      stop();
    };
  }
}

/** The bytes of a module: a file beside the page, or a script that holds them, as a page that is opened as a file reads no other. */
async function moduleBytes(part: Part): Promise<BufferSource> {
  const missing = (file: string) => new Error(`The file ${file} is missing beside this page.`);
  if (location.protocol !== "file:") {
    const response = await fetch(`${part}.wasm`).catch(() => null);
    if (!response?.ok) throw missing(`${part}.wasm`);
    return response.arrayBuffer();
  }
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = `${part}.wasm.js`;
    script.onerror = () => reject(missing(`${part}.wasm.js`));
    arriving.set(part, (text) => {
      script.remove();
      resolve(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)));
    });
    window.superkoModule = (name, text) => arriving.get(name)?.(text);
    document.head.append(script);
  });
}
