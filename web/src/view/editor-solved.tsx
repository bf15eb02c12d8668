// The rules of the editor beside the ruleset that they began from and one more, on the empty board: the value of every move.

import { useRef } from "preact/hooks";
import { type Column, moverOf } from "../column";
import { compare } from "../compare";
import { stoppedBy } from "../limit";
import { isFramed, type Point, pointsOf } from "../points";
import { nameOf } from "../position";
import type { Catalogue } from "../records";
import type { Question, Source } from "../source";
import { useColumns } from "../use-columns";
import { useRoom } from "../use-room";
import { frameOf, Goban, MARGIN, UNIT } from "./goban";
import { HeadTile, headlineOf } from "./headline";
import { OtherMove, Points } from "./points";
import { titleOf } from "./rules";

interface Props {
  source: Source;
  /** With the own ruleset. */
  catalogue: Catalogue;
  questions: readonly Question[];
  phone: boolean;
  /** Opens the boards after a move. */
  onPlay(move: string): void;
}

const GAP = 16;

export function EditorSolved({ source, catalogue, questions, phone, onPlay }: Props) {
  const { shown, columns } = useColumns(source, questions, true);
  const all = shown.map(({ column }) => column);
  const names = questions.map(({ rules }) => rules);
  const differences = compare(all, names);
  const place = useRef<HTMLDivElement>(null);
  const room = useRoom(place, phone);
  const { layout = null } = all.find((column) => column.layout) ?? {};
  const width = room?.width ?? 360;
  const beside = layout ? Math.floor(((width - GAP * (all.length - 1)) / all.length - MARGIN) / layout.width) : 40;
  const stacked = beside < 24;
  const cell = layout ? Math.max(14, Math.min(50, stacked ? (width - MARGIN) / layout.width : beside, 240 / layout.height)) : 40;
  return (
    <div class={stacked ? "solved stacked" : "solved"} ref={place}>
      {shown.map(({ column, waiting }, i) => (
        <section
          key={i}
          class={waiting ? "panel waiting" : "panel"}
          aria-label={`Under ${names[i]}`}
          aria-busy={column.progress === "solving"}
          data-rules={names[i]}
        >
          <header class="name">
            <HeadTile headline={headlineOf(column, false)} differs={differences.value[i]!} big />
            <div class="who">
              <b>{names[i]}</b>
              <span class="full" title={titleOf(catalogue, names[i]!)}>
                {titleOf(catalogue, names[i]!)}
              </span>
              <span class="say">{headlineOf(column, false).words}</span>
            </div>
          </header>
          <Board column={column} name={names[i]!} cell={cell} differing={differences.moves[i]!} onPlay={onPlay} />
          <State column={column} limit={source.abilities.limit} onStop={() => columns.stop(questions[i]!)} onAgain={() => columns.again(questions[i]!)} />
        </section>
      ))}
    </div>
  );
}

interface BoardProps {
  column: Column;
  name: string;
  cell: number;
  differing: ReadonlySet<string>;
  onPlay(move: string): void;
}

function Board({ column, name, cell, differing, onPlay }: BoardProps) {
  const { board, layout, look, question } = column;
  if (!board || !layout) return <div class="stage" />;
  const { board: points, others } = pointsOf(column);
  const frame = frameOf(board, layout, cell, true);
  const framed = isFramed(column);
  const press = (point: Point) => point.kind === "open" && onPlay(point.move);
  return (
    <div class="stage">
      <div class="drawn">
        <Goban
          board={board}
          layout={layout}
          position={look?.position ?? ""}
          cell={cell}
          coordinates
          {...(look ? { points } : {})}
          differing={differing}
          framed={framed}
        />
        <Points
          board={board}
          layout={layout}
          points={points}
          size={cell}
          left={(-frame.left * cell) / UNIT}
          top={(-frame.top * cell) / UNIT}
          label={`Board ${question.board} under ${name}, ${nameOf(moverOf(column))} to move`}
          differing={differing}
          onPaint={null}
          onPress={press}
          onLook={() => {}}
        />
      </div>
      {others.length > 0 && (
        <div class="others">
          {others.map((point) => (
            <OtherMove key={point.move} point={point} differs={differing.has(point.move)} framed={framed} onPress={press} onLook={() => {}} />
          ))}
        </div>
      )}
    </div>
  );
}

function State({ column, limit, onStop, onAgain }: { column: Column; limit: string; onStop(): void; onAgain(): void }) {
  const { progress, error, answer, nodes } = column;
  return (
    <div class="side">
      {error !== null && <p class="error">{error}</p>}
      {answer?.stopped && <p class="q">The search was stopped: {stoppedBy(answer.stopped, limit)}</p>}
      {progress === "solving" && nodes > 0 && (
        <button type="button" class="link" onClick={onStop}>
          Stop
        </button>
      )}
      {(progress === "stopped" || progress === "failed") && (
        <button type="button" class="link" onClick={onAgain}>
          {progress === "stopped" ? "Solve again" : "Try again"}
        </button>
      )}
    </div>
  );
}
