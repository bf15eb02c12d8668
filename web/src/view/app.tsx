// The page.

import { useEffect, useState } from "preact/hooks";
import { setLiveRegion } from "../act";
import type { Catalogue, ClaimRecord, PositionRecord } from "../records";
import type { Source } from "../source";
import { atQuestion, type PageState } from "../state";
import { withLine } from "../tree";
import { usePage } from "../use-page";
import { BoardsPage } from "./boards-page";
import { Header, Keys } from "./header";
import { Tables } from "./tables";
import { Tour } from "./tour";

export function App({ source }: { source: Source }) {
  const { state, problems, act, walked } = usePage();
  const [catalogue, setCatalogue] = useState<Catalogue | null>(null);
  const [error, setError] = useState("");
  const [keys, setKeys] = useState(false);
  useEffect(() => {
    source.catalogue().then(setCatalogue, (failed: Error) => setError(failed.message));
  }, [source]);
  useEffect(() => {
    document.title = state.view === "tables" ? "Tables · superko" : `${state.board} ${state.rules.join(" and ")} · superko`;
  }, [state.view, state.board, state.rules]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "?" && !/^(INPUT|SELECT|TEXTAREA)$/.test((event.target as HTMLElement).tagName)) setKeys(true);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);

  const onClaim = (claim: ClaimRecord) =>
    act(
      (now) => {
        const [position] = claim.positions;
        return { ...(position ? opened(now, claim, position) : now), view: "tour", claim: claim.id };
      },
      state.claim === null ? "replace" : "push",
    );
  const claimOf = (position: PositionRecord, line: readonly string[]) =>
    act((now) => {
      const next = atQuestion(now, position.question);
      return { ...next, tree: withLine(next.tree, [...next.moves, ...line]) };
    });

  return (
    <>
      <Header state={state} onKeys={() => setKeys(true)} />
      <main>
        {source.abilities.words && <p class="panel words">{source.abilities.words}</p>}
        {problems.map((problem) => (
          <p class="error" role="alert" key={problem}>
            {problem}
          </p>
        ))}
        {error && (
          <p class="error" role="alert">
            {error}
          </p>
        )}
        {state.view === "tour" && (
          <Tour
            source={source}
            claim={state.claim}
            onClaim={onClaim}
            onOpen={(position) => claimOf(position, [])}
            onLine={(position) => claimOf(position, position.line)}
          />
        )}
        {state.view === "tables" && <Tables source={source} />}
        {state.view !== "tables" && catalogue && (
          <BoardsPage source={source} catalogue={catalogue} state={state} act={act} walked={walked} />
        )}
      </main>
      <div class="hidden" role="status" aria-live="polite" ref={setLiveRegion} />
      {keys && <Keys play={source.abilities.play} onClose={() => setKeys(false)} />}
    </>
  );
}

/** The position that a claim speaks of, under all rulesets that it asks about. */
function opened(now: PageState, claim: ClaimRecord, position: PositionRecord): PageState {
  const place = (each: PositionRecord) => JSON.stringify({ ...each.question, rules: "" });
  const beside = claim.positions.filter((each) => place(each) === place(position)).map((each) => each.question.rules);
  return atQuestion(now, position.question, beside);
}
