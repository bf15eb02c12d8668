// The line of best play told move by move: the board, words, and what the past barred.

import { useEffect, useRef } from "preact/hooks";
import type { Column } from "../column";
import { sayMove } from "../points";
import { nameOf } from "../position";
import { inWords } from "../score";
import { Picture } from "./drawing";
import { MoveName } from "./move-name";

interface Props {
  column: Column;
  name: string;
  step: number;
  onStep(step: number): void;
  onPlay(): void;
  onClose(): void;
}

export function Why({ column, name, step, onStep, onPlay, onClose }: Props) {
  const { answer, board, layout, look } = column;
  const reasons = answer?.why ?? [];
  const at = Math.min(step, reasons.length);
  const panel = useRef<HTMLElement>(null);
  const steps = useRef<HTMLOListElement>(null);
  useEffect(() => panel.current?.focus(), []);
  useEffect(() => {
    const shown = steps.current?.children[at] as HTMLElement | undefined;
    if (shown && steps.current) steps.current.scrollLeft = shown.offsetLeft - steps.current.clientWidth / 3;
  }, [at]);
  if (!answer || !board || !layout || !look) return null;
  const reason = at === 0 ? null : reasons[at - 1]!;
  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: reasons.length };
    const next = moves[event.key];
    if (event.key === "Escape") onClose();
    if (next === undefined || next < 0 || next > reasons.length) return;
    event.preventDefault();
    onStep(next);
  };
  const picture = (position: string, last: string | null, size: number, names: boolean) => (
    <Picture
      board={board}
      layout={layout}
      position={position}
      last={last}
      size={Math.min(size, 420 / layout.width)}
      names={names}
    />
  );
  return (
    <section class="panel why" aria-label={`Why, under ${name}`} tabIndex={-1} ref={panel} onKeyDown={onKeyDown}>
      <header>
        <h2>
          Why {answer.value === null ? "" : `${inWords(answer.value)} `}under {name}
        </h2>
        <button type="button" class="small" onClick={onClose}>
          Close
        </button>
      </header>
      <div class="told">
        <div aria-hidden="true">{picture(reason?.position ?? look.position, reason?.move ?? look.last, 44, true)}</div>
        <div aria-live="polite">
          {reason ? (
            <>
              <p class="words">{reason.words}</p>
              {reason.bars.length > 0 && (
                <>
                  <p>What the past bars for {nameOf(reason.player)} at this move:</p>
                  <ul>
                    {reason.bars.map(({ move, why }) => (
                      <li key={move}>
                        <strong>{sayMove(move)}</strong>: {why.replace(/^barred, /, "")}.
                      </li>
                    ))}
                  </ul>
                </>
              )}
            </>
          ) : (
            <p>
              This is where the line begins. {reasons.length} moves of best play follow; the right arrow key leads through them.
            </p>
          )}
        </div>
      </div>
      <div class="row">
        <button type="button" disabled={at === 0} onClick={() => onStep(at - 1)}>
          Back
        </button>
        <button type="button" disabled={at === reasons.length} onClick={() => onStep(at + 1)}>
          Next
        </button>
        <button type="button" onClick={onPlay}>
          Play this line
        </button>
      </div>
      <ol class="steps" ref={steps}>
        {[null, ...reasons].map((each, i) => (
          <li key={i}>
            <button
              type="button"
              aria-current={i === at ? "step" : undefined}
              class={each ? `move ${each.player}` : "move"}
              onClick={() => onStep(i)}
            >
              {picture(each?.position ?? look.position, each?.move ?? look.last, 18, false)}
              {each ? <MoveName number={each.number} player={each.player} move={each.move} /> : <span>Start</span>}
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
