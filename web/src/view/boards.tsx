// The choice of a board: grids by rows and columns, the built-in graphs, or a list of edges.

import { useState } from "preact/hooks";
import type { Source } from "../source";
import type { PageState } from "../state";

interface Props {
  state: PageState;
  source: Source;
  boards: readonly string[];
  onChoose(board: string, edges: string | null): void;
}

/** The most points that a board of the page may have. */
const MOST = 20;

export function BoardChooser({ state, source, boards, onChoose }: Props) {
  const grids = new Set(boards.filter((board) => /^\d+x\d+$/.test(board)));
  const graphs = boards.filter((board) => board.includes(":"));
  const families = [...new Set(graphs.map((board) => board.split(":")[0]!))];
  const rows = [1, 2, 3, 4].filter((row) => [...grids].some((grid) => grid.startsWith(`${row}x`)));
  const most = Math.max(...[...grids].map((grid) => Number(grid.split("x")[1])));
  const choice = (board: string, text: string) => (
    <button
      type="button"
      key={board}
      class="choice"
      aria-label={board}
      aria-pressed={state.board === board}
      onClick={() => onChoose(board, null)}
    >
      {text}
      {/^\d/.test(board) && <i class={effortOf(board)} aria-hidden="true" />}
    </button>
  );
  return (
    <div class="chooser">
      <h3>Grids, rows by columns</h3>
      <p class="q efforts">
        <i class="quick" aria-hidden="true" /> at once <i class="slow" aria-hidden="true" /> minutes and more{" "}
        <i class="bounds" aria-hidden="true" /> bounds, or what is published
      </p>
      {rows.map((row) => (
        <div class="choices" key={row}>
          {Array.from({ length: most }, (_, i) => `${row}x${i + 1}`)
            .filter((board) => grids.has(board))
            .map((board) => choice(board, board))}
        </div>
      ))}
      {families.length > 0 && <h3>Graphs</h3>}
      {families.map((family) => (
        <div class="choices" key={family}>
          <span class="family">{family}</span>
          {graphs.filter((board) => board.startsWith(`${family}:`)).map((board) => choice(board, board.split(":")[1]!))}
        </div>
      ))}
      {source.abilities.edges && (
        <details open={state.edges !== null}>
          <summary>A graph of your own</summary>
          <Edges state={state} source={source} onChoose={onChoose} />
        </details>
      )}
    </div>
  );
}

/** How long an empty board takes, by its points: the limits are those of docs/limits.md. */
function effortOf(board: string): string {
  const [rows, columns] = board.split("x").map(Number) as [number, number];
  return rows * columns <= 9 ? "quick" : rows * columns <= 13 ? "slow" : "bounds";
}

interface EdgesProps {
  state: PageState;
  source: Source;
  onChoose(board: string, edges: string): void;
}

function Edges({ state, source, onChoose }: EdgesProps) {
  const [name, setName] = useState(state.edges === null ? "house" : state.board.replace(/^graph:/, ""));
  const [text, setText] = useState(state.edges ?? "one two\none three\ntwo three\ntwo four\nthree five\nfour five\n");
  const [wrong, setWrong] = useState("");
  const submit = async (event: Event) => {
    event.preventDefault();
    const lines = text.split("\n").map((line) => line.replace(/#.*/, "").trim());
    const points = new Set(lines.flatMap((line) => line.split(/[\s,]+/)).filter((word) => word !== ""));
    const strange = lines.find((line) => line.split(/[\s,]+/).length > 2);
    if (points.size === 0) return setWrong("There is no edge. Expected two names a line.");
    if (strange !== undefined) return setWrong(`“${strange}” has more than two names. Expected two names a line.`);
    if (points.size > MOST) return setWrong(`This has ${points.size} points. Expected at most ${MOST}.`);
    setWrong("");
    // What is wrong with the names is said here, beside the text.
    const [board, edges] = [name.trim() || "drawn", text.endsWith("\n") ? text : `${text}\n`];
    try {
      await source.board(board, edges);
    } catch (error) {
      return setWrong((error as Error).message);
    }
    onChoose(board, edges);
  };
  return (
    <form onSubmit={submit}>
      <label>
        <span>Name</span>
        <input value={name} onInput={(event) => setName(event.currentTarget.value)} maxLength={24} />
      </label>
      <label>
        <span>Edges: the names of two points a line</span>
        <textarea rows={6} value={text} onInput={(event) => setText(event.currentTarget.value)} spellcheck={false} />
      </label>
      {wrong && <p class="error">{wrong}</p>}
      <button type="submit">Draw it</button>
    </form>
  );
}
