// How the parts of the page change what it shows, and speak to a screen reader.

import type { PageState } from "./state";

/** A change of the state. `replace` leaves no step for the browser's back button. */
export type Act = (change: (state: PageState) => PageState, how?: "push" | "replace") => void;

let region: HTMLElement | null = null;
let waiting: string[] = [];

export function setLiveRegion(element: HTMLElement | null): void {
  region = element;
}

/** Says a sentence through the live region. Sentences of one moment are said together. */
export function announce(sentence: string): void {
  if (waiting.length === 0) {
    setTimeout(() => {
      if (region) region.textContent = waiting.join(" ");
      waiting = [];
    }, 60);
  }
  waiting.push(sentence);
}
