// Certificates: a proof of what is shown, to download, and a file to check.

import { useEffect, useRef, useState } from "preact/hooks";
import { announce } from "../act";
import type { CheckRecord } from "../records";
import type { Question, Source } from "../source";

export function Download({ source, question }: { source: Source; question: Question }) {
  const [state, setState] = useState<{ busy: boolean; error: string }>({ busy: false, error: "" });
  const download = async () => {
    setState({ busy: true, error: "" });
    try {
      const { name, bytes } = await source.certificate(question);
      const link = document.createElement("a");
      link.href = URL.createObjectURL(bytes);
      link.download = name;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
      setState({ busy: false, error: "" });
      announce(`The certificate ${name} was written.`);
    } catch (error) {
      setState({ busy: false, error: (error as Error).message });
    }
  };
  return (
    <>
      <button type="button" disabled={state.busy} onClick={download}>
        {state.busy ? "Writing the proof…" : "Certificate"}
      </button>
      {state.error && <p class="error">{state.error}</p>}
    </>
  );
}

type Verdict = { name: string; record: CheckRecord } | { name: string; error: string };

export function Check({ source }: { source: Source }) {
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const check = async (file: File) => {
    setVerdict(null);
    try {
      const record = await source.check(file);
      setVerdict({ name: file.name, record });
      announce(`${file.name}: ${record.verified ? "verified" : "not verified"}. ${record.says.join(" ")}`);
    } catch (error) {
      setVerdict({ name: file.name, error: (error as Error).message });
    }
  };
  useEffect(() => {
    const drag = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      setOver(event.type === "dragover");
      const file = event.type === "drop" ? event.dataTransfer.files[0] : undefined;
      if (file) void check(file);
    };
    const kinds = ["dragover", "dragleave", "drop"] as const;
    kinds.forEach((kind) => window.addEventListener(kind, drag));
    return () => kinds.forEach((kind) => window.removeEventListener(kind, drag));
  });
  return (
    <section class={over ? "panel check over" : "panel check"} aria-labelledby="check-title">
      <h2 id="check-title">Check a certificate</h2>
      <p class="quiet">Drop a file anywhere on this page, or choose one. It is checked by the program on this machine.</p>
      <input
        ref={input}
        type="file"
        aria-label="A certificate to check"
        onChange={() => {
          const file = input.current?.files?.[0];
          if (file) void check(file);
        }}
      />
      {verdict && (
        <div class="verdict" data-verified={"record" in verdict ? String(verdict.record.verified) : "none"}>
          {"error" in verdict ? (
            <p class="error">{verdict.error}</p>
          ) : (
            <>
              <p>
                <strong>{verdict.record.verified ? "Verified." : "Not verified."}</strong> {verdict.name}
              </p>
              {verdict.record.says.map((line) => (
                <p key={line}>{line}</p>
              ))}
            </>
          )}
        </div>
      )}
    </section>
  );
}
