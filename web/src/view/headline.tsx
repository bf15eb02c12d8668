// The head of a panel: the value as a large tile, the ruleset, and the value in words.

import type { Column } from "../column";
import { capital, sayMove } from "../points";
import { nameOf } from "../position";
import type { Bounds } from "../records";
import { bounded, boundsInWords, inWords, numberOf, printed, shade } from "../score";
import { Illegal } from "./signs";

export interface Headline {
  /** What the tile says; null: the sign of an illegal move. */
  text: string | null;
  shade: string;
  /** The same in words. */
  words: string;
}

export function headlineOf(column: Column, setting: boolean): Headline {
  const { look, error, value, bounds, published, board } = column;
  const size = board?.points.length ?? 1;
  if (setting) return { text: "?", shade: "bound", words: "Solved when you are done" };
  if (look?.illegal) {
    const { number, player, move } = look.illegal;
    return { text: null, shade: "bound", words: `${number}. ${nameOf(player)} ${sayMove(move)} is illegal` };
  }
  const known = value ?? published?.value ?? null;
  if (known !== null) {
    const words = look?.ended ? `Ended: ${inWords(known)}` : capital(inWords(known));
    return { text: printed(known), shade: shade(known, size), words };
  }
  if (error !== null) return { text: "–", shade: "bound", words: "No answer" };
  const best = bounds ?? published?.bounds ?? null;
  if (best) return { text: bounded(best, size) || "?", shade: "bound", words: bound(best) };
  return { text: "…", shade: "bound", words: "Looking" };
}

function bound(bounds: Bounds): string {
  const [low, high] = [numberOf(bounds.low), numberOf(bounds.high)];
  if (low > 0) return `Black wins by ${bounds.low} or more`;
  if (high < 0) return `White wins by ${bounds.high.replace("-", "")} or more`;
  return capital(boundsInWords(bounds));
}

/** The tile at the head of a panel, or in a tab. */
export function HeadTile({ headline, differs, big }: { headline: Headline; differs: boolean; big: boolean }) {
  const { text } = headline;
  const length = text?.length ?? 1;
  const sized = !big ? "" : length > 5 ? "longest" : length > 3 ? "longer" : "";
  const kinds = ["tile", big ? "big score" : "mini", headline.shade, sized, differs ? "differs" : ""];
  return (
    <span class={kinds.filter(Boolean).join(" ")}>
      {text ?? <Illegal />}
      {differs && <span class="sr">, differs</span>}
    </span>
  );
}
