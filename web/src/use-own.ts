// The catalogue with the rulesets whose texts the address carries, once the reader has accepted them.

import { useEffect, useMemo, useState } from "preact/hooks";
import type { Drafts } from "./drafts";
import type { Catalogue, Draft } from "./records";
import type { Source } from "./source";
import type { PageState } from "./state";

export interface Own {
  /** The catalogue with the own rulesets; null while it is read, or while there is something to ask the reader. */
  catalogue: Catalogue | null;
  /** The texts that this browser has not accepted, by their names. Nothing is asked with them before they are. */
  unknown: Readonly<Record<string, string>>;
  /** What is wrong with texts, by their names: they cannot be used. */
  wrong: Readonly<Record<string, string>>;
  accept(): void;
}

const NONE = {};

export function useOwn(source: Source, drafts: Drafts, catalogue: Catalogue | null, { own, rules }: PageState): Own {
  const [read, setRead] = useState<ReadonlyMap<string, Draft | Error>>(new Map());
  const [, setAccepted] = useState(0);
  const { laboratory } = source.abilities;
  const entries = Object.entries(own);
  const used = new Set(rules.map((each) => each.split(" ")[0]!));
  const unknown = laboratory ? entries.filter(([name, text]) => used.has(name) && !drafts.mayUse(text)) : [];
  const known = laboratory ? entries.filter(([, text]) => drafts.mayUse(text)) : [];
  const missing = known.filter(([name, text]) => !read.has(keyOf(name, text)));
  useEffect(() => {
    for (const [name, text] of missing) {
      const put = (draft: Draft | Error) => setRead((now) => new Map(now).set(keyOf(name, text), draft));
      source.draft(name, text).then(put, put);
    }
  }, [source, missing.map(([name, text]) => keyOf(name, text)).join("\n")]);

  const wrong: Record<string, string> = {};
  if (!laboratory) for (const [name] of entries.filter(([name]) => used.has(name))) wrong[name] = "this page cannot read rules of one’s own";
  for (const [name, text] of known) {
    const draft = read.get(keyOf(name, text));
    if (draft instanceof Error) wrong[name] = draft.message;
    else if (draft?.fault) wrong[name] = `line ${draft.fault.line}, column ${draft.fault.column}: ${draft.fault.what}`;
    // Under the name of another ruleset it could be taken for that one.
    else if (draft?.ruleset && draft.ruleset.id !== name) wrong[name] = `the text calls them ${draft.ruleset.id}`;
  }
  // What is carried along and not used is in nobody's way.
  for (const name of Object.keys(wrong)) if (!used.has(name)) delete wrong[name];
  const ready = unknown.length === 0 && missing.length === 0 && Object.keys(wrong).length === 0;
  const rulesets = !ready
    ? []
    : known.flatMap(([name, text]) => {
        const draft = read.get(keyOf(name, text));
        return draft && !(draft instanceof Error) && draft.ruleset?.id === name ? [draft.ruleset] : [];
      });
  const key = known.map(([name, text]) => keyOf(name, text)).join("\n");
  const whole = useMemo(
    () => (!catalogue || !ready ? null : rulesets.length === 0 ? catalogue : { ...catalogue, rulesets: [...catalogue.rulesets, ...rulesets] }),
    [catalogue, ready, key],
  );
  return {
    catalogue: whole,
    unknown: unknown.length === 0 ? NONE : Object.fromEntries(unknown),
    wrong,
    accept: () => {
      unknown.forEach(([, text]) => drafts.accept(text));
      setAccepted((count) => count + 1);
    },
  };
}

function keyOf(name: string, text: string): string {
  return JSON.stringify([name, text]);
}
