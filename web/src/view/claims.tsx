// The claims of the documents as cards, the refuted first: verdict, source, board, quotation, our claim, and what is so.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { ClaimRecord, Claims as Record, DocumentRecord, PositionRecord, Verdict } from "../records";
import type { Source } from "../source";
import { ClaimBoard } from "./claim-board";
import { Illegal } from "./signs";

interface Props {
  source: Source;
  /** The claim that the address names. */
  claim: string | null;
  onClaim(claim: string): void;
  /** Opens a position on the boards, under all rulesets that the claim asks about it. */
  onOpen(claim: ClaimRecord, position: PositionRecord): void;
}

const VERDICTS: [Verdict, string][] = [
  ["refuted", "Refuted"],
  ["open", "Open"],
  ["not-decidable", "Not decidable"],
  ["confirmed", "Confirmed"],
];

const BASES: { [basis: string]: string } = {
  given: "The document gives the position.",
  rebuilt: "The position was rebuilt from the words of the document.",
  "one-of": "The position is one of several that fit the words of the document.",
  surrogate: "The position stands for one that is too large to solve.",
};

/** What the marks mean with which the checks write a line. */
const MARKS =
  "In a line, x2 says that a move captures two, =7 that it makes the position after move 7 again, !A1 that A1 is illegal " +
  "there, ?A1 that A1 would be legal, !* that every stone is illegal, pass! that nothing else is legal.";

export function Claims({ source, claim, onClaim, onOpen }: Props) {
  const [claims, setClaims] = useState<Record | null>(null);
  const [error, setError] = useState("");
  const [verdict, setVerdict] = useState<Verdict>("refuted");
  const [document, setDocument] = useState("");
  useEffect(() => {
    source.claims().then(setClaims, (failed: Error) => setError(failed.message));
  }, [source]);
  const all = useMemo(
    () => claims?.documents.flatMap((each) => each.claims.map((one) => ({ document: each, claim: one }))) ?? [],
    [claims],
  );
  const named = all.find((each) => each.claim.id === claim);
  useEffect(() => {
    if (!named) return;
    setVerdict(named.claim.verdict);
    setDocument((is) => (is === "" || is === named.document.id ? is : ""));
  }, [named]);
  if (error) return <p class="page error">{error}</p>;
  if (!claims) return <p class="page q">Reading the claims…</p>;
  const own = all.filter((each) => document === "" || each.document.id === document);
  const shown = own.filter((each) => each.claim.verdict === verdict);
  return (
    <section class="page claims" aria-labelledby="claims-title">
      <h1 id="claims-title">What the documents claim, and what is so</h1>
      <div class="bar">
        <span class="seg" role="group" aria-label="Verdict">
          {VERDICTS.map(([each, words]) => (
            <button type="button" key={each} aria-pressed={verdict === each} onClick={() => setVerdict(each)}>
              {words} <span class="num">{own.filter((one) => one.claim.verdict === each).length}</span>
            </button>
          ))}
        </span>
        <select aria-label="Document" value={document} onChange={(event) => setDocument(event.currentTarget.value)}>
          <option value="">All documents</option>
          {claims.documents
            .filter((each) => each.claims.length > 0)
            .map((each) => (
              <option key={each.id} value={each.id}>
                {each.title}
              </option>
            ))}
        </select>
        <span class="q">
          {all.length} sentences of {claims.documents.length} sources, each tried by a solver that proves what it says
        </span>
      </div>
      {shown.length === 0 && <p class="q">No claim of this document has this verdict.</p>}
      <div class="cards">
        {shown.map((each) => (
          <Card key={each.claim.id} source={source} {...each} named={each.claim.id === claim} onClaim={onClaim} onOpen={onOpen} />
        ))}
      </div>
    </section>
  );
}

interface CardProps {
  source: Source;
  document: DocumentRecord;
  claim: ClaimRecord;
  named: boolean;
  onClaim(claim: string): void;
  onOpen(claim: ClaimRecord, position: PositionRecord): void;
}

function Card({ source, document, claim, named, onClaim, onOpen }: CardProps) {
  const [checked, setChecked] = useState(false);
  const [whole, setWhole] = useState(named);
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (named) card.current?.scrollIntoView({ block: "center" });
  }, [named]);
  const { id, verdict, positions, others, quote, section, basis, note } = claim;
  // The check that decides is the one to look at.
  const shown = positions.find(({ holds }) => holds === (verdict !== "refuted")) ?? positions[0];
  const long = note.length > 260;
  const words = VERDICTS.find(([each]) => each === verdict)![1];
  return (
    <article ref={card} class={named ? "card named" : "card"} id={id} aria-label={`${words}: ${claim.claim}`} data-claim={id}>
      <header>
        <span class={`verdict-word ${verdict}`}>
          {verdict === "refuted" && <Illegal />}
          {words}
        </span>
        <a
          class="q"
          href={`#view=tour&claim=${id}`}
          title={document.title}
          onClick={(event) => (event.preventDefault(), onClaim(id))}
        >
          {sourceOf(document.title)}
        </a>
      </header>
      {shown && (
        <div class="fig">
          <ClaimBoard source={source} position={shown} />
        </div>
      )}
      <div class="txt">
        {quote && <blockquote>“{quote}”</blockquote>}
        <p class="claim">{claim.claim}</p>
        {note && <p class={long && !whole ? "found clamped" : "found"}>{note}</p>}
        {long && (
          <button type="button" class="link" aria-expanded={whole} onClick={() => setWhole(!whole)}>
            {whole ? "Less" : "More"}
          </button>
        )}
        {checked && (
          <div class="checked">
            {basis && <p>{BASES[basis] ?? basis}</p>}
            {positions.some(({ says }) => /[?!]\w|x\d|=\d/.test(says)) && <p class="q">{MARKS}</p>}
            <ul>
              {positions.map((position, i) => (
                <li key={i}>
                  <p>
                    <code>
                      {position.says.includes(position.question.rules)
                        ? ""
                        : `${position.question.board} ${position.question.rules}: `}
                      {position.says}
                    </code>
                  </p>
                  <Found {...position} />
                  <button type="button" class="link" onClick={() => onOpen(claim, position)}>
                    Show it with its line
                  </button>
                </li>
              ))}
              {others.map((other) => (
                <li key={other.says}>
                  <p>
                    <code>{other.says}</code>
                  </p>
                  <Found {...other} />
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
      <footer>
        {shown && (
          <button type="button" class="link" onClick={() => onOpen(claim, shown)}>
            {shown.line.length > 0 && source.abilities.play ? "Play it" : "Show it"}
          </button>
        )}
        {(positions.length > 0 || others.length > 0) && (
          <button type="button" class="link" aria-expanded={checked} onClick={() => setChecked(!checked)}>
            As checked
          </button>
        )}
        <span class="q">{section}</span>
      </footer>
    </article>
  );
}

/** The author and the year of a document, or its title if it has neither: `Wilton Kee, 2009`. */
function sourceOf(title: string): string {
  const [author] = title.split(",");
  const year = /\b(?:19|20)\d\d\b/.exec(title)?.[0];
  return author === title || !year ? title.split(":")[0]! : `${author}, ${year}`;
}

function Found({ holds, found }: { holds: boolean | null; found: string }) {
  return (
    <p class="q">
      {holds === null ? "Not settled" : holds ? "Holds" : "Does not hold"}
      {found && `: ${found}`}
    </p>
  );
}
