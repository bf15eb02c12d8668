// A ruleset with its options as text, as on the command line: `kee2020 --lift produced`.

import type { Catalogue, RulesetRecord } from "./records";

export interface Chosen {
  ruleset: RulesetRecord;
  /** The value of every axis. */
  options: Record<string, string>;
}

/** Finds a ruleset by one of its names and reads the options after it; null if there is no such ruleset or option. */
export function readRules(catalogue: Catalogue, text: string): Chosen | null {
  const [name, ...words] = text
    .trim()
    .toLowerCase()
    .split(/[\s=]+/);
  const ruleset = catalogue.rulesets.find((each) => each.id === name || each.names.some((alias) => alias.name === name));
  if (!ruleset || words.length % 2 === 1) return null;
  const options: Record<string, string> = {};
  for (const axis of ruleset.axes) options[axis.name] = axis.values[0]!;
  if (ruleset.id !== name) Object.assign(options, ruleset.names.find((alias) => alias.name === name)!.options);
  for (let at = 0; at < words.length; at += 2) {
    const axis = ruleset.axes.find((each) => `--${each.name}` === words[at]);
    if (!axis?.values.includes(words[at + 1]!)) return null;
    options[axis.name] = words[at + 1]!;
  }
  return { ruleset, options };
}

/** The ruleset's own name and the options that are not the default, in the order of its axes. */
export function writeRules({ ruleset, options }: Chosen): string {
  const changed = ruleset.axes.filter((axis) => options[axis.name] !== axis.values[0]);
  return [ruleset.id, ...changed.map((axis) => `--${axis.name} ${options[axis.name]}`)].join(" ");
}
