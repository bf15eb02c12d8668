// Whether a player could have done better on the way to the move at which two games part: his other moves, with their values.

import { type Column } from "../column";
import { sayMove } from "../points";
import { nameOf, opponent } from "../position";
import type { Why } from "../records";
import { listed, numberOf } from "../score";
import type { Question, RulesText, Source } from "../source";
import { useQuietly } from "../use-quietly";
import { Tile } from "./signs";

/** On larger boards each of these positions is a search of its own. */
const MOST_POINTS = 9;

interface Props {
  source: Source;
  /** The position of which it is told. */
  position: Question;
  /** The ruleset under which the parting move serves the player who makes it. */
  rules: RulesText;
  why: Why;
  size: number;
}

export function Tries({ source, position, rules, why, size }: Props) {
  const { line, parting } = why;
  const player = opponent(parting!.player);
  const own = line.flatMap((step, i) =>
    step.player === player ? [{ step, before: line.slice(0, i).map(({ move }) => move) }] : [],
  );
  const questions = own.map(({ before }) => ({ ...position, ...rules, moves: [...(position.moves ?? []), ...before] }));
  const columns = useQuietly(source, questions, size <= MOST_POINTS);
  const rows = own.flatMap(({ step }, i) => {
    const tries = groupsOf(columns[i]!, step.move);
    return tries.length > 0 ? [{ step, tries }] : [];
  });
  if (rows.length === 0) return null;
  return (
    <section>
      <h2>
        Could {nameOf(player)} do better before, under {rules.rules}?
      </h2>
      <table class="tries">
        <thead>
          <tr>
            <th scope="col">instead of</th>
            <th scope="col">{nameOf(player)}'s other moves, and what they are worth</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ step, tries }) => (
            <tr key={step.number}>
              <th scope="row">
                {step.number}. {sayMove(step.move)}
              </th>
              <td>
                {tries.map(({ value, moves, same }) => (
                  <span class="try" key={value}>
                    {listed(moves.map(sayMove))} <Tile value={value} size={size} /> {same && "the same"}
                  </span>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The other moves of a position by their values, the best for the player first. Nothing until all are known. */
function groupsOf(column: Column, played: string): { value: string; moves: string[]; same: boolean }[] {
  const legal = column.look?.legal ?? [];
  const worth = (move: string) => column.moves.get(move)?.value ?? null;
  if (legal.length < 2 || legal.some((move) => worth(move) === null)) return [];
  const sign = column.look?.player === "white" ? 1 : -1;
  const others = legal.filter((move) => move !== played);
  const values = [...new Set(others.map((move) => worth(move)!))].sort((a, b) => sign * (numberOf(a) - numberOf(b)));
  return values.map((value) => ({
    value,
    moves: others.filter((move) => worth(move) === value),
    same: value === worth(played),
  }));
}
