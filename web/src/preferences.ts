// What a reader prefers: the theme, whether single letters are keys, and whether the introduction was closed. Kept for the next visit where the browser allows it.

export type Theme = "system" | "light" | "dark";

const THEME = "superko-theme";
const LETTERS = "superko-letters";
const INTRODUCED = "superko-introduced";

export function readTheme(): Theme {
  const kept = read(THEME);
  return kept === "light" || kept === "dark" ? kept : "system";
}

export function applyTheme(theme: Theme): void {
  const root = document.documentElement;
  if (theme === "system") delete root.dataset["theme"];
  else root.dataset["theme"] = theme;
  write(THEME, theme);
}

/** Whether single letters and figures are keys. Who speaks to the computer may not want them. */
let letters = read(LETTERS) !== "off";

export function lettersAreKeys(): boolean {
  return letters;
}

export function setLetters(on: boolean): void {
  letters = on;
  write(LETTERS, on ? "on" : "off");
}

/** Whether the reader has closed the introduction. */
export function isIntroduced(): boolean {
  return read(INTRODUCED) !== null;
}

export function setIntroduced(): void {
  write(INTRODUCED, "yes");
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // A browser that keeps nothing forgets it when the page is closed.
  }
}
