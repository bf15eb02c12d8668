// The claims of the documents as a guided tour: quotation, verdict, basis, and positions that it opens.

import { useEffect, useState } from "preact/hooks";
import type { ClaimRecord, Claims, PositionRecord } from "../records";
import type { Source } from "../source";

interface Props {
  source: Source;
  claim: string | null;
  onClaim(claim: ClaimRecord): void;
  onOpen(position: PositionRecord): void;
  onLine(position: PositionRecord): void;
}

const VERDICTS: Record<string, string> = {
  confirmed: "Confirmed",
  refuted: "Refuted",
  open: "Open",
  "not-decidable": "Not decidable",
};

const BASES: Record<string, string> = {
  given: "The document gives the position.",
  rebuilt: "The position was rebuilt from the words of the document.",
  "one-of": "The position is one of several that fit the words of the document.",
  surrogate: "The position stands for one that is too large to solve.",
};

/** What the marks mean with which the checks write a line. */
const MARKS =
  "In a line, x2 says that a move captures two, =7 that it makes the position after move 7 again, !A1 that the past bars A1 " +
  "there, ?A1 that A1 would be legal, !* that the past bars every stone, pass! that nothing else is legal.";

export function Tour({ source, claim, onClaim, onOpen, onLine }: Props) {
  const [claims, setClaims] = useState<Claims | null>(null);
  const [error, setError] = useState("");
  useEffect(() => {
    source.claims().then(setClaims, (failed: Error) => setError(failed.message));
  }, [source]);
  const documents = claims?.documents.filter((each) => each.claims.length > 0) ?? [];
  const all = documents.flatMap((document) => document.claims.map((each) => ({ document, claim: each })));
  const at = Math.max(
    0,
    all.findIndex((each) => each.claim.id === claim),
  );
  const shown = all[at];
  useEffect(() => {
    if (shown && shown.claim.id !== claim) onClaim(shown.claim);
  }, [shown?.claim.id, claim]);
  if (error) return <p class="error">{error}</p>;
  if (!shown) return <p class="quiet">{claims ? "There are no claims." : "Reading the claims…"}</p>;
  const { document } = shown;
  const { quote, section, claim: says, verdict, basis, note, positions, others = [] } = shown.claim;
  const own = all.filter((each) => each.document === document);
  return (
    <section class="panel tour" aria-labelledby="tour-title">
      <h2 id="tour-title">What the documents claim</h2>
      <div class="row">
        <span class="group">
          <button type="button" disabled={at === 0} onClick={() => onClaim(all[at - 1]!.claim)}>
            Previous
          </button>
          <button type="button" disabled={at === all.length - 1} onClick={() => onClaim(all[at + 1]!.claim)}>
            Next
          </button>
          <span class="quiet">
            {own.indexOf(shown) + 1} of {own.length}
          </span>
        </span>
        <label class="inline">
          <span>Document</span>
          <select
            value={document.id}
            onChange={(event) => {
              const id = event.currentTarget.value;
              onClaim(all.find((each) => each.document.id === id)!.claim);
            }}
          >
            {documents.map((each) => (
              <option key={each.id} value={each.id}>
                {each.title}
              </option>
            ))}
          </select>
        </label>
        <label class="inline">
          <span>Claim</span>
          <select
            value={shown.claim.id}
            onChange={(event) => {
              const id = event.currentTarget.value;
              onClaim(all.find((each) => each.claim.id === id)!.claim);
            }}
          >
            {own.map((each) => (
              <option key={each.claim.id} value={each.claim.id}>
                {each.claim.id}: {VERDICTS[each.claim.verdict] ?? each.claim.verdict}
              </option>
            ))}
          </select>
        </label>
      </div>
      <div aria-live="polite">
        {quote && <blockquote>{quote}</blockquote>}
        <p class="quiet">
          {document.title}
          {section && `, ${section}`}
        </p>
        <p>
          <span class={`verdict-word ${verdict}`}>{VERDICTS[verdict] ?? verdict}</span> {says}
        </p>
        {basis && <p class="quiet">{BASES[basis] ?? basis}</p>}
        {note && <p>{note}</p>}
      </div>
      {positions.some(({ says }) => /[?!]\w|x\d|=\d/.test(says)) && <p class="quiet">{MARKS}</p>}
      {positions.length > 0 && (
        <ul class="positions">
          {positions.map((position, i) => (
            <li key={i}>
              <p>
                {position.says.includes(position.question.rules) ? "" : `${position.question.board} ${position.question.rules}: `}
                {position.says}
              </p>
              <Found {...position} />
              <div class="row">
                <button type="button" onClick={() => onOpen(position)}>
                  Show the position
                </button>
                {position.line.length > 0 && (
                  <button type="button" onClick={() => onLine(position)}>
                    Show it with its line
                  </button>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <details open={positions.length === 0}>
          <summary>Other checks of this claim: {others.length}</summary>
          <ul class="positions">
            {others.map((other) => (
              <li key={other.says}>
                <p>{other.says}</p>
                <Found {...other} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function Found({ holds, found }: { holds: boolean | null; found: string }) {
  return (
    <p class="quiet">
      {holds === null ? "Not settled" : holds ? "It holds" : "It does not hold"}
      {found && `: ${found}`}
    </p>
  );
}
