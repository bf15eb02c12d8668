// What becomes of a file that the page is given: a game, a rules file, or a certificate.

import { nameOf } from "./position";
import { MOST_BYTES } from "./rules-file";
import { listed } from "./score";
import type { Source } from "./source";
import { atQuestion, type PageState } from "./state";
import type { Notice } from "./view/strip";

/** A game leads the page to its position, a rules file goes to the editor, a certificate is checked. */
export type Taken =
  | { kind: "game"; go(state: PageState): PageState; notice: Notice | null }
  | { kind: "rules"; name: string; text: string }
  | { kind: "said"; notice: Notice };

/** The kinds of files that a source can do something with, each with what it is called. */
export function kindsOf({ abilities }: Source): [string, string][] {
  return [
    ...(abilities.records ? [[".sgf", "a game"] as [string, string]] : []),
    ...(abilities.laboratory ? [[".toml", "a rules file"] as [string, string]] : []),
    ...(abilities.certificates ? [[".cert", "a certificate"] as [string, string]] : []),
  ];
}

/** Reads a file. What is none that can be read is said in a line. */
export async function takeFile(source: Source, name: string, file: Blob): Promise<Taken> {
  const kinds = kindsOf(source);
  const kind = kinds.find(([end]) => name.toLowerCase().endsWith(end))?.[0];
  if (kind === ".cert") {
    const { verified, says } = await source.check(file);
    return { kind: "said", notice: { title: `${verified ? "Verified." : "Not verified."} ${name}`, lines: says, verified } };
  }
  if (kind === ".toml") {
    if (file.size > MOST_BYTES) throw new Error(`This has ${file.size} bytes; a rules file has at most ${MOST_BYTES}.`);
    const text = new TextDecoder("utf-8", { fatal: true });
    try {
      return { kind: "rules", name, text: text.decode(await file.arrayBuffer()).replace(/\r\n?/g, "\n") };
    } catch {
      throw new Error("This is no text in UTF-8, as a rules file is.");
    }
  }
  if (kind === ".sgf") {
    const { board, start, to_move: toMove, moves, rules, notes } = await source.record(await file.arrayBuffer());
    const lines = [`${board}, ${moves.length} ${moves.length === 1 ? "move" : "moves"}, ${nameOf(toMove)} first.`, ...notes];
    return {
      kind: "game",
      notice: { title: name, lines },
      go(state) {
        const others = state.rules.filter((each) => each.split(" ")[0] !== rules?.split(" ")[0]);
        const [first, ...beside] = rules === null ? state.rules : [rules, ...others];
        return { ...atQuestion(state, { board, rules: first!, start, to_move: toMove, moves }, beside), view: "board", claim: null };
      },
    };
  }
  throw new Error(`This page reads ${listed(kinds.map(([end, what]) => `${what} (${end})`), "or")}.`);
}
