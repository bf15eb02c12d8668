// Takes files: dropped anywhere on the page, or chosen. What is done with them is for the page to say.

import { useLayoutEffect, useRef, useState } from "preact/hooks";

interface Props {
  /** The kinds of files that can be read, as the list of files to choose from knows them: `.cert,.sgf`. */
  accept: string;
  words: string;
  onFile(name: string, bytes: File): void;
}

export function Drop({ accept, words, onFile }: Props) {
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const drag = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      setOver(event.type === "dragover");
      const file = event.type === "drop" ? event.dataTransfer.files[0] : undefined;
      if (file) onFile(file.name, file);
    };
    const kinds = ["dragover", "dragleave", "drop"] as const;
    kinds.forEach((kind) => window.addEventListener(kind, drag));
    return () => kinds.forEach((kind) => window.removeEventListener(kind, drag));
  });
  return (
    <section class={over ? "files over" : "files"} aria-label="Files">
      <p class="q">
        {words}{" "}
        <label class="link">
          Choose one
          <input
            ref={input}
            class="sr"
            type="file"
            accept={accept}
            aria-label="A file to open"
            onChange={() => {
              const file = input.current?.files?.[0];
              if (file) onFile(file.name, file);
              // The same file can be chosen again.
              if (input.current) input.current.value = "";
            }}
          />
        </label>
      </p>
      {over && <div class="dropping">Drop the file here</div>}
    </section>
  );
}
