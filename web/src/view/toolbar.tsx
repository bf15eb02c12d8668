// Above the boards: which board, playing or setting up, undo and redo, and one more ruleset.

import { useRef, useState } from "preact/hooks";
import type { Catalogue } from "../records";
import type { Source } from "../source";
import type { PageState } from "../state";
import { following } from "../tree";
import { BoardChooser } from "./boards";

interface Props {
  state: PageState;
  source: Source;
  catalogue: Catalogue;
  setting: boolean;
  canSetUp: boolean;
  onBoard(board: string, edges: string | null): void;
  onUndo(): void;
  onRedo(): void;
  onSetUp(): void;
  onCompare: (() => void) | null;
}

export function Toolbar(props: Props) {
  const { state, source, setting } = props;
  const [choosing, setChoosing] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setChoosing(false);
    button.current?.focus();
  };
  return (
    <>
      <div class="toolbar" role="group" aria-label="Board and moves">
        <button type="button" ref={button} aria-expanded={choosing} onClick={() => setChoosing(!choosing)}>
          Board {state.board}
        </button>
        {source.abilities.play && (
          <>
            {props.canSetUp && (
              <button type="button" aria-pressed={setting} onClick={props.onSetUp}>
                Set up
              </button>
            )}
            <button type="button" disabled={state.moves.length === 0} onClick={props.onUndo}>
              Undo
            </button>
            <button type="button" disabled={following(state.tree, state.moves).length === 0} onClick={props.onRedo}>
              Redo
            </button>
          </>
        )}
        {props.onCompare && (
          <button type="button" onClick={props.onCompare}>
            Add a ruleset
          </button>
        )}
      </div>
      {choosing && (
        <div class="panel" onKeyDown={(event) => event.key === "Escape" && close()}>
          <BoardChooser
            state={state}
            boards={props.catalogue.boards}
            edges={source.abilities.edges}
            onChoose={(board, edges) => {
              props.onBoard(board, edges);
              close();
            }}
          />
        </div>
      )}
    </>
  );
}
