// The published tables: the value of every empty board under every ruleset, each a link that opens the board.

import { useEffect, useState } from "preact/hooks";
import { writeAddress } from "../address";
import type { Cell, Tables as Record } from "../records";
import { printed } from "../score";
import type { Source } from "../source";
import { atQuestion, FIRST } from "../state";

export function Tables({ source }: { source: Source }) {
  const [tables, setTables] = useState<Record | null>(null);
  const [error, setError] = useState("");
  const [options, setOptions] = useState(false);
  useEffect(() => {
    source.tables().then(setTables, (failed: Error) => setError(failed.message));
  }, [source]);
  if (error) return <p class="error">{error}</p>;
  if (!tables) return <p class="quiet">Reading the tables…</p>;
  const shown = tables.rulesets.filter((rules) => options || !rules.includes("--"));
  const words = (cell: Cell) =>
    cell.value !== null ? printed(cell.value) : cell.bounds ? `${printed(cell.bounds.low)}…${printed(cell.bounds.high)}` : "open";
  return (
    <section class="panel tables" aria-labelledby="tables-title">
      <h2 id="tables-title">The published tables</h2>
      <p>
        Black's points less White's from the empty board, Black to move. Press a value to open its board. What differs from most
        rulesets of its row is in bold; a dot says that a certificate of the value is published.
      </p>
      {shown.length < tables.rulesets.length || options ? (
        <label class="inline">
          <input type="checkbox" checked={options} onChange={() => setOptions(!options)} />
          <span>With options, one changed at a time</span>
        </label>
      ) : null}
      <div class="scroll" tabIndex={0} role="region" aria-labelledby="tables-title">
        <table>
          <thead>
            <tr>
              <th scope="col">Board</th>
              {shown.map((rules) => (
                <th scope="col" key={rules}>
                  {rules}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {tables.rows.map(({ board, values }) => {
              const usual = most(shown.flatMap((rules) => (values[rules] ? [words(values[rules])] : [])));
              return (
                <tr key={board}>
                  <th scope="row">{board}</th>
                  {shown.map((rules) => {
                    const cell = values[rules];
                    if (!cell) return <td key={rules} />;
                    const href = writeAddress(atQuestion(FIRST, { board, rules }));
                    const text = words(cell);
                    return (
                      <td key={rules}>
                        <a href={href} class={text === usual ? "usual" : "unusual"} aria-label={`${board} under ${rules}: ${text}`}>
                          {text}
                          {cell.certificate && <span class="proved" />}
                        </a>
                      </td>
                    );
                  })}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** The text that occurs most often. */
function most(texts: readonly string[]): string {
  const count = (text: string) => texts.filter((each) => each === text).length;
  return texts.reduce((best, text) => (count(text) > count(best) ? text : best), texts[0] ?? "");
}
