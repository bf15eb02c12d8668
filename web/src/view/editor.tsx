// The editor of an own ruleset: its text, what its clauses say, and beside it what the last text without a fault is
// worth, where it differs from its neighbour, and what goes wrong with it.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { type Act, announce } from "../act";
import { writeAddress } from "../address";
import type { Drafts, Kept } from "../drafts";
import type { Catalogue, ClauseHelp, Draft, RulesetRecord } from "../records";
import { begun, clauseAt, mendsOf, nameIn, offsetOf, placeOf, settingOf, slug, withClause } from "../rules-file";
import { save } from "../save";
import type { Question, Source } from "../source";
import { type PageState, play, rulesText } from "../state";
import { EditorCritique } from "./editor-critique";
import { EditorDiffer } from "./editor-differ";
import { EditorHelp } from "./editor-help";
import { EditorSolved } from "./editor-solved";
import { EditorText, replaceText } from "./editor-text";
import { Menu } from "./menu";
import { RulesPick } from "./rules";
import { Icon } from "./signs";
import type { Notice } from "./strip";

/** How long nothing is typed before a text is read. */
const REST_MS = 200;
/** What rules are compared with besides what they began from, and what they begin from if nothing else is said. */
const MEASURE = "psk";

/** A rules file that was opened. */
export interface Opened {
  name: string;
  text: string;
}

interface Props {
  source: Source;
  /** Without own rulesets. */
  catalogue: Catalogue;
  state: PageState;
  act: Act;
  drafts: Drafts;
  phone: boolean;
  /** A file that is to be taken up. */
  opened: Opened | null;
  onTaken(): void;
  onOpen(file: File): void;
  onNotice(notice: Notice): void;
}

/** A text without a fault. */
interface Sound {
  text: string;
  ruleset: RulesetRecord;
}

export function Editor({ source, catalogue, state, act, drafts, phone, opened, onTaken, onOpen, onNotice }: Props) {
  const [draft, setDraft] = useState<Kept | null>(null);
  const [text, setText] = useState("");
  const [cursor, setCursor] = useState(0);
  const [chosen, setChosen] = useState<string | null>(null);
  const [read, setRead] = useState<{ text: string; of: Kept; draft: Draft } | null>(null);
  const [sound, setSound] = useState<Sound | null>(null);
  const [error, setError] = useState("");
  const [clauses, setClauses] = useState<readonly ClauseHelp[]>([]);
  const place = useRef<HTMLDivElement>(null);
  /** What the ruleset of a file is called that does not say it. */
  const fallback = useRef("own");
  /** A text that was begun, as long as nothing is typed in it. */
  const untouched = useRef<string | null>(null);
  /** The text that this editor has put into the address. */
  const carried = useRef<string | null>(null);
  const from = draft?.from ?? MEASURE;

  useEffect(() => {
    source.clauses().then(
      (record) => setClauses(record.clauses),
      (failed: Error) => setError(failed.message),
    );
  }, [source]);

  const take = (taken: string, beside: string) => {
    if (draft && draft.text === untouched.current && draft.text !== taken) drafts.drop(draft);
    untouched.current = null;
    const next = drafts.begin(taken, beside);
    setDraft(next);
    setText(next.text);
    // At first what the rules are about is explained.
    setCursor(Math.max(0, next.text.search(/^bars\b/m)));
    setChosen(null);
    setError("");
  };
  /** Begins a text like a ruleset. What is no composition of clauses has none; then others may be tried. */
  const begin = (rules: string, ...others: string[]) => {
    const used = new Set(drafts.all().map((each) => nameIn(each.text)));
    const base = slug(`my-${rules.split(" ")[0]}`);
    let name = base;
    for (let number = 2; used.has(name); number += 1) name = slug(`${base}-${number}`);
    source.like(rules, name).then(
      (file) => {
        fallback.current = name;
        const text = begun(file);
        take(text, rules);
        untouched.current = text;
      },
      (failed: Error) => (others.length > 0 ? begin(...(others as [string])) : setError(failed.message)),
    );
  };

  // Begins with what the address carries, or with what was worked on last.
  const named = state.rules.find((rules) => state.own[rules.split(" ")[0]!] !== undefined);
  const arriving = named === undefined ? null : state.own[named.split(" ")[0]!]!;
  useEffect(() => {
    if (arriving !== null && arriving !== carried.current) {
      carried.current = arriving;
      fallback.current = named!.split(" ")[0]!;
      const known = (rules: string) => catalogue.rulesets.some(({ id }) => id === rules.split(" ")[0]);
      take(arriving, state.rules.find(known) ?? MEASURE);
    } else if (draft === null && opened === null) {
      const last = drafts.all()[0];
      if (last) take(last.text, last.from);
      else begin(...(state.rules.filter((rules) => !state.own[rules.split(" ")[0]!]) as [string]), MEASURE);
    }
  }, [arriving]);
  useEffect(() => {
    if (!opened) return;
    fallback.current = slug(opened.name.replace(/\.toml$/i, ""));
    take(opened.text, from);
    onTaken();
  }, [opened]);

  // Reads the text as soon as nothing is typed for a moment.
  useEffect(() => {
    if (draft === null || read?.text === text) return;
    let current = true;
    const timer = setTimeout(
      () =>
        source.draft(fallback.current, text).then(
          (found) => current && setRead({ text, of: draft, draft: found }),
          (failed: Error) => current && setError(failed.message),
        ),
      sound === null ? 0 : REST_MS,
    );
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [source, draft, text]);
  const isRead = read?.text === text;
  // While a text is read what was said of the last one stays, so that nothing jumps as one types.
  const fault = read?.draft.fault ?? null;
  useEffect(() => {
    if (!read) return;
    const { ruleset, fault: wrong } = read.draft;
    if (wrong) announce(`Line ${wrong.line}, column ${wrong.column}: ${wrong.what}`);
    if (!ruleset) return;
    setSound({ text: read.text, ruleset });
    drafts.found(read.of, read.text);
    carried.current = read.text;
    // Everything that is shown is in the address: a link to it carries the rules.
    act((now) => {
      if (now.view !== "rules") return now;
      const rules = [...new Set([ruleset.id, read.of.from, MEASURE])];
      return { ...now, own: { [ruleset.id]: read.text }, rules, start: null, toMove: "black", moves: [], tree: [], mode: "play" };
    }, "replace");
  }, [read]);

  const change = (next: string) => {
    setText(next);
    setError("");
    if (draft) drafts.change(draft, next);
  };
  const replace = (next: string, at?: number) => {
    const field = place.current?.querySelector("textarea");
    if (!field) return;
    replaceText(field, next);
    if (at !== undefined) field.setSelectionRange(at, at);
  };
  const set = (clause: ClauseHelp, value: string) => {
    const next = withClause(text, clause, value);
    const line = settingOf(next, clause.name)?.last;
    replace(next, line === undefined ? 0 : next.split("\n").slice(0, line + 1).join("\n").length);
    setChosen(clause.name);
  };
  const goTo = (at: number) => {
    const field = place.current?.querySelector("textarea");
    field?.focus({ preventScroll: true });
    field?.setSelectionRange(at, at);
    place.current?.querySelector(`[data-line="${placeOf(text, at).line}"]`)?.scrollIntoView({ block: "center" });
  };
  const move = (at: number) => {
    setCursor(at);
    setChosen(null);
  };
  const clause = chosen ?? clauseAt(text, placeOf(text, cursor).line);

  const id = sound?.ruleset.id ?? null;
  const whole = useMemo(
    () => (sound ? { ...catalogue, rulesets: [...catalogue.rulesets, sound.ruleset] } : catalogue),
    [catalogue, sound],
  );
  const shown: PageState | null = sound && {
    ...state,
    own: { [sound.ruleset.id]: sound.text },
    rules: [...new Set([sound.ruleset.id, from, MEASURE])],
    edges: null,
    start: null,
    toMove: "black",
    moves: [],
    tree: [],
  };
  const own = shown && rulesText(shown, shown.rules[0]!);
  const questions = shown?.rules.map((rules): Question => ({ board: shown.board, ...rulesText(shown, rules), to_move: "black", moves: [] }));

  const copy = async () => {
    if (!shown) return;
    const link = location.href.replace(/#.*$/, "") + writeAddress({ ...shown, view: "rules" });
    const late = fault ? ["It carries the last text without a fault."] : [];
    try {
      await navigator.clipboard.writeText(link);
      onNotice({ title: "The link with these rules is copied.", lines: ["Who opens it sees the text before it is used.", ...late] });
    } catch {
      onNotice({ title: "The browser does not let the page copy. Here is the link:", lines: [link, ...late], wrong: true });
    }
  };
  const others = drafts.all().filter((each) => each !== draft);
  const lists = (
    <>
      <OpenFile onOpen={onOpen} />
      {others.length > 0 && (
        <Menu class="caret" button="Earlier texts">
          {(close) => (
            <div class="list">
              {others.slice(0, 12).map((each) => (
                <button type="button" key={each.id} onClick={() => (close(), take(each.text, each.from))}>
                  {nameIn(each.text) || "without a name"} <span class="q">begun from {each.from}</span>
                </button>
              ))}
            </div>
          )}
        </Menu>
      )}
    </>
  );
  return (
    <div class="editor" ref={place}>
      <h1 class="sr">Write a rule</h1>
      <div class="editor-bar" role="group" aria-label="The rules file">
        <span class="btn over caret">
          Start from {from}
          <RulesPick catalogue={catalogue} rules={null} only={null} label="Start from" onChange={(rules) => begin(rules)} />
        </span>
        {lists}
        <label class="inline">
          <span class={phone ? "sr" : ""}>Solved on</span>
          <select
            aria-label="Board"
            value={state.board}
            onChange={(event) => {
              const board = event.currentTarget.value;
              act((now) => ({ ...now, board, edges: null }), "replace");
            }}
          >
            {!catalogue.boards.includes(state.board) && <option>{state.board}</option>}
            {catalogue.boards.map((board) => (
              <option key={board} value={board}>
                {board.replace(/^(\d+)x(\d+)$/, "$1 × $2")}
              </option>
            ))}
          </select>
        </label>
        <span class="gap" />
        <span class="q status" data-faults={isRead ? (fault ? 1 : 0) : undefined}>
          {!read ? "" : fault ? (
            <button type="button" class="link" onClick={() => goTo(offsetOf(text, fault.line, fault.column))}>
              A fault in line {fault.line}
            </button>
          ) : read.draft.ruleset?.always_ends ? "No faults. Every game ends." : "No faults. A game may go on for ever."}
        </span>
        <button
          type="button"
          onClick={() => {
            const name = `${nameIn(text) || fallback.current}.toml`;
            save(name, new Blob([text], { type: "application/toml" }));
            onNotice({ title: `Saved ${name}.`, lines: [`solve --board 2x2 --rules ${name} solves with it.`] });
          }}
        >
          Save
        </button>
        <button type="button" disabled={!shown} onClick={() => void copy()}>
          <Icon name="share" /> Copy link
        </button>
      </div>
      {error && (
        <p class="error" role="alert">
          {error}
        </p>
      )}
      <div class="editor-left">
        {draft && (
          <EditorText
            text={text}
            fault={fault}
            mends={fault && isRead ? mendsOf(text, fault, clauses) : []}
            cursor={cursor}
            onText={change}
            onCursor={move}
            onMend={(mended) => isRead && replace(mended)}
          />
        )}
        <EditorHelp clauses={clauses} clause={clause} text={text} onClause={setChosen} onValue={set} />
      </div>
      <div class="editor-right" data-solved={id ?? undefined}>
        {fault && !sound && <p class="q late">The rules are solved here as soon as the text has no fault.</p>}
        {shown && questions && own && (
          <>
            <EditorSolved
              source={source}
              catalogue={whole}
              questions={questions}
              phone={phone}
              onPlay={(played) => act(() => play({ ...shown, view: "board" }, played))}
            />
            <p class="q late" role="status">
              {fault && "These values are of the last text without a fault."}
            </p>
            <EditorDiffer source={source} state={shown} rules={own} against={{ rules: shown.rules[1]! }} />
            <EditorCritique source={source} state={shown} rules={own} />
          </>
        )}
      </div>
    </div>
  );
}

/** A button that opens a rules file. */
function OpenFile({ onOpen }: { onOpen(file: File): void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <label class="btn">
      Open a file
      <input
        ref={input}
        class="sr"
        type="file"
        accept=".toml"
        onChange={() => {
          const file = input.current?.files?.[0];
          if (file) onOpen(file);
          // The same file can be opened again.
          if (input.current) input.current.value = "";
        }}
      />
    </label>
  );
}
