// Why two rulesets differ: the moves that their games share, and both boards at the move at which they part.

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { type Column, moverOf } from "../column";
import { layoutOf } from "../layout";
import { stoppedBy } from "../limit";
import { isFramed, pointsOf, reasonOf, sayMove } from "../points";
import { nameOf, opponent } from "../position";
import type { Catalogue, Drawn, Parting, Player } from "../records";
import { listed, printed, shade } from "../score";
import type { Contrast, Question, RulesText, Source } from "../source";
import { useColumns } from "../use-columns";
import { Goban } from "./goban";
import { HeadTile } from "./headline";
import { titleOf } from "./rules";
import { Icon, Illegal, Played, Tile } from "./signs";
import { Tries } from "./tries";

interface Props {
  source: Source;
  catalogue: Catalogue;
  /** The position of which it is told, under the first ruleset. */
  question: Question;
  column: Column;
  other: RulesText;
  /** The move of the line that is shown; null: the move at which they part. */
  step: number | null;
  onStep(step: number | null): void;
  /** Goes to a line on the boards. */
  onOpen(moves: readonly string[]): void;
  onClose(): void;
}

export function Differ(props: Props) {
  const { source, question, other, column } = props;
  const against = other.rules;
  const [contrast, setContrast] = useState<Contrast | null>(null);
  const [error, setError] = useState("");
  const key = JSON.stringify([question, other]);
  useEffect(() => {
    let current = true;
    setContrast(null);
    setError("");
    source.contrast(question, other).then(
      (found) => current && setContrast(found),
      (failed: Error) => current && setError(failed.message),
    );
    return () => {
      current = false;
    };
  }, [source, key]);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), [contrast === null]);
  const size = column.board?.points.length ?? 1;
  const values = contrast?.sides?.map(({ value }) => value) ?? null;
  return (
    <div class="page why-differ">
      <div class="lead">
        <div>
          <h1 tabIndex={-1} ref={title}>
            {values && values[0] !== values[1] ? (
              <>
                Why <Tile value={values[0]!} size={size} /> under {question.rules}, but <Tile value={values[1]!} size={size} />{" "}
                under {against}?
              </>
            ) : (
              `Why do ${question.rules} and ${against} differ?`
            )}
          </h1>
          {error && (
            <p class="error" role="alert">
              {error}
            </p>
          )}
          {!contrast && !error && <p class="q">Looking for the move at which the games part…</p>}
          {contrast && <Words contrast={contrast} question={question} limit={source.abilities.limit} />}
        </div>
        <p class="row">
          <button type="button" onClick={props.onClose}>
            Back to the boards
          </button>
        </p>
      </div>
      {contrast?.why && column.board && column.look && (
        <Told {...props} contrast={contrast} board={column.board} start={column.look.position} />
      )}
    </div>
  );
}

/** The answer in a paragraph. */
function Words({ contrast, question, limit }: { contrast: Contrast; question: Question; limit: string }) {
  const { why, differ, against, stopped } = contrast;
  if (!why) {
    const said =
      differ === false
        ? "They do not differ here: the value and the best moves are the same."
        : "They differ, but the move at which the games part was not found within the limits.";
    return (
      <p>
        {said} {stopped && `The search was stopped: ${stoppedBy(stopped, limit)}`}
      </p>
    );
  }
  const { parting, line } = why;
  if (!parting) return <p>Every line of best play is legal under both. They judge games without an end differently.</p>;
  const names = [question.rules, against.name] as const;
  const move = `${nameOf(parting.player)} ${sayMove(parting.move)}`;
  const shared =
    line.length === 0
      ? ""
      : line.length === 1
        ? "One move is the same under both. "
        : `${line.length} moves are the same under both. `;
  return (
    <p>
      {shared}
      {parted(parting, names, move)} {served(parting, names)}
    </p>
  );
}

function parted(parting: Parting, names: readonly [string, string], move: string): string {
  const { number, under, kind } = parting;
  const illegal = under.findIndex(({ barred }) => barred);
  if (illegal >= 0) {
    const why = reasonOf(under[illegal]!.barred!.why);
    return `At move ${number} ${move} is illegal under ${names[illegal]}: ${why}. Under ${names[1 - illegal]} it is legal.`;
  }
  const scores = under.map(({ score }) => score);
  if (kind === "score") {
    return `Move ${number}, ${move}, ends the game under both: with ${printed(scores[0]!)} under ${names[0]}, and ${printed(scores[1]!)} under ${names[1]}.`;
  }
  if (kind === "end") {
    const ends = scores[0] !== null ? 0 : 1;
    return `Move ${number}, ${move}, ends the game under ${names[ends]}, with ${printed(scores[ends] ?? "0")}. Under ${names[1 - ends]} it goes on.`;
  }
  return `After move ${number}, ${move}, the games go on in different ways.`;
}

function served({ serves_under: by, others, player }: Parting, names: readonly [string, string]): string {
  const rest =
    others.length === 0
      ? "no other move is as good"
      : `${listed(others.map(sayMove))} ${others.length === 1 ? "is" : "are"} as good`;
  return `Under ${names[by === 0 ? 0 : 1]} it is best for ${nameOf(player)}; ${rest}.`;
}

interface ToldProps extends Props {
  contrast: Contrast;
  board: Drawn;
  start: string;
}

function Told({ source, catalogue, question, other, contrast, step, board, start, onStep, onOpen }: ToldProps) {
  const layout = layoutOf(board);
  const { line, parting } = contrast.why!;
  const names = [question.rules, other.rules] as const;
  const { draft: _, ...position } = question;
  const rulesets: readonly [RulesText, RulesText] = [textOf(question), other];
  const at = Math.min(step ?? line.length, line.length);
  const before = question.moves ?? [];
  const moves = [...before, ...line.slice(0, at).map(({ move }) => move)];
  // What is known at the shown move under both: the same as on the boards.
  const { shown } = useColumns(
    source,
    rulesets.map((rules) => ({ ...position, ...rules, moves })),
    true,
  );
  const moment = parting?.under.map(({ barred }) => barred?.moment ?? null).find((each) => each !== null) ?? null;
  const parts = at === line.length && parting !== null;
  const cell = Math.max(24, Math.min(84, 330 / layout.width, 330 / layout.height));
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (/^(INPUT|SELECT|TEXTAREA)$/.test((event.target as HTMLElement).tagName) || event.altKey) return;
      const to: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: line.length };
      const next = to[event.key];
      if (next === undefined) return;
      event.preventDefault();
      if (next >= 0 && next <= line.length) onStep(next);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  });
  const film = [{ number: before.length, position: start, move: null as string | null, player: null as Player | null }, ...line];
  return (
    <>
      <div class="filmed">
        <ol class="film" aria-label="The moves that both rulesets share">
          {film.map((each, i) => (
            <li key={i} class={moment && moment.number === each.number && each.position === moment.position ? "recreated" : ""}>
              <button type="button" aria-current={i === at ? "step" : undefined} onClick={() => onStep(i)}>
                <Goban
                  board={board}
                  layout={layout}
                  position={each.position}
                  last={each.move}
                  cell={Math.min(34, 116 / layout.width)}
                />
                <span>
                  {each.move && each.player ? (
                    <>
                      {each.number} <Played player={each.player} move={sayMove(each.move)} />
                    </>
                  ) : (
                    "Start"
                  )}
                </span>
              </button>
            </li>
          ))}
        </ol>
        <span class="seg">
          <button type="button" class="icon" aria-label="One move back" disabled={at === 0} onClick={() => onStep(at - 1)}>
            <Icon name="back" />
          </button>
          <button type="button" class="icon" aria-label="One move on" disabled={at === line.length} onClick={() => onStep(at + 1)}>
            <Icon name="on" />
          </button>
        </span>
      </div>
      <div class="part">
        {shown.map(({ column, waiting }, i) => (
          <section key={i} class={waiting ? "half waiting" : "half"} aria-label={names[i]!} data-rules={names[i]}>
            <header class="name">
              <HeadTile headline={valueTile(contrast, i, board)} differs={i === 1} big />
              <div class="who">
                <b>{names[i]}</b>
                <span class="full">{titleOf(catalogue, names[i]!)}</span>
                <span>{parts ? legality(parting!, i) : `${nameOf(moverOf(column))} to move`}</span>
              </div>
            </header>
            {column.look && (
              <Goban
                board={board}
                layout={layout}
                position={column.look.position}
                last={column.look.last}
                cell={cell}
                coordinates
                points={pointsOf(column).board}
                framed={isFramed(column)}
                here={parts ? parting!.move : null}
                label={`${names[i]}, ${parts ? `before move ${parting!.number}` : `after move ${moves.length}`}`}
              />
            )}
            {parts && <Then parting={parting!} index={i} size={board.points.length} />}
          </section>
        ))}
        <section class="mid">
          <h2>{parts ? `Here they part: move ${parting!.number}` : `After move ${moves.length}`}</h2>
          {parts && moment && (
            <>
              <Goban
                board={board}
                layout={layout}
                position={moment.position}
                last={moment.before ? null : moment.move}
                cell={Math.min(44, 132 / layout.width)}
                label="The earlier position"
              />
              <p>
                <Illegal /> {momentWords(moment.number, moment.before)}. {nameOf(parting!.player)} {sayMove(parting!.move)} would
                recreate it.
              </p>
            </>
          )}
          {!parts && <p class="q">The values on both boards are those after this move.</p>}
          <button type="button" onClick={() => onOpen(moves)}>
            Open on the boards
          </button>
        </section>
      </div>
      {parting && (
        <Tries
          source={source}
          position={position}
          rules={rulesets[parting.serves_under === 0 ? 0 : 1]}
          why={contrast.why!}
          size={board.points.length}
        />
      )}
    </>
  );
}

/** The ruleset of a question. */
function textOf({ rules, draft }: Question): RulesText {
  return draft === undefined ? { rules } : { rules, draft };
}

function momentWords(number: number, before: boolean): string {
  if (number === 0) return "The position at the start";
  return before ? `The position on which move ${number} was made` : `The position after move ${number}`;
}

function valueTile(contrast: Contrast, i: number, board: Drawn) {
  const value = contrast.sides?.[i]?.value ?? null;
  if (value === null) return { text: "?", shade: "bound", words: "" };
  return { text: printed(value), shade: shade(value, board.points.length), words: "" };
}

function legality(parting: Parting, i: number): string {
  const { barred, score } = parting.under[i]!;
  const move = `${nameOf(parting.player)} ${sayMove(parting.move)} at move ${parting.number}`;
  return `${move}: ${barred ? "illegal" : score !== null ? "ends the game" : "legal"}`;
}

/** How best play goes on: after the move, or without it where it is illegal. */
function Then({ parting, index, size }: { parting: Parting; index: number; size: number }) {
  const { barred, value, goes_on: line, repeats_from: again } = parting.under[index]!;
  let player = barred ? parting.player : opponent(parting.player);
  const played = line.map((move) => {
    const mover = player;
    player = opponent(player);
    return { move: sayMove(move), player: mover };
  });
  return (
    <p>
      {barred ? "Without it " : "Then "}
      {played.map(({ move, player: mover }, i) => (
        <>
          <Played key={i} player={mover} move={move} />{" "}
        </>
      ))}
      {typeof again === "number" && "and so on for ever "}
      {value !== null && (
        <>
          {played.length > 0 ? "lead to " : "the game is worth "}
          <Tile value={value} size={size} />.
        </>
      )}
    </p>
  );
}
