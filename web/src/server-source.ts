// The source of `solve serve`: requests to the program that served the page.

import type {
  Catalogue,
  CheckRecord,
  Claims,
  Clauses,
  Critique,
  Draft,
  Drawn,
  ErrorRecord,
  Finding,
  GameRecord,
  SmallestDifference,
  Tables,
} from "./records";
import type { Abilities, Contrast, CritiqueListener, DifferListener, Listener, Question, RulesText, Seen, Source } from "./source";

export class ServerSource implements Source {
  readonly abilities: Abilities = {
    play: true,
    edges: true,
    certificates: true,
    contrast: true,
    records: true,
    laboratory: true,
    words: "",
    limit: "",
  };
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
    const [body, draft] = parts(question);
    return request(`api/look${draft}`, body).then((response) => response.json());
  }

  solve(question: Question, listener: Listener): () => void {
    const [body, draft] = parts(question);
    return stream(`api/solve${draft === "" ? "?" : `${draft}&`}q=${encodeURIComponent(body)}`, {
      published: (data) => listener.published(data),
      bounds: (data) => listener.bounds(data),
      moves: (data) => listener.moves(data),
      answer: (data) => listener.answer(data),
      failed: (error) => listener.failed(error),
    });
  }

  contrast({ draft, ...question }: Question, against: RulesText): Promise<Contrast> {
    return this.once(`api/why${draftOf(draft)}`, JSON.stringify({ question, against }));
  }

  claims(): Promise<Claims> {
    return this.once("api/claims");
  }

  tables(): Promise<Tables> {
    return this.once("api/tables");
  }

  async certificate(question: Question): Promise<{ name: string; bytes: Blob }> {
    const [body, draft] = parts(question);
    const response = await request(`api/certificate${draft}`, body);
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

  draft(name: string, text: string): Promise<Draft> {
    return request("api/draft", JSON.stringify({ name, text })).then((response) => response.json());
  }

  like(rules: string, name: string): Promise<string> {
    const query = `rules=${encodeURIComponent(rules)}&name=${encodeURIComponent(name)}`;
    return request(`api/like?${query}`).then((response) => response.text());
  }

  clauses(): Promise<Clauses> {
    return this.once("api/clauses");
  }

  differ(rules: RulesText, against: RulesText, upTo: string, listener: DifferListener): () => void {
    const question = JSON.stringify({ rules, against, up_to: upTo });
    return stream(`api/differ?q=${encodeURIComponent(question)}`, {
      board: (name: string) => listener.board(name),
      answer: (difference: SmallestDifference) => listener.answer(difference),
      failed: (error) => listener.failed(error),
    });
  }

  critique(rules: RulesText, listener: CritiqueListener): () => void {
    return stream(`api/critique?q=${encodeURIComponent(JSON.stringify(rules))}`, {
      finding: (finding: Finding) => listener.finding(finding),
      answer: (critique: Critique) => listener.answer(critique),
      failed: (error) => listener.failed(error),
    });
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

/** A question as JSON, and the query that tells the text of its rules file. */
function parts({ draft, ...question }: Question): [string, string] {
  return [JSON.stringify(question), draftOf(draft)];
}

function draftOf(draft: string | undefined): string {
  return draft === undefined ? "" : `?draft=${encodeURIComponent(draft)}`;
}

/** The receivers of events by their names. `answer` or `failed` comes last, and once. */
interface Receivers {
  [event: string]: (data: never) => void;
  answer(data: never): void;
  failed(error: string): void;
}

/** Listens to a stream of events. The function that it returns ends it. */
function stream(path: string, { failed, ...receivers }: Receivers): () => void {
  const events = new EventSource(path);
  const on = (name: string, tell: (data: never) => void, last: boolean) =>
    events.addEventListener(name, (event) => {
      if (last) events.close();
      tell(JSON.parse((event as MessageEvent<string>).data) as never);
    });
  for (const [name, tell] of Object.entries(receivers)) on(name, tell, name === "answer");
  on("failed", (data: ErrorRecord) => failed(data.error), true);
  // Without this a browser asks again by itself, and the work would begin anew.
  events.onerror = () => {
    events.close();
    failed("The program ended the connection before the answer. It may be busy with other questions, or have been stopped.");
  };
  return () => events.close();
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
