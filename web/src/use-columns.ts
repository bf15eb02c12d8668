// The columns of the page: what is known under each of its rulesets, kept up while it is solved, and said aloud.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { announce } from "./act";
import { bestMoves, type Column, Columns, keyOf } from "./column";
import { sayMove } from "./points";
import { nameOf } from "./position";
import { inWords, listed, printed } from "./score";
import type { Question, Source } from "./source";

interface Shown {
  /** What is known; while the next position is being looked at, still the last one. */
  column: Column;
  waiting: boolean;
}

export function useColumns(source: Source, questions: readonly Question[], solving: boolean): { shown: Shown[]; columns: Columns } {
  const columns = useMemo(() => new Columns(source), [source]);
  const [, setTick] = useState(0);
  const last = useRef<Column[]>([]);
  const said = useRef(new Set<string>());
  const keys = questions.map(keyOf).join("\n");

  useEffect(() => {
    let frame = 0;
    columns.onChange = () => {
      if (frame !== 0) return;
      frame = requestAnimationFrame(() => {
        frame = 0;
        setTick((tick) => tick + 1);
      });
    };
    said.current.clear();
    columns.ask(questions, solving);
    setTick((tick) => tick + 1);
    return () => cancelAnimationFrame(frame);
  }, [columns, keys, solving]);
  useEffect(() => () => columns.ask([]), [columns]);

  const shown = questions.map((question, i): Shown => {
    const column = columns.of(question);
    const before = last.current[i];
    const sameBoard = before?.question.board === question.board && before.question.edges === question.edges;
    if (column.progress === "looking" && before && sameBoard) return { column: before, waiting: true };
    last.current[i] = column;
    return { column, waiting: false };
  });

  useEffect(() => {
    shown.forEach(({ column, waiting }, i) => {
      if (waiting) return;
      for (const [what, sentence] of sentences(column, i === 0)) {
        const key = `${what} ${keyOf(column.question)}`;
        if (said.current.has(key)) continue;
        said.current.add(key);
        announce(sentence);
      }
    });
  });
  return { shown, columns };
}

/** What a screen reader should hear of a column: the last move, once for all columns, and then the value or the end. */
function sentences(column: Column, first: boolean): [string, string][] {
  const { look, progress, value, question, error } = column;
  const list: [string, string][] = [];
  const step = look?.steps[look.steps.length - 1];
  if (first && step) {
    const captured = step.captured.length > 0 ? `, captures ${listed(step.captured)}` : "";
    const lost = step.lost.length > 0 ? `, loses ${listed(step.lost)}` : "";
    list.push(["move", `Move ${step.number}, ${nameOf(step.player)} ${sayMove(step.move)}${captured}${lost}.`]);
  }
  if (look?.ended) list.push(["end", `Under ${question.rules} the game has ended: ${look.ended.words}.`]);
  if (look?.illegal) list.push(["illegal", `Under ${question.rules} ${look.illegal.move} may not be made: ${look.illegal.why}.`]);
  if (progress === "solved" && value !== null) {
    const best = bestMoves(column).map(sayMove);
    list.push(["value", `Under ${question.rules} worth ${printed(value)}, ${inWords(value)}. Best: ${listed(best, "or")}.`]);
  }
  if (error !== null) list.push(["error", `Under ${question.rules}: ${error}`]);
  return list;
}
