// The state of the page, kept in the address: every change writes it, and the back button reads it.

import { useCallback, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Act } from "./act";
import { readAddress, writeAddress } from "./address";
import type { PageState } from "./state";

interface Page {
  state: PageState;
  problems: string[];
  act: Act;
  /** The line that was walked last, along which redo goes. */
  walked: () => readonly string[];
}

export function usePage(): Page {
  const [read, setRead] = useState(() => readAddress(location.hash));
  const current = useRef(read.state);
  const line = useRef<readonly string[]>(read.state.moves);

  useLayoutEffect(() => {
    const onHash = () => {
      if (location.hash === writeAddress(current.current)) return;
      const next = readAddress(location.hash);
      current.current = next.state;
      line.current = next.state.moves;
      setRead(next);
    };
    window.addEventListener("hashchange", onHash);
    return () => window.removeEventListener("hashchange", onHash);
  }, []);

  const act = useCallback<Act>((change, how = "push") => {
    const before = current.current;
    const state = change(before);
    if (state === before) return;
    current.current = state;
    if (!state.moves.every((move, i) => line.current[i] === move)) line.current = state.moves;
    const address = writeAddress(state);
    // Setting the hash works where a page is opened as a file, which pushState does not everywhere.
    if (address !== location.hash) {
      if (how === "push") location.hash = address;
      else location.replace(address);
    }
    setRead({ state, problems: [] });
  }, []);

  return { state: read.state, problems: read.problems, act, walked: () => line.current };
}
