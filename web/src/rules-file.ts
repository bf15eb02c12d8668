// The text of a rules file, as an editor handles it: which clause stands where, what a clause is set to, and the changes that
// a press makes. Whether the text is right is for the program to say.

import type { ClauseHelp, FaultRecord } from "./records";

/** A part of a line, by what it is in the file. */
export interface Token {
  kind: "comment" | "table" | "key" | "string" | "plain";
  text: string;
}

/** The longest rules file, in bytes, as the program has it. */
export const MOST_BYTES = 64 << 10;

const KEY = /^(\s*)([A-Za-z][\w-]*)(\s*=)/;
const MOST_LETTERS = 40;

/** The parts of a line, which together are the line. */
export function tokensOf(line: string): Token[] {
  if (/^\s*\[[^\]"]*\]\s*(#.*)?$/.test(line) && !line.includes('"')) {
    const at = line.indexOf("#");
    return at < 0 ? [{ kind: "table", text: line }] : [{ kind: "table", text: line.slice(0, at) }, { kind: "comment", text: line.slice(at) }];
  }
  const tokens: Token[] = [];
  const key = KEY.exec(line);
  let rest = line;
  if (key) {
    const end = key[1]!.length + key[2]!.length;
    tokens.push({ kind: "key", text: line.slice(0, end) });
    rest = line.slice(end);
  }
  for (const [text] of rest.matchAll(/#.*|"(?:\\.|[^"\\])*"?|'[^']*'?|[^#"']+/g)) {
    const kind = text.startsWith("#") ? "comment" : /^["']/.test(text) ? "string" : "plain";
    tokens.push({ kind, text });
  }
  return tokens;
}

/** The line and the column, from 0, of a place in the text. */
export function placeOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split("\n");
  return { line: before.length - 1, column: before[before.length - 1]!.length };
}

/** The place in the text of a column, in characters from 1, of a line, from 1. */
export function offsetOf(text: string, line: number, column: number): number {
  const lines = text.split("\n");
  const before = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  return before + [...(lines[line - 1] ?? "")].slice(0, column - 1).join("").length;
}

/** The word at the place of a fault: from where to where in its line, in letters from 0. */
export function wordAt(text: string, { line, column }: FaultRecord): { from: number; to: number } {
  const whole = text.split("\n")[line - 1] ?? "";
  const from = [...whole].slice(0, column - 1).join("").length;
  const word = /^(?:"(?:\\.|[^"\\])*"?|'[^']*'?|[\w-]+|[^\s\w])/.exec(whole.slice(from));
  return { from, to: from + (word?.[0].length ?? 0) };
}

/** The text with another word at the place of a fault. What is in quotes stays in quotes. */
export function mended(text: string, fault: FaultRecord, word: string): string {
  const { from, to } = wordAt(text, fault);
  const lines = text.split("\n");
  const whole = lines[fault.line - 1] ?? "";
  const quote = /^["']/.exec(whole.slice(from))?.[0] ?? "";
  const put = quote !== "" && !word.startsWith(quote) ? `${quote}${word}${quote}` : word;
  lines[fault.line - 1] = whole.slice(0, from) + put + whole.slice(to);
  return lines.join("\n");
}

/** A change that mends a fault: in words, and the text after it. */
export interface Mend {
  words: string;
  text: string;
}

/** What mends a fault: words that may be meant at its place, or changes of clauses that do not go together. */
export function mendsOf(text: string, fault: FaultRecord, clauses: readonly ClauseHelp[]): Mend[] {
  const meant = meantAt(text, fault).map((word) => ({ words: word, text: mended(text, fault, word) }));
  const changes = fault.mends.flatMap(({ clause, value }) => {
    const help = clauses.find(({ name }) => name === clause);
    if (!help) return [];
    const has = value !== null && (settingOf(text, clause)?.value.includes(value) ?? false);
    const words =
      value === null ? `take out ${clause}` : isList(help) ? `${clause}: ${has ? "without" : "with"} ${value}` : `${clause} = ${value}`;
    return [{ words, text: withClause(text, help, value ?? "none") }];
  });
  return [...meant, ...changes];
}

/** What may be meant at a fault: what the program says, or a name that it takes, if it is the name that is refused. */
function meantAt(text: string, fault: FaultRecord): readonly string[] {
  if (fault.instead.length > 0) return fault.instead;
  const line = text.split("\n")[fault.line - 1] ?? "";
  if (KEY.exec(line)?.[2] !== "name") return [];
  const name = /=\s*["'](.*?)["']?\s*(?:#.*)?$/.exec(line)?.[1];
  if (name === undefined) return [];
  const offered = slug(name);
  return [offered === name ? slug(`my-${offered}`) : offered];
}

/** A name as rulesets have one: at most 40 small letters, digits and hyphens, a letter or a digit first. */
export function slug(name: string): string {
  const plain = name.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
  const letters = plain.replace(/[^a-z0-9]+/g, "-").slice(0, MOST_LETTERS);
  return letters.replace(/^-+|-+$/g, "") || "own";
}

/** The name that the text gives the ruleset; empty if it gives none. */
export function nameIn(text: string): string {
  for (const line of text.split("\n")) {
    if (/^\s*\[/.test(line)) return "";
    const name = /^\s*name\s*=\s*["'](.*?)["']/.exec(line)?.[1];
    if (name !== undefined) return name;
  }
  return "";
}

/** The clause that a line is about: the one it sets or goes on with, or of which the comment above it tells. */
export function clauseAt(text: string, line: number): string | null {
  const lines = text.split("\n");
  const keyOf = (at: number) => /^\s*(?:#\s*)?([A-Za-z][\w-]*)\s*=(?:\s|$|["[\d])/.exec(lines[at] ?? "")?.[1] ?? null;
  const here = lines[line] ?? "";
  const key = keyOf(line);
  if (key !== null) return key;
  if (here.trim() === "" || /^\s*\[/.test(here)) return null;
  const down = /^\s*#/.test(here);
  for (let at = line; at >= 0 && at < lines.length; at += down ? 1 : -1) {
    const found = keyOf(at);
    if (found !== null) return found;
    if (down ? !/^\s*#/.test(lines[at]!) : /^\s*$|^\s*\[\w/.test(lines[at]!)) return null;
  }
  return null;
}

interface Setting {
  /** The first and the last of its lines, from 0. */
  first: number;
  last: number;
  value: string;
}

/** Where a clause is set, and to what; null if the text does not set it. */
export function settingOf(text: string, clause: string): Setting | null {
  const lines = text.split("\n");
  const first = lines.findIndex((line) => KEY.exec(line)?.[2] === clause);
  if (first < 0) return null;
  const bare = (line: string) =>
    tokensOf(line)
      .filter(({ kind }) => kind !== "comment")
      .map((token) => token.text)
      .join("");
  let value = bare(lines[first]!).replace(KEY, "").trim();
  let last = first;
  while (value.startsWith("[") && !value.includes("]") && last + 1 < lines.length) value += ` ${bare(lines[++last]!).trim()}`;
  return { first, last, value };
}

/** Whether a clause has a value of those that its help lists. What is not set has the first. */
export function hasValue(text: string, { name, values }: ClauseHelp, value: string): boolean {
  const set = settingOf(text, name);
  if (!set) return values[0]?.value === value;
  const range = /^(\d+) to (\d+)$/.exec(value);
  if (range) return /^\d+$/.test(set.value) && Number(set.value) >= Number(range[1]) && Number(set.value) <= Number(range[2]);
  if (set.value.startsWith("[")) return value === "[]" ? /^\[\s*\]$/.test(set.value) : set.value.includes(value);
  return set.value === value;
}

/** Whether a value that the help lists can be put into a text as it is. */
export function isWhole(value: string): boolean {
  return /^(?:"[^"]*"|\d+|true|false|none|\[\])$/.test(value);
}

/** Whether the value of a clause is a list. */
function isList(clause: ClauseHelp): boolean {
  return clause.values.some((each) => each.value === "[]");
}

/** The text with a clause set to a value. In a list the value is added, or taken out if it is there. */
export function withClause(text: string, clause: ClauseHelp, value: string): string {
  const lines = text.split("\n");
  const set = settingOf(text, clause.name);
  if (value === "none") {
    if (set) lines.splice(set.first, set.last - set.first + 1);
    return lines.join("\n");
  }
  let put = value;
  if (isList(clause) && value !== "[]") {
    const items = [...(set?.value ?? "").matchAll(/"[^"]*"/g)].map(([item]) => item);
    const changed = items.includes(value) ? items.filter((item) => item !== value) : [...items, value];
    put = `[${changed.join(", ")}]`;
  }
  const line = `${clause.name} = ${put}`;
  if (set) {
    const comment = set.first === set.last ? (tokensOf(lines[set.first]!).find(({ kind }) => kind === "comment")?.text ?? "") : "";
    lines.splice(set.first, set.last - set.first + 1, comment ? `${line} ${comment}` : line);
    return lines.join("\n");
  }
  while (lines.length > 0 && lines[lines.length - 1]!.trim() === "") lines.pop();
  const table = lines.findIndex((each) => /^\s*\[clauses\]/.test(each));
  if (table < 0) return [...lines, "", "[clauses]", line, ""].join("\n");
  // Other tables may stand below.
  const next = lines.findIndex((each, i) => i > table && /^\s*\[\[?[\w-]+\]/.test(each));
  let at = next < 0 ? lines.length : next;
  while (lines[at - 1]!.trim() === "" || (next >= 0 && /^\s*#/.test(lines[at - 1]!))) at -= 1;
  lines.splice(at, 0, line);
  return `${lines.join("\n")}\n`;
}

/** A file to begin with, as the program writes it, without the help that stands beside the text here. */
export function begun(text: string): string {
  const lines = text.split("\n");
  const kept = lines.filter((line, i) => i === 0 || !/^\s*#/.test(line));
  return `${kept.join("\n").replace(/\n{2,}(?!\[)/g, "\n").trim()}\n`;
}
