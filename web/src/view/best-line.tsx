// The line of best play told move by move: the board, words, and what the history made illegal.

import { useEffect, useRef } from "preact/hooks";
import type { Column } from "../column";
import { reasonOf, sayMove } from "../points";
import { nameOf } from "../position";
import { inWords } from "../score";
import { Goban } from "./goban";
import { Icon, Illegal } from "./signs";
import { MoveName } from "./move-name";

interface Props {
  column: Column;
  name: string;
  step: number;
  onStep(step: number): void;
  onPlay(): void;
  onClose(): void;
}

export function BestLine({ column, name, step, onStep, onPlay, onClose }: Props) {
  const { answer, board, layout, look } = column;
  const reasons = answer?.why ?? [];
  const at = Math.min(step, reasons.length);
  const panel = useRef<HTMLElement>(null);
  const steps = useRef<HTMLOListElement>(null);
  useEffect(() => {
    panel.current?.focus({ preventScroll: true });
    panel.current?.scrollIntoView({ block: "nearest" });
  }, []);
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
    if (next === undefined || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (next >= 0 && next <= reasons.length) onStep(next);
  };
  const picture = (position: string, last: string | null, cell: number) => (
    <Goban board={board} layout={layout} position={position} last={last} cell={cell} coordinates={cell > 30} />
  );
  const cell = Math.max(18, Math.min(48, 380 / layout.width, 150 / layout.height));
  return (
    <section class="best-line" aria-label={`The best line under ${name}`} tabIndex={-1} ref={panel} onKeyDown={onKeyDown}>
      <header>
        <h2>
          The best line under {name}
          {answer.value !== null && `: ${inWords(answer.value)}`}
        </h2>
        <span class="seg">
          <button type="button" class="icon" aria-label="Back" disabled={at === 0} onClick={() => onStep(at - 1)}>
            <Icon name="back" />
          </button>
          <button type="button" class="icon" aria-label="Next" disabled={at === reasons.length} onClick={() => onStep(at + 1)}>
            <Icon name="on" />
          </button>
        </span>
        <button type="button" onClick={onPlay}>
          Play this line
        </button>
        <button type="button" class="bare icon" aria-label="Close the line" onClick={onClose}>
          <Icon name="close" />
        </button>
      </header>
      <div class="told">
        {picture(reason?.position ?? look.position, reason?.move ?? look.last, cell)}
        <div aria-live="polite">
          {reason ? (
            <>
              <p class="words">{reason.words}</p>
              {reason.bars.length > 0 && (
                <>
                  <p>Illegal for {nameOf(reason.player)} at this move:</p>
                  <ul>
                    {reason.bars.map(({ move, why }) => (
                      <li key={move}>
                        <Illegal /> <strong>{sayMove(move)}</strong>: {reasonOf(why)}.
                      </li>
                    ))}
                  </ul>
                </>
              )}
            </>
          ) : (
            <p>This is where the line begins. The right arrow key leads through its {reasons.length} moves.</p>
          )}
        </div>
      </div>
      <ol class="film steps" ref={steps}>
        {[null, ...reasons].map((each, i) => (
          <li key={i}>
            <button
              type="button"
              aria-current={i === at ? "step" : undefined}
              class={each ? `move ${each.player}` : "move root"}
              onClick={() => onStep(i)}
            >
              {picture(each?.position ?? look.position, each?.move ?? look.last, Math.min(20, 110 / layout.width))}
              {each ? <MoveName number={each.number} player={each.player} move={each.move} /> : <span>Start</span>}
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
