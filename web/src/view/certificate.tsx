// A certificate of what is shown, to save.

import { useState } from "preact/hooks";
import { save } from "../save";
import type { Question, Source } from "../source";

export function Download({ source, question, onSaved }: { source: Source; question: Question; onSaved(name: string): void }) {
  const [state, setState] = useState<{ busy: boolean; error: string }>({ busy: false, error: "" });
  const download = async () => {
    setState({ busy: true, error: "" });
    try {
      const { name, bytes } = await source.certificate(question);
      save(name, bytes);
      setState({ busy: false, error: "" });
      onSaved(name);
    } catch (error) {
      setState({ busy: false, error: (error as Error).message });
    }
  };
  return (
    <>
      <button type="button" class="link" disabled={state.busy} title="Save a proof that solve check verifies" onClick={download}>
        {state.busy ? "Writing…" : "Proof"}
      </button>
      {state.error && <p class="error">{state.error}</p>}
    </>
  );
}
