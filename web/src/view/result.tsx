// What is known of a position under one ruleset: value or bounds, best moves, line, and how the search goes.

import { bestMoves, type Column, moverOf } from "../column";
import { sayMove } from "../points";
import { nameOf, opponent } from "../position";
import type { FinitePlay, Published } from "../records";
import { boundsInWords, inWords, listed, numberOf, printed } from "../score";

interface Props {
  column: Column;
  differs: boolean;
  onStop(): void;
  onAgain(): void;
}

export function Result({ column, differs, onStop, onAgain }: Props) {
  const { look, progress, error, value, bounds, published, answer } = column;
  if (look?.illegal) {
    const { number, player, move, why } = look.illegal;
    return (
      <div class="result">
        <p class="sentence">
          Move {number}, {nameOf(player)} {sayMove(move)}, may not be made here: {why}.
        </p>
      </div>
    );
  }
  if (look?.ended) {
    const { score, dead } = look.ended;
    const last = look.steps[look.steps.length - 1];
    return (
      <div class={differs ? "result differs" : "result"}>
        <p class="value">
          <strong class="score">{printed(score)}</strong> <span>{inWords(score)}</span>
        </p>
        <p class="sentence">
          {last ? `${last.words}.` : "The game has ended."}
          {dead !== null && dead.length > 0 && ` Taken off as dead: ${listed(dead)}.`}
        </p>
      </div>
    );
  }
  return (
    <div class={differs ? "result differs" : "result"}>
      {value !== null ? (
        <p class="value">
          <strong class="score">{printed(value)}</strong> <span>{inWords(value)}</span>
        </p>
      ) : published?.value ? (
        <p class="value">
          <strong class="score">{printed(published.value)}</strong> <span>{inWords(published.value)}</span>
        </p>
      ) : bounds ? (
        <p class="value">
          <strong class="score open">{boundsInWords(bounds)}</strong>
        </p>
      ) : error === null ? (
        <p class="value">
          <strong class="score open">…</strong>
        </p>
      ) : null}
      {published && <Backed published={published} />}
      {value === null && published?.value && bounds && (
        <p class="quiet">This search so far: {boundsInWords(bounds)}.</p>
      )}
      {value === null && bounds && <Range column={column} />}
      {error !== null && <p class="error">{error}</p>}
      <Search column={column} onStop={onStop} onAgain={onAgain} />
      {answer && (
        <dl>
          {bestMoves(column).length > 0 && (
            <>
              <dt>{answer.all_best_moves ? "Best" : "Best known"}</dt>
              <dd data-best>{bestMoves(column).map(sayMove).join(", ")}</dd>
            </>
          )}
          {answer.finite_play && (
            <>
              <dt>Endless</dt>
              <dd>{endless(answer.finite_play)}</dd>
            </>
          )}
          {answer.line.length > 0 && (
            <>
              <dt>Line</dt>
              <dd data-line>
                {lineOf(column)}
                {typeof answer.repeats_from === "number" && ` and again from move ${answer.repeats_from}`}
                {!answer.line_complete && " …"}
              </dd>
            </>
          )}
        </dl>
      )}
      {progress === "solved" && answer?.stopped && <p class="quiet">{value === null ? "The search was stopped" : "Of some moves there are bounds only"}: {answer.stopped}.</p>}
    </div>
  );
}

/** What is published, and what there is to check it with. */
function Backed({ published }: { published: Published }) {
  const known = published.value === null ? ` ${boundsInWords(published.bounds)}` : "";
  const backing = published.backing.map(({ kind, path, command, sha256 }) => (
    <span title={[command, sha256 && `SHA-256 ${sha256}`].filter(Boolean).join("\n")}>
      {kind === "certificate" ? `certificate ${path}` : kind === "remade" ? "a certificate that is made again" : "a search"}
    </span>
  ));
  return (
    <p class="quiet" data-published>
      Published{known}: {backing.map((one, i) => [i > 0 && " and ", one])}
    </p>
  );
}

/** The interval in which the value lies, drawn on the scale of the board. */
function Range({ column }: { column: Column }) {
  const size = column.board?.points.length ?? 1;
  const at = (score: string) => (50 * (numberOf(score) + size)) / size;
  const { low, high } = column.bounds!;
  return (
    <div class="range" aria-hidden="true">
      <div style={{ left: `${at(low)}%`, width: `${Math.max(2, at(high) - at(low))}%` }} />
    </div>
  );
}

function Search({ column, onStop, onAgain }: { column: Column; onStop(): void; onAgain(): void }) {
  const { progress, asking, nodes, seconds } = column;
  const effort = nodes > 0 ? `${nodes.toLocaleString("en")} nodes${seconds > 0 ? `, ${seconds.toFixed(seconds < 10 ? 2 : 0)} s` : ""}` : "";
  if (progress === "solving" || progress === "looking") {
    return (
      <p class="search">
        <span>{[asking ? `Asking: ${asking}` : "Solving", effort].filter(Boolean).join(" · ")}</span>
        <button type="button" class="small" onClick={onStop}>
          Stop
        </button>
      </p>
    );
  }
  if (progress === "stopped" || progress === "failed") {
    return (
      <p class="search">
        <span>{progress === "stopped" ? `You stopped the search. ${effort}` : ""}</span>
        <button type="button" class="small" onClick={onAgain}>
          {progress === "stopped" ? "Solve again" : "Try again"}
        </button>
      </p>
    );
  }
  return effort ? <p class="search quiet">{effort}</p> : null;
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

/** The line with its numbers and players: `3.B A1 4.W pass`. */
function lineOf(column: Column): string {
  const { answer, look } = column;
  const played = look?.steps.length ?? 0;
  let player = moverOf(column);
  return answer!.line
    .map((move, i) => {
      const mover = answer!.why?.[i]?.player ?? player;
      player = opponent(mover);
      return `${played + i + 1}.${mover === "black" ? "B" : "W"}\u00a0${move}`;
    })
    .join("  ");
}
