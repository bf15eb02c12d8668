// The bytes of a file in SGF as text: the module has no tables of encodings, and a browser has them all.

/** The text of a file. An encoding that it does not say, and that is not UTF-8, is an error: nothing is guessed. */
export function sgfText(bytes: ArrayBuffer): string {
  const head = new Uint8Array(bytes, 0, Math.min(bytes.byteLength, 3));
  // The mark of UTF-8 overrides CA.
  const marked = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf;
  const declared = marked ? undefined : /\bCA\s*\[\s*([^\]]*?)\s*\]/.exec(new TextDecoder("latin1").decode(bytes))?.[1];
  const name = declared || "utf-8";
  let decoder: TextDecoder;
  try {
    decoder = new TextDecoder(name, { fatal: true });
  } catch {
    throw new Error(`The file says that its encoding is ${name}, which this browser does not know: save it as UTF-8.`);
  }
  try {
    return decoder.decode(bytes);
  } catch {
    throw new Error(
      declared
        ? `The file is not text in ${name}, which it says that it is.`
        : "The file is not UTF-8 and does not say its encoding (CA): save it as UTF-8.",
    );
  }
}
