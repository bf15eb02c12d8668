// The strip under the boards, whose place is reserved: what is known of a point under every ruleset, what was said last, or
// the legend.

import { type Column, momentOf, moverOf } from "../column";
import { capital, isFramed, type Point, pointsOf, reasonOf, sayMove } from "../points";
import { nameOf } from "../position";
import { listed } from "../score";
import { Goban } from "./goban";
import type { Reply } from "../use-ahead";
import { Icon, Illegal, Played } from "./signs";

/** Something that the page has to say: of a file, of a copy, of what is published. */
export interface Notice {
  title: string;
  lines: readonly string[];
  /** Whether a file that was checked is verified; left out if nothing was checked. */
  verified?: boolean;
  /** Whether something went wrong. */
  wrong?: boolean;
}

interface Props {
  columns: readonly Column[];
  names: readonly string[];
  /** The move that is looked at, and the column on whose board it is. */
  looked: { move: string; column: number } | null;
  /** What answers that move in each column, where it is known. */
  replies: readonly (Reply | null)[];
  notice: Notice | null;
  setting: boolean;
  onClose(): void;
}

export function Strip({ columns, names, looked, replies, notice, setting, onClose }: Props) {
  const refused = columns.findIndex(({ look }) => look?.illegal);
  const at = looked ?? (refused < 0 ? null : { move: columns[refused]!.look!.illegal!.move, column: refused });
  const wrong = setting ? columns.find(({ error }) => error !== null)?.error : undefined;
  return (
    <section class="inspect" aria-live="polite" aria-label="What is known of a point">
      {wrong !== undefined ? (
        <p class="error what">{wrong}</p>
      ) : setting ? (
        <div class="what">
          <p>
            <b>Press or drag to set stones.</b>{" "}
            <span class="q">
              <span class="mouse">The right button sets the other colour.</span> The same colour again takes the stone off.
            </span>
          </p>
          <p class="q">All boards change together. Values come back when you are done: the position is then the start of a game.</p>
        </div>
      ) : looked === null && notice !== null ? (
        <NoticeView notice={notice} onClose={onClose} />
      ) : at ? (
        <PointView columns={columns} names={names} move={at.move} column={at.column} replies={replies} />
      ) : (
        <Legend />
      )}
    </section>
  );
}

export function NoticeView({ notice, onClose }: { notice: Notice; onClose(): void }) {
  const { title, lines, verified, wrong } = notice;
  return (
    <>
      <div
        class={["what", "notice", wrong || verified === false ? "wrong" : ""].join(" ")}
        {...(verified === undefined ? {} : { "data-verified": String(verified) })}
      >
        <p>
          <b>{title}</b>
        </p>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      <button type="button" class="bare icon" aria-label="Close this" onClick={onClose}>
        <Icon name="close" />
      </button>
    </>
  );
}

interface PointViewProps {
  columns: readonly Column[];
  names: readonly string[];
  move: string;
  column: number;
  replies: readonly (Reply | null)[];
}

function PointView({ columns, names, move, column: by, replies }: PointViewProps) {
  const points = columns.map((column) => {
    const { board, others } = pointsOf(column);
    return [...board, ...others].find((point) => point.move === move);
  });
  const point = points[by];
  const column = columns[by];
  if (!point || !column?.board || !column.layout) return <Legend />;
  const illegal = (each: Point | undefined) => each?.kind === "barred" || each?.kind === "refused";
  const moment = point.barred && momentOf(column, point.barred);
  const same = names.filter((_, i) => illegal(points[i]) && points[i]!.why === point.why);
  const others = points.flatMap((each, i) =>
    illegal(each) && each!.why !== point.why ? [`Under ${names[i]}: ${reasonOf(each!.why)}.`] : [],
  );
  const { illegal: broken } = column.look ?? {};
  const player = broken?.move === move ? broken.player : moverOf(column);
  const named = `${nameOf(player)} ${sayMove(move)}${broken?.move === move ? `, move ${broken.number},` : ""}`;
  return (
    <>
      {moment && (
        <Goban
          board={column.board}
          layout={column.layout}
          position={moment.position}
          last={moment.last}
          cell={Math.min(40, 80 / column.layout.height, 240 / column.layout.width)}
          label={moment.words}
        />
      )}
      <div class="what" data-moment={illegal(point) ? move : undefined}>
        <p>
          {illegal(point) ? (
            <>
              <b>{named} is illegal</b> under {listed(same)}: {reasonOf(point.why)}
              {moment ? `, drawn here.` : "."} {others.join(" ")}
            </>
          ) : point.kind === "stone" ? (
            <b>{capital(point.spoken)}</b>
          ) : (
            <>
              <b>{named}</b>
              {point.kind === "over" && " cannot be played: the game has ended"}
            </>
          )}
        </p>
        {point.kind !== "stone" && point.kind !== "over" && !points.every(illegal) && (
          <div class="per">
            {points.map((each, i) => (
              <span key={i}>
                {names[i]}{" "}
                {illegal(each) ? (
                  <>
                    <Illegal />
                    <span class="sr">illegal</span>
                  </>
                ) : each?.kind === "open" ? (
                  <>
                    <span class={`tile mini ${each.shade}`}>{each.text || "?"}</span>
                    {each.best && (isFramed(columns[i]!) ? " best" : " as good as any")}
                    <ReplyView reply={replies[i] ?? null} />
                  </>
                ) : (
                  "–"
                )}
              </span>
            ))}
          </div>
        )}
      </div>
    </>
  );
}

/** How many answers are named. */
const SHOWN_REPLIES = 3;

/** What answers a move. */
function ReplyView({ reply }: { reply: Reply | null }) {
  if (!reply) return null;
  const { player, moves } = reply;
  if (moves.length === 0) return <span class="reply q">, the game ends</span>;
  return (
    <span class="reply">
      <span class="q">, then </span>
      {moves.slice(0, SHOWN_REPLIES).map((move, i) => (
        <>
          {i > 0 && <span class="q"> or </span>}
          <Played key={move} player={player} move={sayMove(move)} />
        </>
      ))}
      {moves.length > SHOWN_REPLIES && "…"}
    </span>
  );
}

function Legend() {
  const key = (shown: preact.ComponentChildren, words: string) => (
    <li>
      <span class="key" aria-hidden="true">
        {shown}
      </span>
      {words}
    </li>
  );
  return (
    <ul class="legend">
      {key(<span class="tile mini b1">3</span>, "Black is ahead by 3")}
      {key(<span class="tile mini w1">−2</span>, "White is ahead by 2")}
      {key(<span class="bestkey" />, "a best move")}
      {key(<span class="earkey" />, "differs from the others")}
      {key(<Illegal />, "illegal: point at it to see why")}
      {key(<span class="tile mini bound">≤4</span>, "only a bound is known")}
    </ul>
  );
}
