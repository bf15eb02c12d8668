// The head of the page: its parts, the theme, and the help.

import { useEffect, useRef, useState } from "preact/hooks";
import { writeAddress } from "../address";
import { applyTheme, lettersAreKeys, readTheme, setLetters } from "../preferences";
import { inEditor, type PageState, type View } from "../state";
import { Menu } from "./menu";
import { Icon } from "./signs";

/** The parts of the page, each with whether a phone shows it beside its menu. */
const PARTS: [View, string, boolean][] = [
  ["board", "Boards", true],
  ["tour", "Claims", true],
  ["tables", "Results", false],
  ["rules", "Write a rule", false],
];

interface Props {
  state: PageState;
  /** Whether own rules can be written. */
  writes: boolean;
  phone: boolean;
  onHelp(): void;
}

export function Header({ state, writes, phone, onHelp }: Props) {
  const link = ([view, name]: [View, string, boolean]) => {
    const there = { ...(view === "rules" ? inEditor(state) : state), view, why: null, differ: null };
    return (
      <a key={view} href={writeAddress(there)} aria-current={state.view === view ? "page" : undefined}>
        {name}
      </a>
    );
  };
  // The site has the documentation beside the page.
  const docs = document.documentElement.dataset["docs"];
  const book = docs === undefined ? null : <a href={docs}>Docs</a>;
  const parts = PARTS.filter(([view]) => writes || view !== "rules");
  const help = (
    <button type="button" class={phone ? "" : "bare"} title="Help (?)" onClick={onHelp}>
      Help
    </button>
  );
  return (
    <header class="top">
      <a class="brand" href={writeAddress({ ...state, view: "board", why: null, differ: null })}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <rect class="brand-wood" width="24" height="24" rx="5" />
          <path class="brand-grid" d="M8 0V24M16 0V24M0 8H24M0 16H24" />
          <circle class="brand-black" cx="8" cy="8" r="4.6" />
          <circle class="brand-white" cx="16" cy="16" r="4.6" />
        </svg>
        superko
      </a>
      <nav aria-label="Parts of the page">
        {parts.filter(([, , small]) => !phone || small).map(link)}
        {!phone && book}
      </nav>
      <span class="gap" />
      {phone ? (
        <Menu class="bare icon" label="All pages" button={<Icon name="menu" />} end>
          {() => (
            <div class="list">
              {parts.map(link)}
              {book}
              <hr />
              <ThemeButton words />
              {help}
            </div>
          )}
        </Menu>
      ) : (
        <>
          <ThemeButton />
          {help}
        </>
      )}
    </header>
  );
}

/** Changes between light and dark. Until it is pressed the page is as the system is. */
function ThemeButton({ words = false }: { words?: boolean }) {
  const [theme, setTheme] = useState(readTheme);
  const dark = theme === "dark" || (theme === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
  return (
    <button
      type="button"
      class={words ? "" : "bare icon"}
      aria-label="Dark"
      title={dark ? "Light" : "Dark"}
      aria-pressed={dark}
      onClick={() => {
        const next = dark ? "light" : "dark";
        applyTheme(next);
        setTheme(next);
      }}
    >
      <Icon name="moon" />
      {words && (dark ? " Light" : " Dark")}
    </button>
  );
}

const KEYS: [string, string][] = [
  ["Tab", "to the next board, list or button"],
  ["Arrow keys", "on a board from point to point; elsewhere left and right: a move back and on"],
  ["Home, End", "the first and the last point of the row"],
  ["Enter", "play there, or set a stone"],
  ["P", "pass"],
  ["U or Ctrl+Z", "undo"],
  ["R or Ctrl+Y", "redo"],
  ["S", "set up, and done; then B, W and E: set Black, White, or erase"],
  ["1 to 4", "to the board of this ruleset"],
  ["W", "why the rulesets differ"],
  ["?", "this help"],
  ["Escape", "close what is open"],
];

export function Help({ play, onClose }: { play: boolean; onClose(): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [letters, setOn] = useState(lettersAreKeys);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} onClose={onClose} aria-labelledby="help-title">
      <h2 id="help-title">Help</h2>
      <p>
        A tile is the value of a move if both sides play their best: Black's points minus White's. Blue means that Black is ahead,
        rust that White is, neutral a draw, violet that the game has no result; the deeper, the more. A frame marks a best move, a
        no-entry sign an illegal one, a cross one that the board does not admit. A dog-ear marks where a ruleset changes what to do
        or who wins.
      </p>
      <h3>Keys</h3>
      <dl class="keys">
        {KEYS.filter(([key]) => play || !/^[PURW]\b/.test(key)).map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <label class="inline">
        <input
          type="checkbox"
          checked={letters}
          onChange={() => {
            setLetters(!letters);
            setOn(!letters);
          }}
        />
        <span>Single letters and figures are keys</span>
      </label>
      <form method="dialog">
        <button>Close</button>
      </form>
    </dialog>
  );
}
