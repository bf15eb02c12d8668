// The source of `solve serve`: requests to the program that served the page.

import type { Catalogue, CheckRecord, Claims, Drawn, ErrorRecord, GameRecord, Tables } from "./records";
import type { Abilities, Contrast, DifferListener, CritiqueListener, Listener, Question, RulesText, Seen, Source } from "./source";

export class ServerSource implements Source {
  readonly abilities: Abilities = { play: true, edges: true, certificates: true, contrast: true, records: true, laboratory: false, words: "", limit: "" };
  private readonly kept = new Map<string, Promise<unknown>>();

  catalogue(): Promise<Catalogue> {
    return this.once("api/catalogue");
  }

  async setUpBoards(): Promise<null> {
    return null;
  }

  async rulesOf(): Promise<null> {
    return null;
  }

  board(name: string, edges: string | null): Promise<Drawn> {
    if (edges === null) return this.once(`api/board?board=${encodeURIComponent(name)}`);
    return this.once("api/board", JSON.stringify({ board: name, edges }));
  }

  look(question: Question): Promise<Seen> {
    return request("api/look", JSON.stringify(question)).then((response) => response.json());
  }

  solve(question: Question, listener: Listener): () => void {
    const events = new EventSource(`api/solve?q=${encodeURIComponent(JSON.stringify(question))}`);
    const on = (name: string, tell: (data: never) => void, last: boolean) =>
      events.addEventListener(name, (event) => {
        if (last) events.close();
        tell(JSON.parse((event as MessageEvent<string>).data) as never);
      });
    on("published", (data) => listener.published(data), false);
    on("bounds", (data) => listener.bounds(data), false);
    on("moves", (data) => listener.moves(data), false);
    on("answer", (data) => listener.answer(data), true);
    on("failed", (data: ErrorRecord) => listener.failed(data.error), true);
    // Without this a browser asks again by itself, and the search would begin anew.
    events.onerror = () => {
      events.close();
      listener.failed(
        "The program ended the connection before the answer. It may be busy with other questions, or have been stopped.",
      );
    };
    return () => events.close();
  }

  contrast(question: Question, against: RulesText): Promise<Contrast> {
    return this.once("api/why", JSON.stringify({ question, against }));
  }

  claims(): Promise<Claims> {
    return this.once("api/claims");
  }

  tables(): Promise<Tables> {
    return this.once("api/tables");
  }

  async certificate(question: Question): Promise<{ name: string; bytes: Blob }> {
    const response = await request("api/certificate", JSON.stringify(question));
    const disposition = response.headers.get("Content-Disposition") ?? "";
    const name = /filename="([^"]+)"/.exec(disposition)?.[1] ?? "certificate.cert";
    return { name, bytes: await response.blob() };
  }

  check(bytes: Blob): Promise<CheckRecord> {
    return request("api/check", bytes).then((response) => response.json());
  }

  record(bytes: ArrayBuffer): Promise<GameRecord> {
    return request("api/record", new Blob([bytes])).then((response) => response.json());
  }

  draft = unavailable;
  like = unavailable;
  clauses = unavailable;

  differ(_rules: RulesText, _against: RulesText, _upTo: string, listener: DifferListener): () => void {
    listener.failed(NO_LABORATORY);
    return () => {};
  }

  critique(_rules: RulesText, listener: CritiqueListener): () => void {
    listener.failed(NO_LABORATORY);
    return () => {};
  }

  /** What does not change while the program runs is asked for once; what failed is asked for again. */
  private once<T>(path: string, body?: string): Promise<T> {
    const key = `${path} ${body ?? ""}`;
    const known = this.kept.get(key);
    if (known) return known as Promise<T>;
    const asked = request(path, body).then((response) => response.json() as Promise<T>);
    this.kept.set(key, asked);
    asked.catch(() => this.kept.delete(key));
    return asked;
  }
}

const NO_LABORATORY = "The program that serves this page tries no own rules. Its commands differ and critique do.";

function unavailable(): Promise<never> {
  return Promise.reject(new Error(NO_LABORATORY));
}

/** A request; an answer that tells an error is thrown with its one line. */
async function request(path: string, body?: string | Blob): Promise<Response> {
  let response: Response;
  try {
    const type = typeof body === "string" ? "application/json" : "application/octet-stream";
    response = await fetch(path, body === undefined ? {} : { method: "POST", body, headers: { "Content-Type": type } });
  } catch {
    throw new Error("The program does not answer. Is solve serve still running?");
  }
  if (response.ok) return response;
  const record = (await response.json().catch(() => null)) as ErrorRecord | null;
  throw new Error(record?.error ?? `The program answered with status ${response.status}.`);
}
