// The published results: the value of every empty board under every ruleset, each a link that opens the board.

import { useEffect, useState } from "preact/hooks";
import { writeAddress } from "../address";
import type { Catalogue, Cell, Tables as Record } from "../records";
import { bounded, printed, shade } from "../score";
import type { Source } from "../source";
import { atQuestion, FIRST } from "../state";

/** The most points of a board that can be opened. */
const MOST_POINTS = 20;

export function Tables({ source, catalogue }: { source: Source; catalogue: Catalogue }) {
  const [tables, setTables] = useState<Record | null>(null);
  const [error, setError] = useState("");
  const [options, setOptions] = useState(false);
  useEffect(() => {
    source.tables().then(setTables, (failed: Error) => setError(failed.message));
  }, [source]);
  if (error) return <p class="page error">{error}</p>;
  if (!tables) return <p class="page q">Reading the tables…</p>;
  // A proof may reach boards that this page does not show.
  const opens = (board: string) => (source.abilities.play ? pointsOf(board) <= MOST_POINTS : catalogue.boards.includes(board));
  const plain = (rules: string) => !rules.includes(" ");
  const shown = tables.rulesets.filter((rules) => options || plain(rules));
  // A ruleset and its options share a heading.
  const groups: { id: string; rules: string[] }[] = [];
  for (const rules of shown) {
    const id = rules.split(" ")[0]!;
    const group = groups.find((each) => each.id === id);
    if (group) group.rules.push(rules);
    else groups.push({ id, rules: [rules] });
  }
  const columns = groups.flatMap((group) => group.rules);
  const several = tables.rulesets.some((rules) => !plain(rules));
  return (
    <section class="page tables" aria-labelledby="tables-title">
      <h1 id="tables-title">The published results</h1>
      <p class="lead-in">
        The value of each empty board, Black to move. Press a value to open its board. An ear marks what differs from most rulesets
        of its row; a dot says that a certificate is published; <i>open</i> is not solved.
      </p>
      {several && (
        <label class="inline">
          <input type="checkbox" checked={options} onChange={() => setOptions(!options)} />
          <span>With options, one changed at a time</span>
        </label>
      )}
      <div class="scroll" tabIndex={0} role="region" aria-label="The table, which can be scrolled">
        <table>
          <thead>
            <tr>
              <th scope="col" rowSpan={options ? 2 : 1}>
                Board
              </th>
              {groups.map(({ id, rules }) => (
                <th scope="colgroup" key={id} colSpan={rules.length} class="first-of">
                  {id}
                </th>
              ))}
            </tr>
            {options && (
              <tr>
                {groups.flatMap(({ rules }) =>
                  rules.map((each, i) => (
                    <th scope="col" key={each} class={i === 0 ? "first-of option" : "option"}>
                      {each.split(" --").slice(1).join(", ") || "plain"}
                    </th>
                  )),
                )}
              </tr>
            )}
          </thead>
          <tbody>
            {tables.rows.map(({ board, values }) => {
              const texts = columns.flatMap((rules) => (values[rules] ? [textOf(values[rules], board)] : []));
              const usual = most(texts);
              return (
                <tr key={board}>
                  <th scope="row">{board}</th>
                  {groups.flatMap(({ rules: group }) =>
                    group.map((rules, i) => {
                      const cell = values[rules];
                      const first = i === 0 ? "first-of" : "";
                      if (!cell) return <td key={rules} class={first} />;
                      const text = textOf(cell, board);
                      const kind = cell.value === null ? "bound" : shade(cell.value, pointsOf(board));
                      const tile = `tile mini ${kind}${text === usual ? "" : " differs"}`;
                      return (
                        <td key={rules} class={first}>
                          <span class="known">
                            {opens(board) ? (
                              <a
                                href={writeAddress(atQuestion(FIRST, { board, rules }))}
                                class={tile}
                                aria-label={`${board} under ${rules}: ${text}`}
                              >
                                {text}
                              </a>
                            ) : (
                              <span class={tile}>{text}</span>
                            )}
                            {cell.certificate && <span class="proved" title={`Certificate: ${cell.certificate}`} />}
                          </span>
                        </td>
                      );
                    }),
                  )}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** A value, or what is known of it. */
function textOf(cell: Cell, board: string): string {
  if (cell.value !== null) return printed(cell.value);
  return (cell.bounds && bounded(cell.bounds, pointsOf(board))) || "open";
}

/** How many points a board has, by its name. */
function pointsOf(board: string): number {
  const [rows, columns] = board.replace(/^.*:/, "").split("x").map(Number) as [number, number | undefined];
  return rows * (columns ?? 1);
}

/** The text that occurs most often. */
function most(texts: readonly string[]): string {
  const count = (text: string) => texts.filter((each) => each === text).length;
  return texts.reduce((best, text) => (count(text) > count(best) ? text : best), texts[0] ?? "");
}
