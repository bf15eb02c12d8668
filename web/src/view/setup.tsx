// Setting up a position: whose move it is, and the position as text. Stones are set on the boards themselves.

import { useEffect, useState } from "preact/hooks";
import { readPosition } from "../position";
import type { Drawn, Player } from "../records";

interface Props {
  board: Drawn;
  position: string;
  toMove: Player;
  onChange(position: string, toMove: Player): void;
}

export function Setup({ board, position, toMove, onChange }: Props) {
  const [text, setText] = useState(position);
  const [wrong, setWrong] = useState("");
  useEffect(() => {
    setText(position);
    setWrong("");
  }, [position]);
  const submit = (event: Event) => {
    event.preventDefault();
    const read = readPosition(text, board.points.length, board.columns);
    if ("wrong" in read) setWrong(read.wrong);
    else onChange(read.position, toMove);
  };
  const mover = (player: Player, word: string) => (
    <label class="inline">
      <input type="radio" name="mover" checked={toMove === player} onChange={() => onChange(position, player)} />
      <span>{word}</span>
    </label>
  );
  return (
    <div class="panel setup">
      <p>
        Press an intersection to change it: empty, Black, White. The position is the start of a game, with nothing played before.
      </p>
      <fieldset>
        <legend>Who moves first</legend>
        {mover("black", "Black")}
        {mover("white", "White")}
      </fieldset>
      <form onSubmit={submit}>
        <label>
          <span>
            Position as text: {board.rows ? "rows from the top with / between them" : "a letter for each point"}, X Black, O White,
            . empty
          </span>
          <input value={text} onInput={(event) => setText(event.currentTarget.value)} spellcheck={false} autocomplete="off" />
        </label>
        <button type="submit">Set it up</button>
        <button type="button" onClick={() => onChange(position.replace(/[XO]/g, "."), toMove)}>
          Clear
        </button>
      </form>
      {wrong && (
        <p class="error" role="alert">
          {wrong}
        </p>
      )}
    </div>
  );
}
