// Positions as one line: rows from the top with `/` between them, X Black, O White, `.` empty.

import type { Player } from "./records";

export type Stone = "X" | "O" | ".";

/** The stones, in the order of the points. */
export function stonesOf(position: string): Stone[] {
  return [...position.replaceAll("/", "")] as Stone[];
}

/** The position as text, in rows if the board has them. */
export function write(stones: readonly Stone[], columns: number | null): string {
  const width = columns ?? stones.length;
  const rows: string[] = [];
  for (let at = 0; at < stones.length; at += width) rows.push(stones.slice(at, at + width).join(""));
  return rows.join("/");
}

/** The position, or null if it is the empty board. */
export function emptied(position: string): string | null {
  return /[XO]/.test(position) ? position : null;
}

/** A position as a reader may type it, or the sentence that says what is wrong. */
export function readPosition(text: string, points: number, columns: number | null): { position: string } | { wrong: string } {
  const letters = [...text.toUpperCase().replace(/[\s/]/g, "")];
  const strange = letters.find((letter) => !"XO.".includes(letter));
  if (strange !== undefined) return { wrong: `“${strange}” is neither X (Black), O (White) nor a point (empty).` };
  if (letters.length !== points) {
    const is = letters.length === 1 ? "letter" : "letters";
    return { wrong: `This has ${letters.length} ${is}; the board has ${points} intersections.` };
  }
  return { position: write(letters as Stone[], columns) };
}

export function colourOf(stone: Stone): string {
  return stone === "X" ? "black stone" : stone === "O" ? "white stone" : "empty";
}

export function nameOf(player: Player): string {
  return player === "black" ? "Black" : "White";
}

export function opponent(player: Player): Player {
  return player === "black" ? "white" : "black";
}
