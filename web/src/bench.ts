// Workers with an instance of the module each, and the requests to them.

import type { FromWorker, ToWorker } from "./worker";

/** The script of the worker, which the build puts in: a page that is opened as a file may load no other. */
declare const WORKER: string;

/** What becomes of a request. */
export interface Told {
  event?(name: string, text: string): void;
  file?(bytes: ArrayBuffer): void;
  answer(text: string): void;
  failed(error: string): void;
}

/** The time in which a worker stops between two slices; then it is ended, and what it has proved is lost. */
const PATIENCE_MS = 600;

/** A worker with its instance of the module. */
export class Bench {
  private readonly worker: Worker;
  private next = 1;
  private readonly asked = new Map<number, Told>();
  /** Timers of the requests that are being stopped. */
  private readonly stopping = new Map<number, ReturnType<typeof setTimeout>>();
  private gone = false;

  /** `ended` is called when the worker is of no use any more. */
  constructor(
    module: WebAssembly.Module,
    private readonly ended: () => void,
  ) {
    const url = URL.createObjectURL(new Blob([WORKER], { type: "text/javascript" }));
    this.worker = new Worker(url);
    URL.revokeObjectURL(url);
    this.send({ module });
    this.worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.receive(data);
    this.worker.onerror = (event) => this.end(event.message);
  }

  get busy(): boolean {
    return this.asked.size > 0 || this.stopping.size > 0;
  }

  /** Sends a request. The function that it returns stops it, after which nothing is told any more. */
  ask(request: object, told: Told, file?: ArrayBuffer): () => void {
    const id = this.next++;
    this.asked.set(id, told);
    const text = JSON.stringify(request);
    this.send(file ? { id, text, file } : { id, text });
    return () => {
      if (!this.asked.delete(id)) return;
      this.stopping.set(
        id,
        setTimeout(() => this.end("The search did not stop in time."), PATIENCE_MS),
      );
      this.send({ stop: id });
    };
  }

  /** Ends the worker, with all that it has proved. */
  end(why: string): void {
    if (this.gone) return;
    this.gone = true;
    this.worker.terminate();
    this.stopping.forEach((timer) => clearTimeout(timer));
    this.stopping.clear();
    const asked = [...this.asked.values()];
    this.asked.clear();
    this.ended();
    asked.forEach((told) => told.failed(why));
  }

  private send(message: ToWorker): void {
    this.worker.postMessage(message);
  }

  private receive(data: FromWorker): void {
    if (data.kind === "broken") {
      this.end(data.text ? `The module failed, please report this: ${data.text}` : OUT_OF_MEMORY);
      return;
    }
    const told = this.asked.get(data.id);
    if (data.kind === "event") told?.event?.(data.name, data.text);
    else if (data.kind === "file") told?.file?.(data.bytes);
    else {
      clearTimeout(this.stopping.get(data.id));
      this.stopping.delete(data.id);
      this.asked.delete(data.id);
      if (data.kind === "answer") told?.answer(data.text);
      else if (data.kind === "failed") told?.failed(data.text);
    }
  }
}

const OUT_OF_MEMORY =
  "The browser gave the search no more memory. The program on a computer has more: solve --board … --rules … --memory 8GiB.";
