// The worker: one instance of the module. It answers one request after the other, and looks at its messages between the
// slices of a request, so that one can be stopped without losing what was proved.

/** What the page sends: the module, once; then requests, each with the bytes of a file if it has one, and stops. */
export type ToWorker =
  | { module: WebAssembly.Module }
  | { id: number; text: string; file?: ArrayBuffer }
  | { stop: number };

/** What the worker sends. The last message about a request is `answer`, `failed`, `broken` or `stopped`. */
export type FromWorker = { id: number } & (
  | { kind: "event"; name: string; text: string }
  | { kind: "answer" | "failed"; text: string }
  | { kind: "file"; bytes: ArrayBuffer }
  | { kind: "stopped" }
  /** The instance is of no use any more: the text says why, empty if it ran out of memory. */
  | { kind: "broken"; text: string }
);

interface Exports {
  memory: WebAssembly.Memory;
  open(): void;
  take(length: number): number;
  ask(text: number, length: number, file: number, size: number): number;
  step(): number;
  give_up(): void;
}

/** The kinds of messages of the module, by their numbers. */
enum Kind {
  Event,
  Answer,
  File,
  Failed,
  Panicked,
}

// The page's library of types has no worker.
interface WorkerScope {
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
  postMessage(message: FromWorker, transfer?: Transferable[]): void;
  close(): void;
}
const scope = self as unknown as WorkerScope;

let module: Exports | null = null;
/** The request that is worked on. */
let current = 0;
let panic = "";
const waiting: { id: number; text: string; file?: ArrayBuffer }[] = [];

/** A task after those that have arrived: a timer would wait for some milliseconds. */
const next = new MessageChannel();

function tell(kind: Kind, start: number, length: number): void {
  const bytes = new Uint8Array(module!.memory.buffer, start, length);
  if (kind === Kind.File) {
    const copy = bytes.slice().buffer;
    scope.postMessage({ id: current, kind: "file", bytes: copy }, [copy]);
    return;
  }
  const text = new TextDecoder().decode(bytes);
  if (kind === Kind.Event) {
    const blank = text.indexOf(" ");
    scope.postMessage({ id: current, kind: "event", name: text.slice(0, blank), text: text.slice(blank + 1) });
  } else if (kind === Kind.Panicked) {
    panic = text;
  } else {
    const id = current;
    current = 0;
    scope.postMessage({ id, kind: kind === Kind.Answer ? "answer" : "failed", text });
  }
}

/** Puts bytes into the memory of the module. */
function put(bytes: Uint8Array): number {
  const place = module!.take(bytes.length);
  new Uint8Array(module!.memory.buffer, place, bytes.length).set(bytes);
  return place;
}

/** Works on: a slice of the request in hand, or the first of those that wait. */
function work(): void {
  try {
    let more: number;
    if (current > 0) {
      more = module!.step();
    } else {
      const request = waiting.shift();
      if (!request) return;
      current = request.id;
      const text = new TextEncoder().encode(request.text);
      const file = new Uint8Array(request.file ?? new ArrayBuffer(0));
      const [place, other] = [put(text), put(file)];
      more = module!.ask(place, text.length, other, file.length);
    }
    if (more || waiting.length > 0) next.port2.postMessage(null);
  } catch (error) {
    // A trap: the memory is full, or a panic has told why.
    const text = panic || (error instanceof WebAssembly.RuntimeError || error instanceof RangeError ? "" : String(error));
    scope.postMessage({ id: current, kind: "broken", text });
    scope.close();
  }
}

next.port1.onmessage = work;

scope.onmessage = ({ data }) => {
  if ("module" in data) {
    const page = { now: () => performance.now(), tell };
    module = new WebAssembly.Instance(data.module, { page }).exports as unknown as Exports;
    module.open();
  } else if ("stop" in data) {
    if (data.stop === current) {
      module!.give_up();
      current = 0;
    } else {
      const place = waiting.findIndex((request) => request.id === data.stop);
      if (place < 0) return;
      waiting.splice(place, 1);
    }
    scope.postMessage({ id: data.stop, kind: "stopped" });
    if (current === 0 && waiting.length > 0) next.port2.postMessage(null);
  } else {
    waiting.push(data);
    if (current === 0 && waiting.length === 1) next.port2.postMessage(null);
  }
};
