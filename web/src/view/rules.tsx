// The choice of a ruleset and its options, made from the catalogue, with the articles, readings and state beside it.

import { capital } from "../points";
import type { Catalogue } from "../records";
import { readRules, writeRules } from "../rules-text";

interface Props {
  catalogue: Catalogue;
  rules: string;
  /** The only rulesets that can be chosen, with their options; null: all. */
  only: readonly string[] | null;
  onChange(rules: string): void;
  /** Takes the ruleset away; null if it is the only one. */
  onRemove: (() => void) | null;
}

export function RulesChooser({ catalogue, rules, only, onChange, onRemove }: Props) {
  const chosen = readRules(catalogue, rules);
  const choose = (event: Event) => onChange((event.currentTarget as HTMLSelectElement).value);
  const choices = only ?? catalogue.rulesets.map((each) => each.id);
  const selected = only ? (chosen ? writeRules(chosen) : rules) : (chosen?.ruleset.id ?? rules);
  return (
    <div class="rules">
      <div class="row">
        <select aria-label="Ruleset" class="choice-of-rules" value={selected} onChange={choose}>
          {!choices.includes(selected) && <option value={selected}>{selected}</option>}
          {choices.map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </select>
        {onRemove && (
          <button type="button" class="small" aria-label={`Remove ${rules}`} title="Take this ruleset away" onClick={onRemove}>
            Remove
          </button>
        )}
      </div>
      {chosen ? (
        <>
          <p class="title">
            {chosen.ruleset.title}
            {only === null && <OptionsInShort chosen={chosen} />}
          </p>
          <details>
            <summary>The rules{only === null && chosen.ruleset.axes.length > 0 ? " and options" : ""}</summary>
            {only === null && chosen.ruleset.axes.length > 0 && (
              <div class="options">
                {chosen.ruleset.axes.map((axis) => (
                  <label key={axis.name}>
                    <span>{axis.name.replaceAll("-", " ")}</span>
                    <select
                      value={chosen.options[axis.name]!}
                      title={axis.help}
                      onChange={(event) => {
                        const value = (event.currentTarget as HTMLSelectElement).value;
                        onChange(writeRules({ ...chosen, options: { ...chosen.options, [axis.name]: value } }));
                      }}
                    >
                      {axis.values.map((value) => (
                        <option key={value}>{value}</option>
                      ))}
                    </select>
                    <small>{axis.help}.</small>
                  </label>
                ))}
              </div>
            )}
            <Articles chosen={chosen} />
          </details>
        </>
      ) : (
        <p class="error">There is no ruleset “{rules}”. Choose one from the list.</p>
      )}
    </div>
  );
}

type Known = NonNullable<ReturnType<typeof readRules>>;

function OptionsInShort({ chosen }: { chosen: Known }) {
  const [, ...options] = writeRules(chosen).split(" --");
  return options.length > 0 ? <span class="quiet"> with {options.join(", ")}</span> : null;
}

function Articles({ chosen }: { chosen: Known }) {
  const { document, summary, articles, state, axes } = chosen.ruleset;
  // Readings of options that the page does not offer would only raise questions.
  const readings = chosen.ruleset.readings.filter(({ option }) => option === null || axes.some((axis) => axis.name === option));
  return (
    <div class="articles" tabIndex={0} role="region" aria-label={`The rules of ${chosen.ruleset.id}`}>
      <p>{capital(summary)}.</p>
      <p class="quiet">Source: {document}.</p>
      <h4>Articles</h4>
      <dl>
        {articles.map(({ article, says }) => (
          <div key={article}>
            <dt>{article}</dt>
            <dd>{says}</dd>
          </div>
        ))}
      </dl>
      <h4>What the state of a game is</h4>
      <p>{state}</p>
      {readings.length > 0 && <h4>How the document is read</h4>}
      {readings.map(({ option, text, forced_by }) => (
        <p key={text}>
          <strong>{option ?? "settled"}</strong>: {text}. {forced_by && <span class="quiet">Why: {forced_by}.</span>}
        </p>
      ))}
    </div>
  );
}
