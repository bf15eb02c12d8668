// What is known of a position under one ruleset beside its board: best moves, line, the count, and how the search goes.

import { bestMoves, type Column, lineOf } from "../column";
import { bestInWords } from "../compare";
import { stoppedBy } from "../limit";
import { reasonOf, sayMove } from "../points";
import { stonesOf } from "../position";
import type { FinitePlay, Published } from "../records";
import { boundsInWords, listed, numberOf, printed } from "../score";
import { Icon, Played, Tile } from "./signs";

/** How many moves of the line are named beside the board. */
const SHOWN_MOVES = 12;

interface Props {
  column: Column;
  /** Where a search stops that the limit of memory ends, in a sentence. */
  limit: string;
  onStop(): void;
  onAgain(): void;
  /** Goes to the position after so many moves. */
  onGo(moves: number): void;
  /** Says in the strip what is published. */
  onPublished(published: Published): void;
}

export function Facts({ column, limit, onStop, onAgain, onGo, onPublished }: Props) {
  const { look, progress, error, value, bounds, published, answer } = column;
  if (look?.illegal) {
    const { number, why } = look.illegal;
    return (
      <>
        <p class="said">Illegal: {reasonOf(why)}. The board shows the position before the move.</p>
        <button type="button" onClick={() => onGo(number - 1)}>
          {number === 1 ? "Go to the start" : `Go to move ${number - 1}`}
        </button>
      </>
    );
  }
  if (look?.ended) return <Ended column={column} />;
  return (
    <>
      {error !== null && <p class="error">{error}</p>}
      {answer && (
        <dl class="facts">
          {bestMoves(column).length > 0 && (
            <>
              <dt>{answer.all_best_moves ? "Best" : "Best known"}</dt>
              <dd data-best>{answer.all_best_moves ? bestInWords(column) : listed(bestMoves(column).map(sayMove))}</dd>
            </>
          )}
          {answer.line.length > 0 && (
            <>
              <dt>Line</dt>
              <dd data-line class="num">
                {lineOf(column)
                  .slice(0, SHOWN_MOVES)
                  .map(({ player, move }, i) => (
                    <>
                      <Played key={i} player={player} move={move} />{" "}
                    </>
                  ))}
                {answer.line.length > SHOWN_MOVES || (!answer.line_complete && typeof answer.repeats_from !== "number")
                  ? "…"
                  : typeof answer.repeats_from === "number" && `and again from move ${answer.repeats_from}`}
              </dd>
            </>
          )}
          {answer.finite_play && (
            <>
              <dt>Endless</dt>
              <dd class="said">{endless(answer.finite_play)}</dd>
            </>
          )}
        </dl>
      )}
      {published && (
        <button type="button" class="badge" data-published onClick={() => onPublished(published)}>
          <Icon name="seal" /> published{published.value === null && ` ${boundsInWords(published.bounds)}`}
        </button>
      )}
      {value === null && !published?.value && bounds && <Range column={column} />}
      <Search column={column} onStop={onStop} onAgain={onAgain} />
      {progress === "solved" && answer?.stopped && (
        <p class="q">
          {value === null ? "The search was stopped" : "Of some moves there are bounds only"}: {stoppedBy(answer.stopped, limit)}
        </p>
      )}
    </>
  );
}

/** The interval in which the value lies, on the scale of the board. */
function Range({ column }: { column: Column }) {
  const size = column.board?.points.length ?? 1;
  const at = (score: string) => (50 * (numberOf(score) + size)) / size;
  const { low, high } = column.bounds!;
  return (
    <div>
      <div class="range" role="img" aria-label={`${boundsInWords(column.bounds!)}, of −${size} to ${size}`}>
        <i style={{ left: `${at(low)}%`, right: `${Math.min(98, 100 - at(high))}%` }} />
        <s />
      </div>
      <div class="scale" aria-hidden="true">
        <span>−{size}</span>
        <span>0</span>
        <span>{size}</span>
      </div>
    </div>
  );
}

function Search({ column, onStop, onAgain }: { column: Column; onStop(): void; onAgain(): void }) {
  const { progress, asking, nodes, published } = column;
  const effort = nodes > 0 ? `${nodes.toLocaleString("en")} nodes` : "";
  if (progress === "solving" || progress === "looking") {
    return (
      <div class="search">
        <p>{published?.value ? "Searching for what each move is worth" : asking ? `Asking: ${asking}` : "Solving"}</p>
        <p class="q num">{effort}</p>
        <button type="button" onClick={onStop}>
          Stop
        </button>
      </div>
    );
  }
  if (progress === "stopped" || progress === "failed") {
    const again = progress === "failed" ? "Try again" : published?.value ? "Search for the other moves" : "Solve again";
    return (
      <div class="search">
        {progress === "stopped" && <p class="q">You stopped the search{nodes > 0 && ` after ${effort}`}.</p>}
        <button type="button" onClick={onAgain}>
          {again}
        </button>
      </div>
    );
  }
  return null;
}

/** The end of a game: the sum of both sides, what counts for nobody, and what ended it. */
function Ended({ column }: { column: Column }) {
  const { look, board } = column;
  const { score, dead } = look!.ended!;
  const last = look!.steps[look!.steps.length - 1];
  const stones = stonesOf(look!.position);
  const { count } = look!;
  const ended = last
    ? `Move ${last.number}, ${last.player === "white" ? "White" : "Black"} ${sayMove(last.move)}, ended the game.`
    : "The game has ended.";
  // The count is by area. Where the rules count otherwise the score is another, and there is no sum to show.
  const counted = count && dead === null && count.score === score ? count : null;
  const nobody = counted ? board!.points.filter((point) => ![...counted.black, ...counted.white].includes(point)) : [];
  const side = (name: string, points: readonly string[]) => {
    const own = points.filter((point) => stones[board!.points.indexOf(point)] !== ".").length;
    return (
      <tr>
        <th scope="row">{name}</th>
        <td>
          {own} + {points.length - own}
        </td>
        <td>{points.length}</td>
      </tr>
    );
  };
  return (
    <>
      {counted && (
        <table class="count">
          <thead>
            <tr>
              <th scope="col">
                <span class="sr">Side</span>
              </th>
              <th scope="col" colSpan={2}>
                stones + empty
              </th>
            </tr>
          </thead>
          <tbody>
            {side("Black", counted.black)}
            {side("White", counted.white)}
            <tr class="sum">
              <th scope="row">Score</th>
              <td>
                {counted.black.length} − {counted.white.length}
              </td>
              <td>
                <Tile value={score} size={board!.points.length} />
              </td>
            </tr>
          </tbody>
        </table>
      )}
      <p class="q said">
        {nobody.length > 0 && `${listed(nobody)} ${nobody.length === 1 ? "counts" : "count"} for nobody. `}
        {dead !== null && dead.length > 0 && `Taken off as dead: ${listed(dead)}. `}
        {ended}
      </p>
    </>
  );
}

/** What is known of games that go on for ever, and of those that do not. */
function endless(play: FinitePlay): string {
  const { black_can_force_no_result: black, white_can_force_no_result: white } = play;
  const [low, high] = [printed(String(play.low)), printed(String(play.high))];
  const who =
    black && white
      ? "Each player can"
      : black
        ? "Black can, and White cannot,"
        : white
          ? "White can, and Black cannot,"
          : "Neither player can";
  return `${who} force a game without end. If it ends, Black is sure of ${low} or more, White of ${high} or less.`;
}
