// The first visit: one sentence, and four examples to press. Its cross is remembered.

import { useState } from "preact/hooks";
import { writeAddress } from "../address";
import { isIntroduced, setIntroduced } from "../preferences";
import { FIRST, type PageState } from "../state";
import { withLine } from "../tree";
import { Icon } from "./signs";

const example = (board: string, rules: string[], moves: string[] = []): PageState => ({
  ...FIRST,
  board,
  rules,
  moves,
  tree: withLine([], moves),
});

const EXAMPLES: [string, PageState][] = [
  ["3×3: 9 or 2?", FIRST],
  ["2×2: 1 or 0?", example("2x2", ["psk", "kee2020"])],
  ["Send two, return one", example("1x3", ["psk", "simple-ko"], ["B1", "pass", "A1", "C1"])],
  ["A ko on 1×2", example("1x2", ["psk", "simple-ko"], ["A1", "B1"])],
];

export function Intro({ state, plays }: { state: PageState; plays: boolean }) {
  const [closed, setClosed] = useState(isIntroduced);
  if (closed) return null;
  const here = writeAddress({ ...state, tree: withLine([], state.moves) });
  return (
    <aside class="first" aria-label="Introduction">
      <p>
        <b>Superko forbids a play that recreates an earlier position.</b> Rulesets disagree on what counts as earlier, and that can
        decide a game. <span class="wide">Here are exact values, side by side.</span>
      </p>
      <div class="chips">
        {EXAMPLES.filter(([, each]) => plays || each.moves.length === 0).map(([name, each]) => {
          const address = writeAddress(each);
          return (
            <a key={name} class="btn eg" href={address} aria-current={address === here ? "true" : undefined}>
              {name}
            </a>
          );
        })}
      </div>
      <button
        type="button"
        class="bare icon close"
        aria-label="Do not show this again"
        onClick={() => {
          setIntroduced();
          setClosed(true);
        }}
      >
        <Icon name="close" />
      </button>
    </aside>
  );
}
