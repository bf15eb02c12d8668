// Texts packed for an address: deflated, in letters that an address may have.

import { deflateSync, inflateSync, strFromU8, strToU8 } from "fflate";
import { MOST_BYTES } from "./rules-file";

export function packed(text: string): string {
  const bytes = deflateSync(strToU8(text), { level: 9 });
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The text that was packed; null if it is none, or too long. */
export function unpacked(letters: string): string | null {
  try {
    const bytes = Uint8Array.from(atob(letters.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
    const text = inflateSync(bytes, { out: new Uint8Array(MOST_BYTES + 1) });
    return text.length > MOST_BYTES ? null : strFromU8(text);
  } catch {
    return null;
  }
}
