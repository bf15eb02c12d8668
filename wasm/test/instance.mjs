// An instance of the module in Node, with the same door as in a worker of the page.

import { readFile } from "node:fs/promises";

const KINDS = ["event", "answer", "file", "failed", "panicked"];

/** A function that asks the module of a file: the messages of a request, each a kind and a text or bytes. */
export async function instance(path) {
  const module = await WebAssembly.compile(await readFile(path));
  let messages = [];
  let exports;
  const page = {
    now: () => performance.now(),
    tell: (kind, start, length) => {
      const bytes = new Uint8Array(exports.memory.buffer, start, length).slice();
      messages.push([KINDS[kind], KINDS[kind] === "file" ? bytes : new TextDecoder().decode(bytes)]);
    },
  };
  exports = new WebAssembly.Instance(module, { page }).exports;
  exports.open();
  const put = (bytes) => {
    const place = exports.take(bytes.length);
    new Uint8Array(exports.memory.buffer, place, bytes.length).set(bytes);
    return place;
  };
  const ask = (request, file = new Uint8Array()) => {
    messages = [];
    const text = new TextEncoder().encode(typeof request === "string" ? request : JSON.stringify(request));
    const [place, other] = [put(text), put(file)];
    try {
      let more = exports.ask(place, text.length, other, file.length);
      while (more) more = exports.step();
    } catch (error) {
      const panic = messages.find(([kind]) => kind === "panicked");
      throw panic ? new Error(panic[1]) : error;
    }
    return messages;
  };
  return { ask, exports };
}
