// The choice of a board: grids by rows and columns, the built-in graphs, or a list of edges.

import { useState } from "preact/hooks";
import type { PageState } from "../state";

interface Props {
  state: PageState;
  boards: readonly string[];
  edges: boolean;
  onChoose(board: string, edges: string | null): void;
}

/** The most points that a board of the page may have. */
const MOST = 20;

export function BoardChooser({ state, boards, edges, onChoose }: Props) {
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
    </button>
  );
  return (
    <div class="chooser">
      <h3>Grids, rows by columns</h3>
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
      {edges && <Edges state={state} onChoose={onChoose} />}
    </div>
  );
}

function Edges({ state, onChoose }: { state: PageState; onChoose(board: string, edges: string): void }) {
  const [name, setName] = useState(state.edges === null ? "house" : state.board.replace(/^graph:/, ""));
  const [text, setText] = useState(state.edges ?? "one two\none three\ntwo three\ntwo four\nthree five\nfour five\n");
  const [wrong, setWrong] = useState("");
  const submit = (event: Event) => {
    event.preventDefault();
    const lines = text.split("\n").map((line) => line.replace(/#.*/, "").trim());
    const points = new Set(lines.flatMap((line) => line.split(/[\s,]+/)).filter((word) => word !== ""));
    const strange = lines.find((line) => line.split(/[\s,]+/).length > 2);
    if (points.size === 0) return setWrong("There is no edge. Expected two names a line.");
    if (strange !== undefined) return setWrong(`“${strange}” has more than two names. Expected two names a line.`);
    if (points.size > MOST) return setWrong(`This has ${points.size} points. Expected at most ${MOST}.`);
    setWrong("");
    onChoose(name.trim() || "drawn", text.endsWith("\n") ? text : `${text}\n`);
  };
  return (
    <form onSubmit={submit}>
      <h3>A graph of your own</h3>
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
