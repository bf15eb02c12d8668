// A move with its number. The player is told by the sign before it, and aloud in words.

import { nameOf } from "../position";
import type { Player } from "../records";

export function MoveName({ number, player, move }: { number: number; player: Player; move: string }) {
  return (
    <span>
      <span class="sr">Move </span>
      <span class="number">{number}</span>
      <span class="sr">{nameOf(player)}</span> {move}
    </span>
  );
}
