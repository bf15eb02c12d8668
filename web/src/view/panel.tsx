// One of the rulesets side by side: its value and name, its board, and what is known under it.

import { type Column, moverOf } from "../column";
import { isFramed, type Point, pointsOf } from "../points";
import { nameOf } from "../position";
import type { Catalogue, Published } from "../records";
import { readRules } from "../rules-text";
import type { Arrangement } from "../sizes";
import type { Source } from "../source";
import { upright } from "../layout";
import { Download } from "./certificate";
import { Facts } from "./facts";
import { frameOf, Goban, UNIT } from "./goban";
import { HeadTile, headlineOf } from "./headline";
import { OtherMove, Points, type Stroke } from "./points";
import { RulesPick, titleOf } from "./rules";
import { Icon } from "./signs";

interface Props {
  source: Source;
  catalogue: Catalogue;
  rules: string;
  only: readonly string[] | null;
  column: Column;
  waiting: boolean;
  arrangement: Arrangement;
  cell: number;
  differing: ReadonlySet<string>;
  valueDiffers: boolean;
  /** The move that is looked at on any of the boards. */
  here: string | null;
  /** Whether the panel stands in another page. */
  embed: boolean;
  onPaint: ((point: Point, stroke: Stroke) => void) | null;
  onRules(rules: string): void;
  onDrawer(): void;
  onRemove: (() => void) | null;
  onPress(point: Point): void;
  onLook(point: Point | null): void;
  onStop(): void;
  onAgain(): void;
  onWhy(): void;
  onLine(): void;
  onGo(moves: number): void;
  onPublished(published: Published): void;
  onSaved(name: string): void;
}

export function Panel(props: Props) {
  const { source, catalogue, column, rules, onPaint } = props;
  const setting = onPaint !== null;
  const { answer, progress } = column;
  const chosen = readRules(catalogue, rules);
  const headline = headlineOf(column, setting);
  const line = answer?.line ?? [];
  const title = titleOf(catalogue, rules);
  return (
    <section
      class={["panel", props.waiting ? "waiting" : ""].filter(Boolean).join(" ")}
      aria-label={`Under ${rules}`}
      aria-busy={progress === "solving"}
      data-rules={rules}
    >
      <header class="name">
        <HeadTile headline={headline} differs={props.valueDiffers} big />
        <div class="who">
          <span class={props.embed ? "pick" : "pick caret"}>
            <b>{chosen?.ruleset.id ?? rules}</b>
            {!props.embed && (
              <RulesPick catalogue={catalogue} rules={rules} only={props.only} label="Ruleset" onChange={props.onRules} />
            )}
          </span>
          <span class="full" title={title}>
            {title}
          </span>
          <span class="say" title={headline.words}>{chosen ? headline.words : ""}</span>
        </div>
        {!props.embed && (
          <span class="corner">
            {chosen && (
              <button
                type="button"
                class="bare icon"
                aria-label={`The rules of ${rules} and options`}
                title="The rules and options"
                onClick={props.onDrawer}
              >
                <i aria-hidden="true">i</i>
              </button>
            )}
            {props.onRemove && (
              <button
                type="button"
                class="bare icon"
                aria-label={`Remove ${rules}`}
                title="Take this ruleset away"
                onClick={props.onRemove}
              >
                <Icon name="close" />
              </button>
            )}
          </span>
        )}
      </header>
      <Stage {...props} />
      <div class="side">
        {!chosen ? (
          <p class="error">There is no ruleset “{rules}”. Choose one from the list at its name.</p>
        ) : (
          !setting && (
            <>
              <Facts
                column={column}
                limit={source.abilities.limit}
                onStop={props.onStop}
                onAgain={props.onAgain}
                onGo={props.onGo}
                onPublished={props.onPublished}
              />
              {answer && !props.embed && (
                <div class="does">
                  {source.abilities.play && line.length > 0 && (
                    <button type="button" class="link" onClick={props.onLine}>
                      Play the best line
                    </button>
                  )}
                  {(answer.why?.length ?? 0) > 0 && (
                    <button type="button" class="link" data-why onClick={props.onWhy}>
                      Explain
                    </button>
                  )}
                  {source.abilities.certificates && answer.value !== null && (
                    <Download source={source} question={column.question} onSaved={props.onSaved} />
                  )}
                  {column.nodes > 0 && <span class="q num nodes">{column.nodes.toLocaleString("en")} nodes</span>}
                </div>
              )}
            </>
          )
        )}
      </div>
    </section>
  );
}

/** The board with its layer of buttons, and the other moves under it. */
function Stage({ column, rules, arrangement, cell, differing, here, onPaint, onPress, onLook }: Props) {
  const { board, look, question } = column;
  const layout = column.layout && arrangement === "upright" ? upright(column.layout) : column.layout;
  const { board: points, others } = pointsOf(column);
  const position = look?.position ?? question.start ?? "";
  const setting = onPaint !== null;
  const turn = look?.ended ? "the game has ended" : `${nameOf(moverOf(column))} to move`;
  const label = `Board ${question.board} under ${rules}, ${setting ? "setting stones" : turn}`;
  const framed = isFramed(column);
  const known = !setting && look !== null;
  if (!board || !layout) return <div class="stage" />;
  const frame = frameOf(board, layout, cell, true);
  const scale = cell / UNIT;
  return (
    <div class="stage">
      <div class="drawn">
        <Goban
          board={board}
          layout={layout}
          position={position}
          last={setting ? null : (look?.last ?? null)}
          cell={cell}
          coordinates
          {...(known ? { points } : {})}
          differing={differing}
          framed={framed}
          here={here}
          count={known && look?.ended && look.count?.score === look.ended.score ? look.count : null}
        />
        <Points
          board={board}
          layout={layout}
          points={points}
          size={cell}
          left={-frame.left * scale}
          top={-frame.top * scale}
          label={label}
          differing={differing}
          onPaint={onPaint}
          onPress={onPress}
          onLook={onLook}
        />
      </div>
      {(setting || look?.illegal || others.length === 0) && <div class="others none" />}
      {!setting && !look?.illegal && others.length > 0 && (
        <div class="others">
          {others.map((point) => (
            <OtherMove
              key={point.move}
              point={point}
              differs={differing.has(point.move)}
              framed={framed}
              onPress={onPress}
              onLook={onLook}
            />
          ))}
        </div>
      )}
    </div>
  );
}
