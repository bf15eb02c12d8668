// The board of a claim: the position after the line that the claim is about, with what is illegal there.

import { useEffect, useRef, useState } from "preact/hooks";
import { layoutOf } from "../layout";
import { pointsOf } from "../points";
import type { Drawn, PositionRecord } from "../records";
import type { Seen, Source } from "../source";
import { Goban } from "./goban";

interface Shown {
  board: Drawn;
  look: Seen | null;
}

export function ClaimBoard({ source, position }: { source: Source; position: PositionRecord }) {
  const place = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<Shown | null>(null);
  const { question, line } = position;
  useEffect(() => {
    let current = true;
    const show = async () => {
      const board = await source.board(question.board, question.edges ?? null).catch(() => null);
      if (!board) return;
      const moves = [...question.moves, ...(source.abilities.play ? line : [])];
      const look = await source.look({ ...question, moves }).catch(() => null);
      if (current) setShown({ board, look });
    };
    // Asked for when it comes into sight, as there are hundreds of claims.
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        void show();
      },
      { rootMargin: "400px" },
    );
    observer.observe(place.current!);
    return () => {
      current = false;
      observer.disconnect();
    };
  }, [source, position]);
  const drawn = () => {
    if (!shown) return null;
    const { board, look } = shown;
    const layout = layoutOf(board);
    const cell = Math.min(40, 250 / layout.width, 96 / layout.height);
    const column = look && {
      question,
      progress: "over" as const,
      board,
      layout,
      look,
      error: null,
      value: null,
      bounds: null,
      published: null,
      moves: new Map(),
      answer: null,
      asking: "",
      nodes: 0,
      seconds: 0,
    };
    return (
      <Goban
        board={board}
        layout={layout}
        position={look?.position ?? question.start ?? ""}
        last={look?.last ?? null}
        cell={cell}
        coordinates
        {...(column ? { points: pointsOf(column).board } : {})}
        label={`${question.board} under ${question.rules}`}
      />
    );
  };
  return (
    <div class="claim-board" ref={place}>
      {drawn()}
    </div>
  );
}
