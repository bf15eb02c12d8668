// The page.

import { useEffect, useState } from "preact/hooks";
import { announce, setLiveRegion } from "../act";
import { lettersAreKeys } from "../preferences";
import type { Catalogue, ClaimRecord, PositionRecord } from "../records";
import type { Source } from "../source";
import { atQuestion, type PageState } from "../state";
import { withLine } from "../tree";
import { usePage } from "../use-page";
import { usePhone } from "../use-room";
import { BoardsPage } from "./boards-page";
import { Claims } from "./claims";
import { Drop } from "./drop";
import { Shadings } from "./goban";
import { Header, Help } from "./header";
import { type Notice, NoticeView } from "./strip";
import { Tables } from "./tables";

export function App({ source }: { source: Source }) {
  const { state, problems, act, walked } = usePage();
  const phone = usePhone();
  const [catalogue, setCatalogue] = useState<Catalogue | null>(null);
  const [error, setError] = useState("");
  const [help, setHelp] = useState(false);
  const [notice, setNotice] = useState<Notice | null>(null);
  useEffect(() => {
    source.catalogue().then(setCatalogue, (failed: Error) => setError(failed.message));
  }, [source]);
  useEffect(() => {
    const titles = { board: `${state.board} ${state.rules.join(" and ")}`, tour: "Claims", tables: "Results" };
    document.title = `${titles[state.view]} · superko`;
  }, [state.view, state.board, state.rules]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const typing = /^(INPUT|SELECT|TEXTAREA)$/.test((event.target as HTMLElement).tagName);
      if (event.key === "?" && !typing && lettersAreKeys()) setHelp(true);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  // What was said of one position is not said of the next.
  useEffect(() => setNotice(null), [state.board, state.start, state.moves, state.view]);
  const tell = (what: Notice) => {
    setNotice(what);
    announce([what.title, ...what.lines].join(" "));
  };

  const onOpen = (claim: ClaimRecord, position: PositionRecord) =>
    act((now) => {
      const next = { ...opened(now, claim, position), view: "board" as const, claim: null };
      const line = [...next.moves, ...(source.abilities.play ? position.line : [])];
      return { ...next, moves: line, tree: withLine(next.tree, line) };
    });
  const onFile = async (name: string, bytes: File) => {
    try {
      tell(await read(source, name, bytes));
    } catch (failed) {
      tell({ title: name, lines: [(failed as Error).message], wrong: true });
    }
  };
  const files = source.abilities.certificates && (
    <Drop accept=".cert" words="A certificate that is dropped anywhere on this page is checked." onFile={onFile} />
  );

  return (
    <>
      <Shadings />
      {!state.embed && <Header state={state} phone={phone} onHelp={() => setHelp(true)} />}
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
        {state.view === "tables" && <Tables source={source} />}
        {state.view === "board" && catalogue && (
          <BoardsPage
            source={source}
            catalogue={catalogue}
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

/** What there is to say of a file. */
async function read(source: Source, name: string, bytes: File): Promise<Notice> {
  if (!/\.cert$/i.test(name)) return { title: name, lines: ["This page reads certificates (.cert)."], wrong: true };
  const { verified, says } = await source.check(bytes);
  return { title: `${verified ? "Verified." : "Not verified."} ${name}`, lines: says, verified };
}

/** The position that a claim speaks of, under all rulesets that it asks about. */
function opened(now: PageState, claim: ClaimRecord, position: PositionRecord): PageState {
  const place = (each: PositionRecord) => JSON.stringify({ ...each.question, rules: "" });
  const beside = claim.positions.filter((each) => place(each) === place(position)).map((each) => each.question.rules);
  return atQuestion(now, position.question, beside);
}
