// What is known to go wrong with rules, tried on those of the editor, check by check: a card for what is present, a list of the
// rest.

import { useEffect, useRef, useState } from "preact/hooks";
import { writeAddress } from "../address";
import { stoppedBy } from "../limit";
import { capital } from "../points";
import type { Case, Finding, Judged, Shown } from "../records";
import type { Question, RulesText, Source } from "../source";
import { atQuestion, type PageState } from "../state";
import { SmallBoard } from "./small-board";

interface Props {
  source: Source;
  state: PageState;
  rules: RulesText;
}

interface Trial {
  key: string;
  findings: readonly Finding[];
  progress: "going" | "done" | "stopped";
  error: string;
}

/** What is said of those that are not present, in this order. */
const OTHERS: [Judged, string][] = [
  ["not-decided", "Not decided"],
  ["absent", "Not present, on all that was looked at"],
  ["not-applicable", "Does not apply"],
];

export function EditorCritique({ source, state, rules }: Props) {
  const [trial, setTrial] = useState<Trial | null>(null);
  const stop = useRef(() => {});
  const key = JSON.stringify(rules);
  // What was found of one text is not said of the next.
  useEffect(() => () => stop.current(), [key]);
  const own = trial?.key === key ? trial : null;
  const begin = () => {
    stop.current();
    const change = (next: (now: Trial) => Trial) => setTrial((now) => (now?.key === key ? next(now) : now));
    setTrial({ key, findings: [], progress: "going", error: "" });
    const end = source.critique(rules, {
      finding: (finding) => change((now) => ({ ...now, findings: [...now.findings, finding] })),
      answer: ({ checks }) => change((now) => ({ ...now, findings: checks, progress: "done" })),
      failed: (error) => change((now) => ({ ...now, progress: "stopped", error })),
    });
    stop.current = () => {
      end();
      change((now) => (now.progress === "going" ? { ...now, progress: "stopped" } : now));
      stop.current = () => {};
    };
  };
  const findings = own?.findings ?? [];
  const present = findings.filter(({ verdict }) => verdict === "present");
  return (
    <section class="critique" aria-labelledby="critique-title" data-critique={own?.progress ?? "none"}>
      <h2 id="critique-title">What goes wrong with it</h2>
      <div class="row">
        {own?.progress === "going" ? (
          <button type="button" onClick={() => stop.current()}>
            Stop
          </button>
        ) : (
          own?.progress !== "done" && (
            <button type="button" onClick={begin}>
              {own ? "Try again" : "Try what is known to go wrong"}
            </button>
          )
        )}
        <span class="q" role="status">
          {own ? summary(own) : "Kos that never end, passes that hurt or gain, and other anomalies that the documents discuss."}
        </span>
      </div>
      {own?.error && <p class="error">{own.error}</p>}
      {present.length > 0 && (
        <div class="cards">
          {present.map((finding) => (
            <Card key={finding.id} source={source} state={state} rules={rules} finding={finding} />
          ))}
        </div>
      )}
      {OTHERS.map(([verdict, words]) => {
        const these = findings.filter((finding) => finding.verdict === verdict);
        return (
          these.length > 0 && (
            <details key={verdict} class="rest" open={verdict === "not-decided"}>
              <summary>
                {words}: {these.length}
              </summary>
              <ul>
                {these.map((finding) => (
                  <li key={finding.id}>
                    <b>{finding.name}.</b> {finding.asks} <span class="q">{foundOf(finding, source)}</span>
                  </li>
                ))}
              </ul>
            </details>
          )
        );
      })}
    </section>
  );
}

/** How many of the checks that are done found something. */
function summary({ findings, progress }: Trial): string {
  const count = (verdict: Judged) => findings.filter((each) => each.verdict === verdict).length;
  const tried = `${findings.length} ${progress === "done" ? "" : "so far "}tried`;
  const parts = [
    `${count("present")} present`,
    `${count("absent")} not`,
    ...(count("not-decided") > 0 ? [`${count("not-decided")} not decided`] : []),
    ...(count("not-applicable") > 0 ? [`${count("not-applicable")} without a meaning here`] : []),
  ];
  return findings.length === 0 ? (progress === "going" ? "Trying the first…" : "Nothing was tried.") : `${tried}: ${parts.join(", ")}.`;
}

function foundOf({ cases }: Finding, source: Source): string {
  const found = cases.map((each) => said(each, source));
  return [...new Set(found)].map((each) => `${capital(each)}.`).join(" ");
}

function said({ found, stopped }: Case, source: Source): string {
  return stopped ? `${found}; stopped: ${stoppedBy(stopped, source.abilities.limit)}`.replace(/\.$/, "") : found;
}

function Card({ source, state, rules, finding }: Props & { finding: Finding }) {
  const seen = finding.cases.filter(({ verdict }) => verdict === "present");
  const first = seen.find(({ shown }) => shown) ?? seen[0];
  const shown = first?.shown ?? null;
  const question = shown && questionOf(shown, rules);
  const rest = seen.length - 1;
  const opened = question && { ...atQuestion(state, question, state.rules.slice(1)), view: "board" as const };
  return (
    <article class="card" data-finding={finding.id} aria-label={finding.name}>
      <header>
        <h3>{finding.name}</h3>
      </header>
      {question && (
        <div class="fig">
          <SmallBoard source={source} question={question} width={200} height={92} />
        </div>
      )}
      <div class="txt">
        <p class="q">{finding.asks}</p>
        {first && <p>{capital(said(first, source))}.</p>}
        {first && <p class="q">{capital(first.on)}.</p>}
        {shown && shown.told.length > shown.moves.length && (
          <details>
            <summary>The moves</summary>
            <ol class="told-moves">
              {shown.told.map((told) => (
                <li key={told}>{told}</li>
              ))}
            </ol>
          </details>
        )}
      </div>
      <footer>
        {opened && pointsIn(shown!) <= MOST_POINTS && <a href={writeAddress(opened)}>Show it</a>}
        {rest > 0 && (
          <span class="q">
            and {rest} {rest === 1 ? "other" : "others"}
          </span>
        )}
      </footer>
    </article>
  );
}

/** The largest board that the page can be asked about. */
const MOST_POINTS = 20;

function pointsIn({ start }: Shown): number {
  return start.replaceAll("/", "").length;
}

/** What opens a shown position: a board of its own comes with its edges. */
function questionOf({ board, graph, start, to_move: toMove, moves }: Shown, rules: RulesText): Question {
  // The points come first, each alone, so that they keep their order, which is that of the letters of the position.
  const lines = graph && [...graph.points, ...graph.edges.map((edge) => edge.join(" "))];
  const place = lines && board.startsWith("graph:") ? { board: board.slice(6), edges: `${lines.join("\n")}\n` } : { board };
  return { ...place, ...rules, start, to_move: toMove, moves };
}
