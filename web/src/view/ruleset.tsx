// One of the rulesets side by side: its choice, its board, and what is known under it.

import type { Column } from "../column";
import type { Point } from "../points";
import { nameOf } from "../position";
import type { Catalogue } from "../records";
import type { Source } from "../source";
import { BoardView } from "./board";
import { Download } from "./certificate";
import { Result } from "./result";
import { RulesChooser } from "./rules";

interface Props {
  source: Source;
  catalogue: Catalogue;
  rules: string;
  only: readonly string[] | null;
  column: Column;
  waiting: boolean;
  setting: boolean;
  differing: ReadonlySet<string>;
  valueDiffers: boolean;
  onRules(rules: string): void;
  onRemove: (() => void) | null;
  onPress(point: Point): void;
  onStop(): void;
  onAgain(): void;
  onWhy(): void;
  onLine(): void;
}

export function RulesetView(props: Props) {
  const { source, column, rules } = props;
  const { answer, progress } = column;
  const line = answer?.line ?? [];
  return (
    <section
      class={props.waiting ? "ruleset waiting" : "ruleset"}
      aria-label={`Under ${rules}`}
      aria-busy={progress === "solving"}
      data-rules={rules}
    >
      <RulesChooser
        catalogue={props.catalogue}
        rules={rules}
        only={props.only}
        onChange={props.onRules}
        onRemove={props.onRemove}
      />
      <p class="turn">
        {column.look?.player && (
          <>
            <span class={`dot ${column.look.player}`} aria-hidden="true" /> {nameOf(column.look.player)} to move
          </>
        )}
        {column.look?.ended && "The game has ended"}
        {column.look?.stage && <span class="stage">{column.look.stage}</span>}
      </p>
      <BoardView column={column} name={rules} differing={props.differing} setting={props.setting} onPress={props.onPress} />
      <Result column={column} differs={props.valueDiffers} onStop={props.onStop} onAgain={props.onAgain} />
      {answer && (
        <div class="row">
          {(answer.why?.length ?? 0) > 0 && (
            <button type="button" data-why onClick={props.onWhy}>
              Why?
            </button>
          )}
          {source.abilities.play && line.length > 0 && (
            <button type="button" onClick={props.onLine}>
              Play this line
            </button>
          )}
          {source.abilities.certificates && answer.value !== null && <Download source={source} question={column.question} />}
        </div>
      )}
    </section>
  );
}
