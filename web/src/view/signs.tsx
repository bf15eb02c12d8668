// Small signs in the text: tiles with a value, the sign of an illegal move, a stone, and the drawings on buttons.

import type { Player } from "../records";
import { printed, shade } from "../score";

/** A value as a tile in a line of text. `size` is the number of points of the board. */
export function Tile({ value, size, differs = false }: { value: string; size: number; differs?: boolean }) {
  return <span class={`tile mini ${shade(value, size)}${differs ? " differs" : ""}`}>{printed(value)}</span>;
}

/** The no-entry sign of an illegal move. */
export function Illegal() {
  return (
    <svg class="sign" viewBox="-12 -12 24 24" aria-hidden="true">
      <circle r="8.5" />
      <path d="M-6 6L6 -6" />
    </svg>
  );
}

export function StoneSign({ player }: { player: Player }) {
  return (
    <svg class="stone-sign" viewBox="-12 -12 24 24" aria-hidden="true">
      <circle class={player === "white" ? "sw" : "sb"} r="10" />
    </svg>
  );
}

/** A move with the colour of who makes it. */
export function Played({ player, move }: { player: Player; move: string }) {
  return (
    <span class={player === "white" ? "mv w" : "mv"}>
      <span class="sr">{player === "white" ? "White " : "Black "}</span>
      {move}
    </span>
  );
}

const PATHS = {
  back: "M10 3L5 8l5 5",
  on: "M6 3l5 5-5 5",
  start: "M12 3L7 8l5 5M4 3v10",
  close: "M4 4l8 8M12 4l-8 8",
  add: "M8 3v10M3 8h10",
  pen: "M3 13l.6-3L10.5 3.2l2.3 2.3L6 12.4z",
  share: "M8 10V2M5 4.5L8 2l3 2.5M3 8v5.5h10V8",
  moon: "M13 9.6A5.5 5.5 0 016.4 3 5.5 5.5 0 1013 9.6z",
  menu: "M2 4h12M2 8h12M2 12h12",
  more: "M3 7.5h.01v1H3zM8 7.5h.01v1H8zM13 7.5h.01v1H13z",
  seal: "M8 2.5a4 4 0 100 8 4 4 0 000-8M5.5 9.8L4.5 15 8 13l3.5 2-1-5.2",
};

export function Icon({ name }: { name: keyof typeof PATHS }) {
  return (
    <svg class="drawn-icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
