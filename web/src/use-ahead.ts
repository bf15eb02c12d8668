// What answers the move that is looked at: of a best move the line says it; of any other the position after it is solved, once
// the reader rests on it and nothing else is being solved.

import { useEffect, useState } from "preact/hooks";
import { bestMoves, type Column, type Columns, keyOf, lineOf, moverOf } from "./column";
import type { Player } from "./records";
import type { Question } from "./source";

/** How long a reader rests on a point before it is asked what answers it. */
const REST_MS = 250;

/** The best answers to a move; no moves: it ends the game. */
export interface Reply {
  player: Player;
  moves: readonly string[];
}

/** For each column the answer to a move, as far as it is known. */
export function useAhead(
  columns: Columns,
  questions: readonly Question[],
  all: readonly Column[],
  move: string | null,
  asks: boolean,
): (Reply | null)[] {
  const [rested, setRested] = useState<string | null>(null);
  const here = questions.map(keyOf).join("\n");
  useEffect(() => {
    setRested(null);
    if (move === null) return;
    const timer = setTimeout(() => setRested(move), REST_MS);
    return () => clearTimeout(timer);
  }, [move, here]);

  const after = questions.map((question): Question => ({ ...question, moves: [...(question.moves ?? []), move ?? ""] }));
  const replies = all.map((column, i) => {
    if (move === null || !column.look?.legal.includes(move)) return null;
    const [, reply] = column.answer?.line[0] === move ? lineOf(column) : [];
    return reply ? { player: reply.player, moves: [reply.move] } : replyOf(columns.of(after[i]!));
  });
  const idle = all.every(({ progress }) => progress !== "looking" && progress !== "solving");
  const wanted =
    asks && idle && move !== null && rested === move
      ? after.filter((_, i) => all[i]!.answer && all[i]!.look?.legal.includes(move) && columns.of(after[i]!).progress !== "over")
      : [];
  const open = wanted.filter((question) => columns.of(question).progress !== "solved");
  const keys = wanted.map(keyOf).join("\n");
  useEffect(() => {
    if (asks) columns.ask(questions, true, open);
  }, [columns, keys, here, asks]);
  return replies;
}

/** What is best in the position after a move. */
function replyOf(column: Column): Reply | null {
  if (column.look?.ended) return { player: moverOf(column), moves: [] };
  const best = bestMoves(column);
  return best.length === 0 ? null : { player: moverOf(column), moves: best };
}
