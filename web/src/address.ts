// The state of the page as the part of the address after `#`, readable, so that a link shows what one saw.

import { packed, unpacked } from "./packed";
import { FIRST, MOST_RULESETS, type PageState, type View } from "./state";
import { isOneLine, readTree, withLine, writeTree } from "./tree";

const VIEWS: readonly View[] = ["board", "tour", "tables", "rules"];

export function writeAddress(state: PageState): string {
  const parts: string[] = [];
  const part = (key: string, value: string) => parts.push(`${key}=${escape(value)}`);
  part("board", state.board);
  if (state.edges !== null) part("edges", linesOf(state.edges).join(","));
  if (state.start !== null) part("start", state.start);
  if (state.toMove === "white") part("to", "white");
  part("rules", state.rules.join(";"));
  const own = Object.entries(state.own);
  if (own.length > 0) part("own", own.map(([name, text]) => `${name}:${packed(text)}`).join(","));
  if (state.moves.length > 0) part("moves", state.moves.join(","));
  if (!isOneLine(state.tree) || writeTree(state.tree) !== state.moves.join(",")) part("tree", writeTree(state.tree));
  if (state.mode === "setup") part("mode", "setup");
  if (state.why) part("why", `${state.why.column + 1}.${state.why.step}`);
  if (state.differ) {
    const { columns, step } = state.differ;
    part("differ", [...columns.map((column) => column + 1), ...(step === null ? [] : [step])].join("."));
  }
  if (state.view !== "board") part("view", state.view);
  if (state.claim !== null) part("claim", state.claim);
  if (state.embed) parts.push("embed");
  return `#${parts.join("&")}`;
}

/** The state that an address tells, and a sentence for each part of it that cannot be read. */
export function readAddress(hash: string): { state: PageState; problems: string[] } {
  const text = hash.replace(/^#/, "");
  if (text === "") return { state: FIRST, problems: [] };
  const problems: string[] = [];
  const values = new Map<string, string>();
  for (const each of text.split("&")) {
    const [key, ...value] = each.split("=");
    const plain = unescape(value.join("="));
    if (plain === null) problems.push(`The address has “${each}”, which is not encoded as an address should be.`);
    else values.set(key!, plain);
  }
  const wrong = (key: string, expected: string) =>
    problems.push(`The address has ${key}=${values.get(key)}; expected ${expected}.`);
  const list = (key: string, separator: string) =>
    (values.get(key) ?? "")
      .split(separator)
      .map((each) => each.trim())
      .filter((each) => each !== "");
  const choice = <T extends string>(key: string, choices: readonly T[], otherwise: T): T => {
    const value = values.get(key) ?? otherwise;
    if ((choices as readonly string[]).includes(value)) return value as T;
    wrong(key, choices.join(" or "));
    return otherwise;
  };

  let rules = list("rules", ";");
  if (rules.length > MOST_RULESETS) wrong("rules", `at most ${MOST_RULESETS} rulesets`);
  rules = rules.length === 0 ? [...FIRST.rules] : rules.slice(0, MOST_RULESETS);
  const own: Record<string, string> = {};
  for (const each of list("own", ",")) {
    const colon = each.lastIndexOf(":");
    const text = unpacked(each.slice(colon + 1));
    if (colon > 0 && text !== null) own[each.slice(0, colon)] = text;
    else problems.push("The address has rules that cannot be unpacked: it may have been cut off.");
  }
  const moves = list("moves", ",");
  const tree = readTree(values.get("tree") ?? "");
  if (tree === null) wrong("tree", "moves with commas between them and variations in parentheses");
  const edges = list("edges", ",");
  const whyText = values.get("why");
  const why = whyText === undefined ? null : /^([1-4])\.(\d{1,4})$/.exec(whyText);
  if (whyText !== undefined && !why) wrong("why", "a column and a move, such as 1.3");

  const differText = values.get("differ");
  const differ = differText === undefined ? null : /^([1-4])\.([1-4])(?:\.(\d{1,4}))?$/.exec(differText);
  const differing = differ && ([Number(differ[1]) - 1, Number(differ[2]) - 1] as const);
  const apart = differing && differing[0] !== differing[1] && differing.every((column) => column < rules.length);
  if (differText !== undefined && !apart) wrong("differ", "two columns and a move, such as 1.2 or 1.2.3");

  const known = ["board", "edges", "start", "to", "rules", "own", "moves", "tree", "mode", "why", "differ", "view", "claim", "embed"];
  for (const key of values.keys()) {
    if (!known.includes(key)) problems.push(`The address has “${key}”, which this page does not know.`);
  }
  const state: PageState = {
    view: choice("view", VIEWS, "board"),
    board: values.get("board") || (edges.length > 0 ? "drawn" : FIRST.board),
    edges: edges.length > 0 ? `${edges.join("\n")}\n` : null,
    start: values.get("start") || null,
    toMove: choice("to", ["black", "white"] as const, "black"),
    rules,
    own,
    moves,
    tree: withLine(tree ?? [], moves),
    mode: choice("mode", ["play", "setup"] as const, "play"),
    claim: values.get("claim") || null,
    why: why && { column: Math.min(Number(why[1]), rules.length) - 1, step: Number(why[2]) },
    differ: apart ? { columns: differing, step: differ![3] === undefined ? null : Number(differ![3]) } : null,
    embed: values.has("embed"),
  };
  return { state, problems };
}

/** The lines of a list of edges, without comments. */
export function linesOf(edges: string): string[] {
  const lines = edges.split("\n").map((line) =>
    line
      .replace(/#.*/, "")
      .trim()
      .replace(/[\s,]+/g, " "),
  );
  return lines.filter((line) => line !== "");
}

/** Escapes what would end a part of an address, and leaves what reads well. */
function escape(value: string): string {
  return encodeURIComponent(value)
    .replace(/%(2F|3A|2C|3B)/g, (code) => decodeURIComponent(code))
    .replaceAll("%20", "+");
}

function unescape(value: string): string | null {
  try {
    return decodeURIComponent(value.replaceAll("+", " "));
  } catch {
    return null;
  }
}
