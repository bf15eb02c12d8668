// Rulesets to put beside the one that is shown, with the value of the position under each.

import type { Column } from "../column";
import { valueOf } from "../compare";
import { questionOf, type PageState } from "../state";
import type { Source } from "../source";
import { useQuietly } from "../use-quietly";
import { Tile } from "./signs";

/** The rulesets that are most often compared, in this order. */
const OFTEN = ["psk", "ssk", "nssk", "kee2020"];
const MOST_POINTS = 9;

interface Props {
  source: Source;
  state: PageState;
  unused: readonly string[];
  onAdd(rules: string): void;
}

export function Beside({ source, state, unused, onAdd }: Props) {
  const offered = OFTEN.filter((rules) => unused.includes(rules)).slice(0, 3);
  const questions = offered.map((rules) => questionOf(state, rules));
  // On a small board the values come at once. On a larger one a search that nobody asked for would take what others need.
  const [, rows, across] = /^(\d+)x(\d+)$/.exec(state.board) ?? [];
  const columns = useQuietly(source, questions, Number(rows) * Number(across) <= MOST_POINTS);
  const value = (column: Column) => (column.board ? valueOf(column) : null);
  return (
    <>
      <p class="q">One ruleset is shown. Put a second beside it to see where they part:</p>
      <p class="row">
        {offered.map((rules, i) => {
          const column = columns[i]!;
          const worth = value(column);
          return (
            <button type="button" key={rules} onClick={() => onAdd(rules)}>
              {rules} {worth !== null && <Tile value={worth} size={column.board!.points.length} />}
            </button>
          );
        })}
      </p>
    </>
  );
}
