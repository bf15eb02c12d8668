// The heart of the page: one to four rulesets side by side on one position, with what differs, the moves and set-up.

import { useEffect, useState } from "preact/hooks";
import { type Act, announce } from "../act";
import { compare } from "../compare";
import type { Point } from "../points";
import { cycled, opponent } from "../position";
import { lettersAreKeys } from "../preferences";
import type { Catalogue, Player } from "../records";
import type { Source } from "../source";
import * as change from "../state";
import { withLine } from "../tree";
import { useColumns } from "../use-columns";
import { Check } from "./certificate";
import { Moves } from "./moves";
import { RulesetView } from "./ruleset";
import { Setup } from "./setup";
import { Toolbar } from "./toolbar";
import { Why } from "./why";

interface Props {
  source: Source;
  catalogue: Catalogue;
  state: change.PageState;
  act: Act;
  walked: () => readonly string[];
}

export function BoardsPage({ source, catalogue, state, act, walked }: Props) {
  const questions = state.rules.map((rules) => change.questionOf(state, rules));
  const { shown, columns } = useColumns(source, questions);
  const only = useOnly(source, state);
  const differences = compare(
    shown.map((each) => each.column),
    state.rules,
  );
  const first = shown[0]!.column;
  const look = shown.find(({ column }) => column.look)?.column.look ?? null;
  const board = shown.find(({ column }) => column.board)?.column.board ?? null;
  const blank = board ? cycledBlank(board.points.length, board.columns) : "";
  const position = state.start ?? blank;
  const canSetUp = only.setUp;
  const setting = canSetUp && (state.mode === "setup" || !source.abilities.play);
  const why = state.why && shown[state.why.column];
  const unused = (only.rules ?? catalogue.rulesets.map((each) => each.id)).filter((rules) => !state.rules.includes(rules));

  const setUp = (text: string, toMove: Player) => act((now) => ({ ...change.withStart(now, text, toMove), mode: now.mode }));
  const press = (point: Point) => {
    const at = board?.points.indexOf(point.move) ?? -1;
    if (setting && board && at >= 0) setUp(cycled(position, at, board.columns), state.toMove);
    else if (!setting && source.abilities.play && point.kind === "open") act((now) => change.play(now, point.move));
    else announce(point.spoken);
  };
  const toggleSetUp = () =>
    act((now) => {
      if (now.mode === "setup") return { ...now, mode: "play" };
      const moved = now.moves.length > 0 && look ? change.withStart(now, look.position, look.player ?? opponent(now.toMove)) : now;
      return { ...moved, mode: "setup" };
    });
  const pass = () => {
    if (shown.some(({ column }) => column.look?.legal.includes("pass"))) act((now) => change.play(now, "pass"));
  };
  const putLine = (column: number) =>
    act((now) => {
      const line = shown[column]?.column.answer?.line ?? [];
      announce("The line is in the moves. R leads along it.");
      return { ...now, tree: withLine(now.tree, [...now.moves, ...line]) };
    });

  useEffect(() => {
    if (!source.abilities.play) return;
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (/^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName) || target.closest("dialog") || event.altKey) return;
      const key = event.key.toLowerCase();
      const held = event.ctrlKey || event.metaKey;
      if (!held && !lettersAreKeys()) return;
      if (held ? key === "z" && !event.shiftKey : key === "u") act(change.undo);
      else if (held ? key === "y" || (key === "z" && event.shiftKey) : key === "r") act((now) => change.redo(now, walked()));
      else if (!held && key === "p" && !setting) pass();
      else if (!held && key === "s" && canSetUp) toggleSetUp();
      else return;
      event.preventDefault();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  });

  return (
    <div class="boards-page">
      <Toolbar
        state={state}
        source={source}
        catalogue={catalogue}
        setting={setting}
        canSetUp={canSetUp}
        onBoard={(name, edges) => act((now) => change.withBoard(now, name, edges))}
        onUndo={() => act(change.undo)}
        onRedo={() => act((now) => change.redo(now, walked()))}
        onSetUp={toggleSetUp}
        onCompare={
          state.rules.length < change.MOST_RULESETS && unused.length > 0
            ? () => act((now) => change.addRules(now, unused[0]!))
            : null
        }
      />
      {setting && board && <Setup board={board} position={position} toMove={state.toMove} onChange={setUp} />}
      <div class="with-rail">
        <div class="shown">
          <div class={`rulesets of-${state.rules.length}`}>
            {state.rules.map((rules, i) => (
              <RulesetView
                key={i}
                source={source}
                catalogue={catalogue}
                rules={rules}
                only={only.rules}
                column={shown[i]!.column}
                waiting={shown[i]!.waiting}
                setting={setting}
                differing={differences.moves[i]!}
                valueDiffers={differences.value[i]!}
                onRules={(chosen) => act((now) => change.withRules(now, i, chosen))}
                onRemove={state.rules.length > 1 ? () => act((now) => change.removeRules(now, i)) : null}
                onPress={press}
                onStop={() => columns.stop(questions[i]!)}
                onAgain={() => columns.again(questions[i]!)}
                onWhy={() => act((now) => ({ ...now, why: { column: i, step: 0 } }))}
                onLine={() => putLine(i)}
              />
            ))}
          </div>
          {state.why && why && (
            <Why
              column={why.column}
              name={state.rules[state.why.column]!}
              step={state.why.step}
              onStep={(step) => act((now) => ({ ...now, why: now.why && { ...now.why, step } }), "replace")}
              onPlay={() => putLine(state.why!.column)}
              onClose={() => {
                const { column } = state.why!;
                act((now) => ({ ...now, why: null }));
                document.querySelectorAll<HTMLElement>(".ruleset")[column]?.querySelector<HTMLElement>("[data-why]")?.focus();
              }}
            />
          )}
        </div>
        <aside class="rail" aria-label="Differences and moves">
          {state.rules.length > 1 && (
            <section
              class={differences.found ? "panel differences found" : "panel differences"}
              aria-labelledby="differences-title"
            >
              <h2 id="differences-title">What differs</h2>
              {differences.sentences.map((sentence) => (
                <p key={sentence}>{sentence}</p>
              ))}
            </section>
          )}
          {source.abilities.play && (
            <Moves
              tree={state.tree}
              moves={state.moves}
              toMove={state.toMove}
              look={first.look ?? look}
              onGo={(moves) => act((now) => change.goTo(now, moves))}
              onForget={(moves) => act((now) => change.forget(now, moves))}
            />
          )}
          {source.abilities.certificates && <Check source={source} />}
        </aside>
      </div>
    </div>
  );
}

/** What a source that does not know everything has of this board: its rulesets, and whether positions can be set up. */
function useOnly(source: Source, { board, start }: change.PageState): { rules: readonly string[] | null; setUp: boolean } {
  const [only, setOnly] = useState<{ rules: readonly string[] | null; setUp: boolean }>({
    rules: null,
    setUp: source.abilities.play,
  });
  useEffect(() => {
    let current = true;
    Promise.all([source.rulesOf(board, start === null), source.setUpBoards()])
      .then(([rules, boards]) => current && setOnly({ rules, setUp: boards === null || boards.includes(board) }))
      .catch(() => current && setOnly({ rules: null, setUp: source.abilities.play }));
    return () => {
      current = false;
    };
  }, [source, board, start === null]);
  return only;
}

function cycledBlank(points: number, columns: number | null): string {
  const width = columns ?? points;
  return Array.from({ length: points / width }, () => ".".repeat(width)).join("/");
}
