// The row above the boards: which board, set-up, whose move it is, moves back and on, one more ruleset, and sharing.

import type { ComponentChildren } from "preact";
import type { Column } from "../column";
import { nameOf } from "../position";
import type { Catalogue } from "../records";
import type { Source } from "../source";
import type { PageState } from "../state";
import { following } from "../tree";
import { BoardChooser } from "./boards";
import { Menu } from "./menu";
import { RulesPick } from "./rules";
import { Icon, StoneSign } from "./signs";

interface Props {
  state: PageState;
  source: Source;
  catalogue: Catalogue;
  column: Column;
  only: readonly string[] | null;
  phone: boolean;
  canSetUp: boolean;
  canAdd: boolean;
  /** What the menu for sharing holds. */
  share(close: () => void): ComponentChildren;
  onBoard(board: string, edges: string | null): void;
  onStart(): void;
  onUndo(): void;
  onRedo(): void;
  onSetUp(): void;
  onAdd(rules: string): void;
}

export function Context(props: Props) {
  const { state, source, phone, column } = props;
  const plays = source.abilities.play;
  const setUp = props.canSetUp && (
    <button type="button" onClick={props.onSetUp}>
      <Icon name="pen" /> Set up
    </button>
  );
  const add = props.canAdd && (
    <span class="btn over">
      <Icon name="add" /> Add a ruleset
      <RulesPick catalogue={props.catalogue} rules={null} only={props.only} label="Add a ruleset" onChange={props.onAdd} />
    </span>
  );
  return (
    <div class="ctx" role="group" aria-label="Board and moves">
      <Menu
        class="caret"
        button={
          <span>
            <span class="sr">Board </span>
            {named(state.board)}
          </span>
        }
      >
        {(close) => (
          <BoardChooser
            state={state}
            source={source}
            boards={props.catalogue.boards}
            onChoose={(board, edges) => {
              props.onBoard(board, edges);
              close();
            }}
          />
        )}
      </Menu>
      {!phone && setUp}
      <Turn column={column} moves={state.moves.length} />
      <span class="gap" />
      {plays && (
        <span class="seg" role="group" aria-label="Moves">
          {!phone && (
            <button
              type="button"
              class="icon"
              aria-label="To the start"
              disabled={state.moves.length === 0}
              onClick={props.onStart}
            >
              <Icon name="start" />
            </button>
          )}
          <button
            type="button"
            class="icon"
            aria-label="One move back"
            title="Undo (U)"
            disabled={state.moves.length === 0}
            onClick={props.onUndo}
          >
            <Icon name="back" />
          </button>
          <button
            type="button"
            class="icon"
            aria-label="One move on"
            title="Redo (R)"
            disabled={following(state.tree, state.moves).length === 0}
            onClick={props.onRedo}
          >
            <Icon name="on" />
          </button>
        </span>
      )}
      {phone ? (
        <Menu class="icon" label="More" button={<Icon name="more" />} end>
          {(close) => (
            <div class="list">
              {setUp}
              {add}
              {props.share(close)}
            </div>
          )}
        </Menu>
      ) : (
        <>
          {add}
          <Menu
            class="caret"
            end
            button={
              <>
                <Icon name="share" /> Share
              </>
            }
          >
            {(close) => <div class="list">{props.share(close)}</div>}
          </Menu>
        </>
      )}
    </div>
  );
}

function Turn({ column, moves }: { column: Column; moves: number }) {
  const { look } = column;
  const after = moves === 0 ? "" : ` after ${moves} ${moves === 1 ? "move" : "moves"}`;
  return (
    <span class="turn">
      {look?.ended ? (
        "Game over"
      ) : look?.player ? (
        <>
          <StoneSign player={look.player} /> <span class="mover">{nameOf(look.player)} to move</span>
        </>
      ) : null}
      {look?.stage && <span class="badge">{look.stage}</span>}
      {look && after && <span class="q">{after}</span>}
    </span>
  );
}

/** A board as a reader says it: `3 × 4`. */
function named(board: string): string {
  return board.replace(/^(\d+)x(\d+)$/, "$1 × $2");
}
