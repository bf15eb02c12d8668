// One board under one ruleset: the drawing, the layer over it, the other moves, and the moment that bars a move.

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { type Column, momentOf, moverOf } from "../column";
import { capital, type Point, pointsOf, sayMove } from "../points";
import { nameOf } from "../position";
import { Grid, Picture } from "./drawing";
import { PointButton, Points } from "./points";

interface Props {
  column: Column;
  name: string;
  differing: ReadonlySet<string>;
  /** Whether stones are being set, and not played. */
  setting: boolean;
  onPress(point: Point): void;
}

/** The least and the greatest distance of two lines, in pixels. */
const SIZES = { least: 30, greatest: 66 };

export function BoardView({ column, name, differing, setting, onPress }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(320);
  const [looked, setLooked] = useState<string | null>(null);
  useLayoutEffect(() => {
    const element = frame.current!;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    setWidth(element.clientWidth);
    return () => observer.disconnect();
  }, []);

  const { board, layout, look, question } = column;
  const { board: points, others } = pointsOf(column);
  const shown = [...points, ...others].find((point) => point.move === looked && point.why !== "");
  const position = look?.position ?? question.start ?? "";
  const turn = look?.ended ? "the game has ended" : `${nameOf(moverOf(column))} to move`;
  const label = `Board ${question.board} under ${name}, ${setting ? "setting stones" : turn}`;

  const drawing = () => {
    if (!board || !layout) return null;
    const grid = board.graph === null;
    const across = layout.width + (grid ? 2 : 0);
    const size = Math.max(SIZES.least, Math.min(SIZES.greatest, Math.floor(width / across)));
    const props = { board, layout, position, last: look?.last ?? null, size };
    return (
      <div class={`drawn ${moverOf(column)}`}>
        <div aria-hidden="true">{grid ? <Grid {...props} /> : <Picture {...props} names />}</div>
        <Points
          board={board}
          layout={layout}
          points={points}
          setting={setting}
          size={size}
          offset={grid ? 1 : 0}
          label={label}
          differing={differing}
          onPress={onPress}
          onLook={(point) => setLooked(point?.move ?? null)}
        />
      </div>
    );
  };

  return (
    <div class="board">
      <div class="frame" ref={frame}>
        {drawing()}
      </div>
      {others.length > 0 && (
        <div class="others">
          {others.map((point) => (
            <PointButton
              key={point.move}
              point={point}
              differs={differing.has(point.move)}
              pressable={!setting && point.kind === "open"}
              onPress={onPress}
              onLook={(how) => setLooked(how ? point.move : null)}
            >
              {capital(sayMove(point.move))}
            </PointButton>
          ))}
        </div>
      )}
      {shown && <MomentView column={column} point={shown} />}
    </div>
  );
}

/** Why a move cannot be made, with the earlier moment drawn if there is one. */
function MomentView({ column, point }: { column: Column; point: Point }) {
  const moment = point.barred && momentOf(column, point.barred);
  const { board, layout } = column;
  return (
    <div class="moment" data-moment={point.move}>
      {moment && board && layout && (
        <div class="small" aria-hidden="true">
          <Picture
            board={board}
            layout={layout}
            position={moment.position}
            last={moment.last}
            size={Math.min(36, 170 / layout.width)}
            names={false}
          />
        </div>
      )}
      <div>
        <p>
          <strong>{capital(sayMove(point.move))}</strong> {point.barred ? "" : "is not possible: "}
          {point.barred && !point.why.startsWith("barred") ? "is barred: " : point.barred ? "is " : ""}
          {point.why}.
        </p>
        {moment && <p class="quiet">{moment.words}</p>}
      </div>
    </div>
  );
}
