// The tree of variations: every move a button that leads there.

import { opponent } from "../position";
import type { Player } from "../records";
import type { Seen } from "../source";
import type { Tree } from "../tree";
import { MoveName } from "./move-name";

interface Props {
  tree: Tree;
  moves: readonly string[];
  toMove: Player;
  look: Seen | null;
  onGo(moves: readonly string[]): void;
  onForget(moves: readonly string[]): void;
}

export function Moves({ tree, moves, toMove, look, onGo, onForget }: Props) {
  const last = look?.steps[look.steps.length - 1];
  return (
    <section class="moves-box" aria-labelledby="moves-title">
      <h2 id="moves-title">Moves</h2>
      {tree.length === 0 ? (
        <p class="q">No move yet. Press a point to play it.</p>
      ) : (
        <>
          <div class="tree">
            <button type="button" class="move root" aria-current={moves.length === 0 ? "step" : undefined} onClick={() => onGo([])}>
              Start
            </button>
            <Line tree={tree} before={[]} moves={moves} toMove={toMove} look={look} onGo={onGo} />
          </div>
          {last && <p class="q sentence">{last.words}</p>}
          {moves.length > 0 && (
            <button type="button" class="link" onClick={() => onForget(moves)}>
              Delete from here
            </button>
          )}
        </>
      )}
    </section>
  );
}

interface LineProps {
  tree: Tree;
  before: readonly string[];
  moves: readonly string[];
  toMove: Player;
  look: Seen | null;
  onGo(moves: readonly string[]): void;
}

/** Moves in a row as long as there is one, and then each variation on its own. */
function Line({ tree, before, moves, toMove, look, onGo }: LineProps) {
  const row: { line: string[]; move: string }[] = [];
  let [rest, line] = [tree, [...before]];
  while (rest.length === 1) {
    line = [...line, rest[0]!.move];
    row.push({ line, move: rest[0]!.move });
    rest = rest[0]!.children;
  }
  const button = (to: readonly string[], move: string) => {
    const along = to.every((each, i) => each === moves[i]);
    const here = along && to.length === moves.length;
    // Where a dispute is played out, players do not always take turns.
    const played = along && look?.moves.length === moves.length ? look.steps[to.length - 1]?.player : undefined;
    const player = played ?? (to.length % 2 === 1 ? toMove : opponent(toMove));
    return (
      <button
        type="button"
        key={to.join(",")}
        class={`move ${player}`}
        aria-current={here ? "step" : undefined}
        onClick={() => onGo(to)}
      >
        <MoveName number={to.length} player={player} move={move} />
      </button>
    );
  };
  return (
    <>
      {row.map(({ line: to, move }) => button(to, move))}
      {rest.length > 1 && (
        <ul>
          {rest.map((node) => (
            <li key={node.move}>
              {button([...line, node.move], node.move)}
              <Line tree={node.children} before={[...line, node.move]} moves={moves} toMove={toMove} look={look} onGo={onGo} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
