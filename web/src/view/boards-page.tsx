// The heart of the page: one to four rulesets side by side on one position, with what differs, the moves and set-up.

import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { type Act, announce } from "../act";
import { writeAddress } from "../address";
import { compare, type Part, valueOf } from "../compare";
import { keyOf } from "../column";
import type { Point } from "../points";
import { opponent, type Stone, stonesOf, write } from "../position";
import { lettersAreKeys } from "../preferences";
import type { Catalogue, Player, Published } from "../records";
import { listed } from "../score";
import { sizesOf } from "../sizes";
import type { Source } from "../source";
import * as change from "../state";
import { useAhead } from "../use-ahead";
import { useColumns } from "../use-columns";
import { useRoom } from "../use-room";
import { BestLine } from "./best-line";
import { Context } from "./context";
import { Differ } from "./differ";
import { HeadTile, headlineOf } from "./headline";
import { Intro } from "./intro";
import { Moves } from "./moves";
import { Palette } from "./palette";
import { Panel } from "./panel";
import type { Stroke } from "./points";
import { Beside } from "./beside";
import { RulesDrawer } from "./rules";
import { Share } from "./share";
import { Tile } from "./signs";
import { type Notice, Strip } from "./strip";

/** How long what was said is not covered by a point. */
const NOTICED_MS = 500;

interface Props {
  source: Source;
  catalogue: Catalogue;
  state: change.PageState;
  act: Act;
  walked: () => readonly string[];
  phone: boolean;
  notice: Notice | null;
  onNotice(notice: Notice | null): void;
  /** What takes files. */
  files: ComponentChildren;
}

export function BoardsPage({ source, catalogue, state, act, walked, phone, notice, onNotice, files }: Props) {
  const only = useOnly(source, state);
  const canSetUp = only.setUp && !state.embed;
  const setting = canSetUp && state.mode === "setup";
  const questions = state.rules.map((rules) => change.questionOf(state, rules));
  const { shown, columns } = useColumns(source, questions, !setting);
  const all = shown.map((each) => each.column);
  const differences = compare(all, state.rules);
  const [looked, setLooked] = useState<{ move: string; column: number } | null>(null);
  /** When something was said last: a menu that closes leaves the pointer on a point, which nobody looks at. */
  const noticed = useRef(-NOTICED_MS);
  useLayoutEffect(() => {
    if (notice !== null) noticed.current = performance.now();
  }, [notice]);
  const [drawer, setDrawer] = useState<number | null>(null);
  const [tab, setTab] = useState(0);
  const [brush, setBrush] = useState<Stone>("X");
  const before = useRef<change.PageState | null>(null);
  const panels = useRef<HTMLDivElement>(null);
  const room = useRoom(panels, phone);
  const first = all[0]!;
  const look = all.find((column) => column.look)?.look ?? null;
  const { board = null, layout = null } = all.find((column) => column.board) ?? {};
  const blank = board ? write(Array<Stone>(board.points.length).fill("."), board.columns) : "";
  const position = state.start ?? blank;
  const plays = source.abilities.play && !state.embed;
  const replies = useAhead(columns, questions, all, looked?.move ?? null, plays && !setting && !state.differ);
  const why = state.why && shown[state.why.column];
  const unused = (only.rules ?? catalogue.rulesets.map((each) => each.id)).filter((rules) => !state.rules.includes(rules));
  const count = state.rules.length;
  const cells = { width: layout?.width ?? 1, height: layout?.height ?? 1, grid: board?.graph === null };
  const { arrangement, cell } = sizesOf(count, cells, {
    width: room?.width ?? 900,
    // In another page the height follows the boards, so they cannot follow it.
    height: state.embed ? 760 : (room?.height ?? 640),
    phone,
  });
  const shownTab = Math.min(tab, count - 1);

  const setUp = (text: string, toMove: Player) => {
    onNotice(null);
    act((now) => ({ ...change.withStart(now, text, toMove), mode: now.mode }), "replace");
  };
  /** What a stroke that goes on sets; decided where it began. */
  const stroke = useRef<Stone>("X");
  const painted = useRef(position);
  painted.current = position;
  const paint = (point: Point, { other, begins }: Stroke) => {
    const at = board?.points.indexOf(point.move) ?? -1;
    if (!board || at < 0) return;
    const stones = stonesOf(painted.current);
    const colour = other ? (brush === "X" ? "O" : brush === "O" ? "X" : "O") : brush;
    if (begins) stroke.current = stones[at] === colour ? "." : colour;
    if (stones[at] === stroke.current) return;
    stones[at] = stroke.current;
    painted.current = write(stones, board.columns);
    setUp(painted.current, state.toMove);
  };
  const press = (point: Point) => {
    if (plays && point.kind === "open") act((now) => change.play(now, point.move));
    else announce(point.spoken);
  };
  const enterSetUp = () => {
    before.current = state;
    act((now) => {
      const moved = now.moves.length > 0 && look ? change.withStart(now, look.position, look.player ?? opponent(now.toMove)) : now;
      return { ...moved, mode: "setup", why: null, differ: null };
    });
  };
  const done = () => act((now) => ({ ...now, mode: "play" }));
  const cancel = () => act((now) => ({ ...(before.current ?? now), mode: "play" }));
  const pass = () => {
    if (all.some((column) => column.look?.legal.includes("pass"))) act((now) => change.play(now, "pass"));
  };
  const undo = () => act(change.undo);
  const redo = () => act((now) => change.redo(now, walked()));
  /** Puts the best line into the tree, and goes to its first move. */
  const playLine = (column: number) => {
    const line = all[column]?.answer?.line ?? [];
    if (line.length === 0) return;
    const whole = [...state.moves, ...line];
    act((now) => ({ ...change.goTo(change.goTo(now, whole), whole.slice(0, now.moves.length + 1)) }));
    announce("The line is in the moves. R leads along it.");
  };
  const pair = differingPair(all.map(valueOf), differences.moves, count);
  const asksWhy = source.abilities.contrast && differences.found && !setting ? pair : null;
  const openWhy = () => asksWhy && act((now) => ({ ...now, differ: { columns: asksWhy, step: null }, why: null }));
  const published = (what: Published) =>
    onNotice({
      title: "This value is published.",
      lines: what.backing.map(({ kind, path, command, sha256 }) =>
        [
          kind === "certificate"
            ? `Certificate ${path}.`
            : kind === "remade"
              ? "A certificate that is made again."
              : "Found by a search.",
          `Command: ${command}`,
          sha256 ? `SHA-256 ${sha256}` : "",
        ]
          .filter(Boolean)
          .join(" "),
      ),
    });

  useLayoutEffect(() => {
    if (state.embed) return;
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (/^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName) || target.closest("dialog") || event.altKey) return;
      const key = event.key.toLowerCase();
      const held = event.ctrlKey || event.metaKey;
      if (!held && key.length === 1 && !lettersAreKeys()) return;
      const brushes: Record<string, Stone> = { b: "X", w: "O", e: "." };
      if (key === "escape" && (state.differ || setting)) state.differ ? act((now) => ({ ...now, differ: null })) : done();
      else if (state.differ) return;
      else if (!held && setting && brushes[key]) setBrush(brushes[key]!);
      else if (!held && key === "s" && canSetUp) setting ? done() : enterSetUp();
      else if (!held && /^[1-4]$/.test(key) && Number(key) <= count) {
        setTab(Number(key) - 1);
        setTimeout(() =>
          panels.current
            ?.querySelectorAll<HTMLElement>(".panel")
            [phone ? 0 : Number(key) - 1]?.querySelector<HTMLElement>('.layer [tabindex="0"]')
            ?.focus(),
        );
      } else if (!held && key === "w" && asksWhy) openWhy();
      else if (!plays) return;
      else if (held ? key === "z" && !event.shiftKey : key === "u" || key === "arrowleft") undo();
      else if (held ? key === "y" || (key === "z" && event.shiftKey) : key === "r" || key === "arrowright") redo();
      else if (!held && key === "p" && !setting) pass();
      else return;
      event.preventDefault();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  });
  useLayoutEffect(() => setLooked(null), [questions.map(keyOf).join("\n"), setting]);
  useEmbedded(state.embed);

  if (state.differ && source.abilities.contrast) {
    const [one, other] = state.differ.columns;
    return (
      <Differ
        source={source}
        catalogue={catalogue}
        question={questions[one]!}
        column={all[one]!}
        other={change.rulesText(state, state.rules[other]!)}
        step={state.differ.step}
        onStep={(step) => act((now) => ({ ...now, differ: now.differ && { ...now.differ, step } }), "replace")}
        onOpen={(moves) => act((now) => ({ ...change.goTo(now, moves), differ: null }))}
        onClose={() => act((now) => ({ ...now, differ: null }))}
      />
    );
  }

  const panel = (i: number) => (
    <Panel
      key={i}
      source={source}
      catalogue={catalogue}
      rules={state.rules[i]!}
      only={only.rules}
      column={all[i]!}
      waiting={shown[i]!.waiting}
      arrangement={arrangement}
      cell={cell}
      differing={setting ? new Set() : differences.moves[i]!}
      valueDiffers={!setting && differences.value[i]!}
      here={looked?.move ?? all[i]!.look?.illegal?.move ?? null}
      embed={state.embed}
      onPaint={setting ? paint : null}
      onRules={(chosen) => act((now) => change.withRules(now, i, chosen))}
      onDrawer={() => setDrawer(i)}
      onRemove={count > 1 ? () => act((now) => change.removeRules(now, i)) : null}
      onPress={press}
      onLook={(point) => {
        if (point && performance.now() - noticed.current < NOTICED_MS) return;
        setLooked(point && { move: point.move, column: i });
      }}
      onStop={() => columns.stop(questions[i]!)}
      onAgain={() => columns.again(questions[i]!)}
      onWhy={() => act((now) => ({ ...now, why: { column: i, step: 0 } }))}
      onLine={() => playLine(i)}
      onGo={(moves) => act((now) => change.goTo(now, now.moves.slice(0, moves)))}
      onPublished={published}
      onSaved={(name) =>
        onNotice({
          title: `Saved ${name}: a proof of this value.`,
          lines: [`Check it: solve check ${name}, or drop it on this page.`],
        })
      }
    />
  );
  const tabbed = arrangement === "tabs" && count > 1;
  const kinds = `panels of-${count} ${arrangement === "tabs" && state.embed ? "stack" : `as-${arrangement}`}`;
  if (state.embed) {
    return (
      <div class="compare">
        <div class="main">
          <div class={kinds} ref={panels}>
            {state.rules.map((_, i) => panel(i))}
          </div>
          <p class="q embedded-link">
            <a href={location.href.replace(/#.*$/, "") + writeAddress({ ...state, embed: false })} target="_blank" rel="noopener">
              superko: {state.board} under {state.rules.join(", ")}
            </a>
          </p>
        </div>
      </div>
    );
  }
  return (
    <>
      <h1 class="sr">
        The board {state.board} under {listed(state.rules)}
      </h1>
      <Intro state={state} plays={source.abilities.play} />
      <div class="compare">
        {setting && board ? (
          <Palette
            board={board}
            position={position}
            toMove={state.toMove}
            brush={brush}
            onBrush={setBrush}
            onChange={setUp}
            onWrong={(wrong) => onNotice(wrong === "" ? null : { title: wrong, lines: [], wrong: true })}
            onCancel={cancel}
            onDone={done}
          />
        ) : (
          <Context
            state={state}
            source={source}
            catalogue={catalogue}
            column={look ? all.find((column) => column.look)! : first}
            only={only.rules}
            phone={phone}
            canSetUp={canSetUp}
            canAdd={count < change.MOST_RULESETS && unused.length > 0}
            share={(close) => (
              <Share
                state={state}
                column={all[phone ? shownTab : 0]!}
                rules={state.rules[phone ? shownTab : 0]!}
                close={close}
                onNotice={onNotice}
              />
            )}
            onBoard={(name, edges) => act((now) => change.withBoard(now, name, edges))}
            onStart={() => act((now) => change.goTo(now, []))}
            onUndo={undo}
            onRedo={redo}
            onSetUp={enterSetUp}
            onAdd={(rules) => act((now) => change.addRules(now, rules))}
          />
        )}
        <div class="main">
          {tabbed && (
            <div class="tabs" role="tablist" aria-label="Rulesets">
              {state.rules.map((rules, i) => (
                <button
                  type="button"
                  role="tab"
                  key={i}
                  id={`tab-${i}`}
                  aria-selected={i === shownTab}
                  aria-controls="tab-panel"
                  tabIndex={i === shownTab ? 0 : -1}
                  onClick={() => setTab(i)}
                  onKeyDown={(event) => {
                    const to = event.key === "ArrowRight" ? i + 1 : event.key === "ArrowLeft" ? i - 1 : -1;
                    if (!event.key.startsWith("Arrow")) return;
                    event.stopPropagation();
                    if (to < 0 || to >= count) return;
                    setTab(to);
                    document.getElementById(`tab-${to}`)?.focus();
                  }}
                >
                  {rules.split(" ")[0]}
                  <HeadTile headline={headlineOf(all[i]!, setting)} differs={!setting && differences.value[i]!} big={false} />
                </button>
              ))}
            </div>
          )}
          <div
            class={kinds}
            ref={panels}
            {...(tabbed ? { role: "tabpanel", id: "tab-panel", "aria-labelledby": `tab-${shownTab}` } : {})}
          >
            {tabbed ? panel(shownTab) : state.rules.map((_, i) => panel(i))}
          </div>
          <Strip
            columns={all}
            names={state.rules}
            looked={looked}
            replies={replies}
            notice={notice}
            setting={setting && !notice}
            onClose={() => onNotice(null)}
          />
          {state.why && why && !setting && (
            <BestLine
              column={why.column}
              name={state.rules[state.why.column]!}
              step={state.why.step}
              onStep={(step) => act((now) => ({ ...now, why: now.why && { ...now.why, step } }), "replace")}
              onPlay={() => playLine(state.why!.column)}
              onClose={() => {
                const { column } = state.why!;
                act((now) => ({ ...now, why: null }));
                document
                  .querySelectorAll<HTMLElement>(".panel")
                  [phone ? 0 : column]?.querySelector<HTMLElement>("[data-why]")
                  ?.focus();
              }}
            />
          )}
        </div>
        <aside class="rail" aria-label="Differences and moves">
          <section class={differences.found ? "differs-box found" : "differs-box"} aria-labelledby="differences-title">
            <h2 id="differences-title">What differs</h2>
            {setting ? (
              <p class="q">Nothing is compared while you set up.</p>
            ) : count === 1 ? (
              <Beside source={source} state={state} unused={unused} onAdd={(rules) => act((now) => change.addRules(now, rules))} />
            ) : (
              <ul class="differs-list">
                {differences.sentences.map((sentence, i) => (
                  <li key={i}>{sentence.map((part) => said(part, board?.points.length ?? 1))}</li>
                ))}
                {asksWhy && (
                  <li class="keep">
                    <button type="button" class="primary" onClick={openWhy}>
                      Why do they differ?
                    </button>
                  </li>
                )}
              </ul>
            )}
          </section>
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
          {files}
        </aside>
      </div>
      {drawer !== null && state.rules[drawer] !== undefined && (
        <RulesDrawer
          catalogue={catalogue}
          rules={state.rules[drawer]!}
          options={only.rules === null}
          onChange={(rules) => act((now) => change.withRules(now, drawer, rules))}
          onClose={() => setDrawer(null)}
        />
      )}
    </>
  );
}

function said(part: Part, size: number): ComponentChildren {
  if (typeof part === "string") return part;
  return "value" in part ? <Tile value={part.value} size={size} /> : <b>{part.moves}</b>;
}

/** The first two columns that differ: in the value, or else in what is marked. */
function differingPair(
  values: readonly (string | null)[],
  marked: readonly ReadonlySet<string>[],
  count: number,
): [number, number] | null {
  for (let i = 1; i < count; i += 1) if (values[0] !== null && values[i] !== null && values[i] !== values[0]) return [0, i];
  for (let i = 1; i < count; i += 1) if (values[0] !== null && values[i] !== null && marked[i]!.size > 0) return [0, i];
  return null;
}

/** Tells the page around this one how high it is. */
function useEmbedded(embed: boolean): void {
  useEffect(() => {
    if (!embed || parent === window) return;
    const tell = () =>
      parent.postMessage({ superko: { height: Math.ceil(document.documentElement.getBoundingClientRect().height) } }, "*");
    const observer = new ResizeObserver(tell);
    observer.observe(document.body);
    tell();
    return () => observer.disconnect();
  }, [embed]);
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
