// The head of the page: its parts, the theme, and the list of keys.

import { useEffect, useRef, useState } from "preact/hooks";
import { writeAddress } from "../address";
import { applyTheme, lettersAreKeys, readTheme, setLetters, type Theme } from "../preferences";
import type { PageState, View } from "../state";

const PARTS: [View, string][] = [
  ["board", "Boards"],
  ["tour", "Claims"],
  ["tables", "Tables"],
];

export function Header({ state, onKeys }: { state: PageState; onKeys(): void }) {
  const [theme, setTheme] = useState<Theme>(readTheme);
  const choose = (event: Event) => {
    const chosen = (event.currentTarget as HTMLSelectElement).value as Theme;
    applyTheme(chosen);
    setTheme(chosen);
  };
  return (
    <header class="page">
      <h1>superko</h1>
      <nav aria-label="Parts of the page">
        {PARTS.map(([view, name]) => (
          <a key={view} href={writeAddress({ ...state, view, why: null })} aria-current={state.view === view ? "page" : undefined}>
            {name}
          </a>
        ))}
      </nav>
      <span class="gap" />
      <select aria-label="Theme" value={theme} onChange={choose}>
        <option value="system">System</option>
        <option value="light">Light</option>
        <option value="dark">Dark</option>
      </select>
      <button type="button" onClick={onKeys} aria-label="Keys" title="Keys (?)">
        ?
      </button>
    </header>
  );
}

const KEYS: [string, string][] = [
  ["Tab", "to the next board, list or button"],
  ["Arrow keys", "from intersection to intersection; between the moves of a line that is told"],
  ["Home, End", "the first and the last intersection of the row"],
  ["Enter", "play there, or change the stone while setting up"],
  ["P", "pass"],
  ["U or Ctrl+Z", "undo"],
  ["R or Ctrl+Y", "redo"],
  ["S", "set up, and back to playing"],
  ["?", "this list"],
  ["Escape", "close"],
];

export function Keys({ play, onClose }: { play: boolean; onClose(): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [letters, setOn] = useState(lettersAreKeys);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} onClose={onClose} aria-labelledby="keys-title">
      <h2 id="keys-title">Keys</h2>
      <dl class="keys">
        {KEYS.filter(([key]) => play || !/^[PURS]\b/.test(key)).map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      {play && (
        <label class="inline">
          <input
            type="checkbox"
            checked={letters}
            onChange={() => {
              setLetters(!letters);
              setOn(!letters);
            }}
          />
          <span>Single letters are keys</span>
        </label>
      )}
      <h2>Signs</h2>
      <p>
        A number is the value of a move: Black's points less White's. Blue is good for the player who moves, orange is bad, and the
        deeper the more. A star marks a best move, a barred circle a move that the past bars, a cross one that the board does not
        admit. A ring of dashes marks what differs between the rulesets.
      </p>
      <form method="dialog">
        <button>Close</button>
      </form>
    </dialog>
  );
}
