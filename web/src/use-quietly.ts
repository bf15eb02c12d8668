// What is known of other positions than those on the boards, asked for without a word to a screen reader.

import { useEffect, useMemo, useState } from "preact/hooks";
import { type Column, Columns } from "./column";
import type { Question, Source } from "./source";

/** The columns of some questions, which are solved if `solving`, and else not asked at all. */
export function useQuietly(source: Source, questions: readonly Question[], solving: boolean): Column[] {
  const columns = useMemo(() => new Columns(source), [source]);
  const [, setTick] = useState(0);
  useEffect(() => {
    columns.onChange = () => setTick((tick) => tick + 1);
    columns.ask(solving ? questions : []);
    return () => columns.ask([]);
  }, [columns, JSON.stringify(questions), solving]);
  return questions.map((question) => columns.of(question));
}
