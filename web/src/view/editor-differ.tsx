// The smallest position that the rules of the editor and another ruleset tell apart, sought board by board.

import { useEffect, useRef, useState } from "preact/hooks";
import { writeAddress } from "../address";
import { stoppedBy } from "../limit";
import { sayMove } from "../points";
import { nameOf } from "../position";
import type { Found, SmallestDifference } from "../records";
import { listed } from "../score";
import type { RulesText, Source } from "../source";
import { atQuestion, type PageState } from "../state";
import { Tile } from "./signs";
import { SmallBoard } from "./small-board";

/** The last boards that can be chosen, and how each is said. */
const UP_TO = ["2x2", "2x3", "3x3"] as const;

interface Props {
  source: Source;
  state: PageState;
  rules: RulesText;
  against: RulesText;
}

interface Search {
  key: string;
  board: string | null;
  found: SmallestDifference | null;
  error: string;
  going: boolean;
}

export function EditorDiffer({ source, state, rules, against }: Props) {
  const [upTo, setUpTo] = useState<string>("2x3");
  const [search, setSearch] = useState<Search | null>(null);
  const stop = useRef(() => {});
  const key = JSON.stringify([rules, against, upTo]);
  // What was found of one text is not said of the next.
  useEffect(() => () => stop.current(), [key]);
  const own = search?.key === key ? search : null;
  const begin = () => {
    stop.current();
    const change = (part: Partial<Search>) => setSearch((now) => (now?.key === key ? { ...now, ...part } : now));
    setSearch({ key, board: null, found: null, error: "", going: true });
    const end = source.differ(rules, against, upTo, {
      board: (board) => change({ board }),
      answer: (found) => change({ found, going: false }),
      failed: (error) => change({ error, going: false }),
    });
    stop.current = () => {
      end();
      change({ going: false });
      stop.current = () => {};
    };
  };
  return (
    <section class="smallest" aria-labelledby="smallest-title" data-smallest>
      <h2 id="smallest-title">The smallest position that tells it from {against.rules}</h2>
      <div class="row">
        <label class="inline">
          Boards up to
          <select value={upTo} onChange={(event) => setUpTo(event.currentTarget.value)}>
            {UP_TO.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </label>
        {own?.going ? (
          <button type="button" onClick={() => stop.current()}>
            Stop
          </button>
        ) : (
          !own?.found && (
            <button type="button" onClick={begin}>
              Look for it
            </button>
          )
        )}
        {own?.going && (
          <span class="q" role="status">
            {own.board ? `Looking at ${own.board}…` : "Looking…"}
          </span>
        )}
        {own && !own.going && !own.found && !own.error && <span class="q">You stopped it{own.board && ` at ${own.board}`}.</span>}
      </div>
      {own?.error && <p class="error">{own.error}</p>}
      {own?.found && <Answer {...{ source, state, rules, against }} difference={own.found} />}
    </section>
  );
}

function Answer({ source, state, rules, against, difference }: Props & { difference: SmallestDifference }) {
  const { value, best_moves: best, boards, complete, stopped } = difference;
  const solved = boards.reduce((sum, each) => sum + each.solved, 0);
  const last = boards[boards.length - 1]?.board ?? difference.up_to;
  const end = stopped ? `The search was stopped: ${stoppedBy(stopped, source.abilities.limit)}` : "";
  if (!value && !best) {
    return (
      <p class="said">
        {complete
          ? `None up to ${last}: all ${solved.toLocaleString("en")} starts have the same value and the same best moves under both.`
          : `None was found up to ${last} among the ${solved.toLocaleString("en")} starts that could be solved.`}{" "}
        {end}
      </p>
    );
  }
  return (
    <>
      {best && (
        <One {...{ source, state, rules, against }} found={best}>
          {(tile) => (
            <>
              {tile(best.a.value)} under both, but other moves are best: {moves(best, "a")} under your rules, {moves(best, "b")} under{" "}
              {against.rules}.
            </>
          )}
        </One>
      )}
      {value && (
        <One {...{ source, state, rules, against }} found={value}>
          {(tile) => (
            <>
              {tile(value.a.value)} under your rules, {tile(value.b.value)} under {against.rules}.
            </>
          )}
        </One>
      )}
      {end && <p class="q">{end}</p>}
    </>
  );
}

function moves({ a, b }: Found, side: "a" | "b"): string {
  const { best_moves: best } = side === "a" ? a : b;
  return best.length === 0 ? "not known" : listed(best.map(sayMove), "or");
}

interface OneProps extends Props {
  found: Found;
  children(tile: (value: string) => preact.JSX.Element): preact.ComponentChildren;
}

function One({ source, state, rules, against, found, children }: OneProps) {
  const { board, start, to_move: toMove, unsolved_before: before, why } = found;
  const size = start.replaceAll("/", "").length;
  const question = { board, ...rules, start, to_move: toMove };
  const opened = { ...atQuestion(state, question, [against.rules]), view: "board" as const };
  const parting = why?.parting;
  const line = why?.line.map(({ move }) => sayMove(move)) ?? [];
  return (
    <div class="one-difference">
      <SmallBoard source={source} question={question} width={130} height={84} />
      <div>
        <p>
          {board.replace("x", "×")} <code>{start}</code>, {nameOf(toMove)} to move: {children((value) => <Tile value={value} size={size} />)}
        </p>
        {parting && (
          <p class="q">
            {line.length > 0 ? `After ${listed(line)} the games part` : "The games part at once"}: {nameOf(parting.player)}{" "}
            {sayMove(parting.move)} is best under {parting.serves_under === 0 ? "your rules" : against.rules}.
          </p>
        )}
        {before > 0 && (
          <p class="q">
            {before} smaller {before === 1 ? "start was" : "starts were"} left open: they could not be solved within the limits.
          </p>
        )}
        <p class="row">
          <a href={writeAddress(opened)}>Show it on the boards</a>
          {source.abilities.contrast && <a href={writeAddress({ ...opened, differ: { columns: [0, 1], step: null } })}>Why do they differ?</a>}
        </p>
      </div>
    </div>
  );
}
