// Setting up a position: what a press sets, who moves, and the position as text. It takes the place of the row above the boards.

import { useEffect, useState } from "preact/hooks";
import { readPosition, type Stone } from "../position";
import type { Drawn, Player } from "../records";
import { Icon, StoneSign } from "./signs";

interface Props {
  board: Drawn;
  position: string;
  toMove: Player;
  brush: Stone;
  onBrush(brush: Stone): void;
  onChange(position: string, toMove: Player): void;
  /** Says in the strip what is wrong with a text; the empty text: nothing is. */
  onWrong(wrong: string): void;
  onCancel(): void;
  onDone(): void;
}

export function Palette({ board, position, toMove, brush, onBrush, onChange, onWrong, onCancel, onDone }: Props) {
  const [text, setText] = useState(position);
  useEffect(() => setText(position), [position]);
  const submit = (event: Event) => {
    event.preventDefault();
    const read = readPosition(text, board.points.length, board.columns);
    onWrong("wrong" in read ? read.wrong : "");
    if (!("wrong" in read)) onChange(read.position, toMove);
  };
  const stone = (choice: Stone, words: string, key: string) => (
    <button type="button" aria-pressed={brush === choice} onClick={() => onBrush(choice)}>
      {choice === "." ? <Icon name="close" /> : <StoneSign player={choice === "X" ? "black" : "white"} />}
      {words} <kbd>{key}</kbd>
    </button>
  );
  const mover = (player: Player, words: string) => (
    <button type="button" aria-pressed={toMove === player} onClick={() => onChange(position, player)}>
      {words}
    </button>
  );
  return (
    <div class="ctx palette" role="toolbar" aria-label="Set up">
      <span class="turn">Set up</span>
      <span class="seg brushes" role="group" aria-label="Stone to set">
        {stone("X", "Black", "B")}
        {stone("O", "White", "W")}
        {stone(".", "Erase", "E")}
      </span>
      <span class="seg" role="group" aria-label="Who moves">
        {mover("black", "Black moves")}
        {mover("white", "White moves")}
      </span>
      <form onSubmit={submit}>
        <input
          class="pos"
          aria-label="Position as text: X Black, O White, . empty, / between rows from the top"
          title="X Black, O White, . empty, / between rows from the top. Enter sets it up"
          value={text}
          size={Math.max(9, board.points.length + (board.rows ?? 1) - 1)}
          onInput={(event) => setText(event.currentTarget.value)}
          onChange={submit}
          spellcheck={false}
          autocomplete="off"
        />
      </form>
      <span class="gap" />
      <button type="button" onClick={() => onChange(position.replace(/[XO]/g, "."), toMove)}>
        Clear
      </button>
      <button type="button" class="bare" onClick={onCancel}>
        Cancel
      </button>
      <button type="button" class="primary" onClick={onDone}>
        Done
      </button>
    </div>
  );
}
