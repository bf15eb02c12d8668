// The page.

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { announce, setLiveRegion } from "../act";
import { Drafts } from "../drafts";
import { kindsOf, takeFile } from "../files";
import { lettersAreKeys } from "../preferences";
import type { Catalogue, ClaimRecord, PositionRecord } from "../records";
import { listed } from "../score";
import type { Source } from "../source";
import { atQuestion, inEditor, type PageState, withoutOwn } from "../state";
import { withLine } from "../tree";
import { useOwn } from "../use-own";
import { usePage } from "../use-page";
import { usePhone } from "../use-room";
import { BoardsPage } from "./boards-page";
import { Claims } from "./claims";
import { Drop } from "./drop";
import { Editor, type Opened } from "./editor";
import { Shadings } from "./goban";
import { Header, Help } from "./header";
import { OwnRules } from "./own-rules";
import { type Notice, NoticeView } from "./strip";
import { Tables } from "./tables";

export function App({ source }: { source: Source }) {
  const { state, problems, act, walked } = usePage();
  const phone = usePhone();
  const [catalogue, setCatalogue] = useState<Catalogue | null>(null);
  const [error, setError] = useState("");
  const [help, setHelp] = useState(false);
  const [notice, setNotice] = useState<Notice | null>(null);
  /** What is said once the page has gone where a file leads. */
  const arrival = useRef<Notice | null>(null);
  const [opened, setOpened] = useState<Opened | null>(null);
  const drafts = useMemo(() => new Drafts(), []);
  const own = useOwn(source, drafts, catalogue, state);
  useEffect(() => {
    source.catalogue().then(setCatalogue, (failed: Error) => setError(failed.message));
  }, [source]);
  useEffect(() => {
    const titles = { board: `${state.board} ${state.rules.join(" and ")}`, tour: "Claims", tables: "Results", rules: "Write a rule" };
    document.title = `${titles[state.view]} · superko`;
  }, [state.view, state.board, state.rules]);
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const typing = /^(INPUT|SELECT|TEXTAREA)$/.test((event.target as HTMLElement).tagName);
      if (event.key === "?" && !typing && lettersAreKeys()) setHelp(true);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  // What was said of one position is not said of the next.
  useEffect(() => {
    const said = arrival.current;
    arrival.current = null;
    said ? tell(said) : setNotice(null);
  }, [state.board, state.start, state.moves, state.view]);
  const tell = (what: Notice) => {
    setNotice(what);
    announce([what.title, ...what.lines].join(" "));
  };

  const onOpen = (claim: ClaimRecord, position: PositionRecord) =>
    act((now) => {
      const next = { ...claimed(now, claim, position), view: "board" as const, claim: null };
      const line = [...next.moves, ...(source.abilities.play ? position.line : [])];
      return { ...next, moves: line, tree: withLine(next.tree, line) };
    });
  const onFile = async (name: string, bytes: File) => {
    try {
      const taken = await takeFile(source, name, bytes);
      if (taken.kind === "said") tell(taken.notice);
      else if (taken.kind === "rules") {
        setOpened({ name: taken.name, text: taken.text });
        act(inEditor);
      } else {
        arrival.current = taken.notice;
        act(taken.go);
      }
    } catch (failed) {
      tell({ title: name, lines: [(failed as Error).message], wrong: true });
    }
  };
  const kinds = kindsOf(source);
  const files = kinds.length > 0 && (
    <Drop
      accept={kinds.map(([end]) => end).join(",")}
      words={`Drop ${listed(kinds.map(([end, what]) => `${what} (${end})`), "or")} anywhere on this page.`}
      onFile={onFile}
    />
  );
  // Nothing is asked with rules that came with a link before they are accepted.
  const asks = Object.keys(own.unknown).length > 0;
  const asked = state.view === "board" || state.view === "rules";
  const held = (asked && asks) || (state.view === "board" && Object.keys(own.wrong).length > 0);
  return (
    <>
      <Shadings />
      {!state.embed && <Header state={state} writes={source.abilities.laboratory} phone={phone} onHelp={() => setHelp(true)} />}
      <main class={state.embed ? "embedded" : ""}>
        {source.abilities.words && !state.embed && <p class="source-words">{source.abilities.words}</p>}
        {problems.map((problem) => (
          <p class="error banner" role="alert" key={problem}>
            {problem}
          </p>
        ))}
        {error && (
          <p class="error banner" role="alert">
            {error}
          </p>
        )}
        {notice && state.view !== "board" && (
          <div class="inspect banner">
            <NoticeView notice={notice} onClose={() => setNotice(null)} />
          </div>
        )}
        {state.view === "tour" && (
          <Claims source={source} claim={state.claim} onClaim={(claim) => act((now) => ({ ...now, claim }))} onOpen={onOpen} />
        )}
        {state.view === "tables" && catalogue && <Tables source={source} catalogue={catalogue} />}
        {held && (
          <OwnRules
            unknown={own.unknown}
            wrong={own.wrong}
            onAccept={own.accept}
            onEdit={
              source.abilities.laboratory
                ? (name) => {
                    setOpened({ name, text: state.own[name]! });
                    act((now) => inEditor(withoutOwn(now)));
                  }
                : null
            }
            onDrop={() => act(withoutOwn)}
          />
        )}
        {state.view === "rules" && catalogue && !asks && source.abilities.laboratory && (
          <Editor
            source={source}
            catalogue={catalogue}
            state={state}
            act={act}
            drafts={drafts}
            phone={phone}
            opened={opened}
            onTaken={() => setOpened(null)}
            onOpen={(file) => void onFile(file.name, file)}
            onNotice={tell}
          />
        )}
        {state.view === "rules" && !source.abilities.laboratory && (
          <p class="page error">Rules cannot be written on this page: it has no program that reads them.</p>
        )}
        {state.view === "board" && own.catalogue && !held && (
          <BoardsPage
            source={source}
            catalogue={own.catalogue}
            state={state}
            act={act}
            walked={walked}
            phone={phone}
            notice={notice}
            onNotice={(what) => (what === null ? setNotice(null) : tell(what))}
            files={files}
          />
        )}
        {state.view !== "board" && <div class="page">{files}</div>}
      </main>
      <div class="sr" role="status" aria-live="polite" ref={setLiveRegion} />
      {help && <Help play={source.abilities.play} onClose={() => setHelp(false)} />}
    </>
  );
}

/** The position that a claim speaks of, under all rulesets that it asks about. */
function claimed(now: PageState, claim: ClaimRecord, position: PositionRecord): PageState {
  const place = (each: PositionRecord) => JSON.stringify({ ...each.question, rules: "" });
  const beside = claim.positions.filter((each) => place(each) === place(position)).map((each) => each.question.rules);
  return atQuestion(now, position.question, beside);
}
