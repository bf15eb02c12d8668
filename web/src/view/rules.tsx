// The choice of a ruleset, and the drawer with its options, articles, readings and state, all from the catalogue.

import { useEffect, useRef } from "preact/hooks";
import { capital } from "../points";
import type { Catalogue } from "../records";
import { readRules, writeRules } from "../rules-text";

/** The rulesets in groups, as a reader looks for them. What is in none of these comes last. */
const GROUPS: [string, readonly string[]][] = [
  ["Superko", ["psk", "ssk", "nssk"]],
  ["A pass lifts the ban", ["spight", "spight2", "kee2007", "kee2009", "kee2020-march", "kee2020"]],
  ["No superko", ["simple-ko", "katago-simple", "jann"]],
];

interface PickProps {
  catalogue: Catalogue;
  /** The chosen ruleset, if there is one. */
  rules: string | null;
  /** The only rulesets that can be chosen, with their options; null: all. */
  only: readonly string[] | null;
  label: string;
  onChange(rules: string): void;
}

/** A list of rulesets with their full names. It lies unseen over what names the choice. */
export function RulesPick({ catalogue, rules, only, label, onChange }: PickProps) {
  const chosen = rules === null ? null : readRules(catalogue, rules);
  const selected = rules === null ? "" : only ? (chosen ? writeRules(chosen) : rules) : (chosen?.ruleset.id ?? rules);
  const choices = only ?? catalogue.rulesets.map((each) => each.id);
  const idOf = (choice: string) => choice.split(" ")[0]!;
  const titled = (choice: string) => {
    const title = catalogue.rulesets.find((each) => each.id === idOf(choice))?.title;
    return title ? `${title} (${choice})` : choice;
  };
  const known = GROUPS.flatMap(([, ids]) => ids);
  const groups: [string, readonly string[]][] = [
    ...GROUPS.map(([name, ids]): [string, readonly string[]] => [name, choices.filter((each) => ids.includes(idOf(each)))]),
    ["Others", choices.filter((each) => !known.includes(idOf(each)))],
  ];
  return (
    <select aria-label={label} value={selected} onChange={(event) => onChange(event.currentTarget.value)}>
      {rules === null && (
        <option value="" disabled>
          {label}
        </option>
      )}
      {rules !== null && !choices.includes(selected) && <option value={selected}>{selected}</option>}
      {groups
        .filter(([, each]) => each.length > 0)
        .map(([name, each]) => (
          <optgroup key={name} label={name}>
            {each.map((choice) => (
              <option key={choice} value={choice}>
                {titled(choice)}
              </option>
            ))}
          </optgroup>
        ))}
    </select>
  );
}

/** The name of a ruleset in prose, with its options. */
export function titleOf(catalogue: Catalogue, rules: string): string {
  const chosen = readRules(catalogue, rules);
  if (!chosen) return "";
  const [, ...options] = writeRules(chosen).split(" --");
  return [chosen.ruleset.title, ...options].join(", ");
}

interface DrawerProps {
  catalogue: Catalogue;
  rules: string;
  /** Whether options can be chosen. */
  options: boolean;
  onChange(rules: string): void;
  onClose(): void;
}

/** The rules and their options, at the right of the page. */
export function RulesDrawer({ catalogue, rules, options, onChange, onClose }: DrawerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const chosen = readRules(catalogue, rules);
  if (!chosen) return null;
  const { document, summary, articles, state, axes, id, title, names } = chosen.ruleset;
  // Readings of options that the page does not offer would only raise questions.
  const readings = chosen.ruleset.readings.filter(({ option }) => option === null || axes.some((axis) => axis.name === option));
  return (
    <dialog class="drawer" ref={dialog} onClose={onClose} aria-labelledby="rules-title">
      <header>
        <h2 id="rules-title">{title}</h2>
        <form method="dialog">
          <button>Close</button>
        </form>
      </header>
      <p>{capital(summary)}.</p>
      <p class="q">
        <code>{id}</code>
        {names.length > 0 && ` · also ${names.map(({ name }) => name).join(", ")}`}
      </p>
      {options && axes.length > 0 && (
        <div class="options">
          <h3>Options</h3>
          {axes.map((axis) => (
            <label key={axis.name}>
              <span>{axis.name.replaceAll("-", " ")}</span>
              <select
                value={chosen.options[axis.name]!}
                onChange={(event) => {
                  const value = event.currentTarget.value;
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
      <h3>Articles</h3>
      <dl class="articles">
        {articles.map(({ article, says }) => (
          <div key={article}>
            <dt>{article}</dt>
            <dd>{says}</dd>
          </div>
        ))}
      </dl>
      <h3>What the state of a game is</h3>
      <p>{state}</p>
      {readings.length > 0 && <h3>How the document is read</h3>}
      {readings.map(({ option, text, forced_by }) => (
        <p key={text}>
          <strong>{option ?? "settled"}</strong>: {text}. {forced_by && <span class="q">Why: {forced_by}.</span>}
        </p>
      ))}
      <p class="q">Source: {document}.</p>
    </dialog>
  );
}
