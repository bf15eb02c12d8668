// What the clause at the cursor says, with its values to press, and the list of all clauses.

import type { ClauseHelp } from "../records";
import { hasValue, isWhole, settingOf } from "../rules-file";

interface Props {
  clauses: readonly ClauseHelp[];
  /** The clause that is explained. */
  clause: string | null;
  text: string;
  onClause(clause: string): void;
  onValue(clause: ClauseHelp, value: string): void;
}

export function EditorHelp({ clauses, clause, text, onClause, onValue }: Props) {
  const shown = clauses.find(({ name }) => name === clause);
  return (
    <section class="clause-help" aria-label="What the clauses say">
      {shown ? (
        <div data-clause={shown.name}>
          <p>
            <b>
              <code>{shown.name}</code>
            </b>{" "}
            <span class="q">{shown.says}</span>
          </p>
          <dl>
            {shown.values.map(({ value, means }) => {
              const on = hasValue(text, shown, value);
              return (
                <div key={value} class={on ? "on" : ""}>
                  <dt>
                    {isWhole(value) ? (
                      <button type="button" class="link" aria-pressed={on} onClick={() => onValue(shown, value)}>
                        {value}
                      </button>
                    ) : (
                      value
                    )}
                  </dt>
                  <dd>{means}</dd>
                </div>
              );
            })}
          </dl>
          {!settingOf(text, shown.name) && <p class="q">The text does not set it: it is as the first says.</p>}
        </div>
      ) : (
        <p class="q">Put the cursor on a clause to see what it says and what else it can be.</p>
      )}
      <details>
        <summary>All {clauses.length} clauses</summary>
        <ul class="clauses">
          {clauses.map(({ name, says }) => (
            <li key={name}>
              <button type="button" class={settingOf(text, name) ? "link set" : "link"} aria-pressed={name === clause} onClick={() => onClause(name)}>
                {name}
              </button>{" "}
              <span class="q">{says}</span>
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}
