// A small board in a line of text or on a card: the position after some moves, of which nothing can be pressed.

import { useEffect, useState } from "preact/hooks";
import { gridOf, layoutOf } from "../layout";
import { nameOf } from "../position";
import type { Drawn } from "../records";
import type { Question, Source } from "../source";
import { Goban } from "./goban";

interface Props {
  source: Source;
  question: Question;
  /** The most pixels that the drawing takes. */
  width: number;
  height: number;
}

export function SmallBoard({ source, question, width, height }: Props) {
  const [shown, setShown] = useState<{ board: Drawn; position: string; last: string | null; moves: number } | null>(null);
  const key = JSON.stringify(question);
  useEffect(() => {
    let current = true;
    const show = async () => {
      const grid = question.edges ? null : gridOf(question.board);
      const board = grid ?? (await source.board(question.board, question.edges ?? null));
      const start = { position: question.start ?? "", last: null, moves: 0 };
      // Of a board that is too large for the page the start is known, and not what the moves make of it.
      const seen = await source.look(question).then(
        (look) => ({ position: look.position, last: look.last, moves: look.steps.length }),
        () => start,
      );
      if (current) setShown({ board, ...seen });
    };
    void show().catch(() => {});
    return () => {
      current = false;
    };
  }, [source, key]);
  if (!shown) return <span class="small-board" />;
  const layout = layoutOf(shown.board);
  const cell = Math.min(40, width / layout.width, height / layout.height);
  const after = shown.moves > 0 ? ` after ${shown.moves} ${shown.moves === 1 ? "move" : "moves"}` : `, ${nameOf(question.to_move ?? "black")} to move`;
  return (
    <span class="small-board">
      <Goban board={shown.board} layout={layout} position={shown.position} last={shown.last} cell={cell} label={`${question.board}${after}`} />
      {shown.moves < (question.moves?.length ?? 0) && <small class="q">before the moves</small>}
    </span>
  );
}
