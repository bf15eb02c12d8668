// Rules that came with a link, shown before anything is asked with them.

import { useEffect, useRef } from "preact/hooks";

interface Props {
  /** The texts that this browser has not accepted, by their names. */
  unknown: Readonly<Record<string, string>>;
  /** What is wrong with texts, by their names. */
  wrong: Readonly<Record<string, string>>;
  onAccept(): void;
  /** Opens a text with a fault in the editor; null: there is no editor here. */
  onEdit: ((name: string) => void) | null;
  onDrop(): void;
}

export function OwnRules({ unknown, wrong, onAccept, onEdit, onDrop }: Props) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const asks = Object.entries(unknown);
  const faults = Object.entries(wrong);
  return (
    <section class="page own-rules" aria-labelledby="own-title">
      <h1 id="own-title" tabIndex={-1} ref={title}>
        {asks.length > 0 ? "This link carries rules of its own" : "These rules cannot be used"}
      </h1>
      {asks.length > 0 && (
        <p class="said">
          They are no ruleset of the documents: whoever made the link wrote them, and may call them anything.
        </p>
      )}
      {asks.map(([name, text]) => (
        <figure key={name} data-own={name}>
          <figcaption>
            <b>{name}</b>
          </figcaption>
          <pre tabIndex={0} aria-label={`The text of ${name}`}>
            {text}
          </pre>
        </figure>
      ))}
      {asks.length === 0 &&
        faults.map(([name, what]) => (
          <p key={name} class="error">
            {name}: {what}.{" "}
            {onEdit && (
              <button type="button" class="link" onClick={() => onEdit(name)}>
                Open it in the editor
              </button>
            )}
          </p>
        ))}
      <p class="row">
        {asks.length > 0 && (
          <button type="button" class="primary" onClick={onAccept}>
            Use these rules
          </button>
        )}
        <button type="button" onClick={onDrop}>
          Go on without them
        </button>
      </p>
    </section>
  );
}
