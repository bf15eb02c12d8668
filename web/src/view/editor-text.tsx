// The text of a rules file as it is edited: a field with line numbers, colours and the fault under its line.
//
// What is seen is a drawing of the text, in whose lines there is room for the fault. The field lies over it with letters that
// are not seen, and has no such room: it stands further down while its cursor is below the fault.

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { FaultRecord } from "../records";
import { type Mend, placeOf, tokensOf, wordAt } from "../rules-file";

interface Props {
  text: string;
  fault: FaultRecord | null;
  /** What mends the fault with one press. */
  mends: readonly Mend[];
  /** The place of the cursor. */
  cursor: number;
  onText(text: string): void;
  onCursor(cursor: number): void;
  onMend(text: string): void;
}

export function EditorText({ text, fault, mends, cursor, onText, onCursor, onMend }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  const drawing = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLDivElement>(null);
  /** Whether a selection goes over the fault, which then gives way. */
  const [across, setAcross] = useState(false);
  const shown = fault && !across ? fault : null;
  const lines = text.split("\n");
  const current = placeOf(text, cursor).line;

  /** Puts the field where the line of its cursor is drawn. */
  const align = (at: number) => {
    const gap = shown && box.current && placeOf(text, at).line >= shown.line ? box.current.offsetHeight : 0;
    field.current!.style.top = `${gap}px`;
  };
  useLayoutEffect(() => align(field.current!.selectionStart));

  const selected = () => {
    const { selectionStart: start, selectionEnd: end } = field.current!;
    const [from, to] = [placeOf(text, start).line, placeOf(text, end).line];
    setAcross(fault !== null && from < fault.line && to >= fault.line);
    align(start);
    onCursor(field.current!.selectionDirection === "backward" ? start : end);
  };

  useLayoutEffect(() => {
    const onChange = () => document.activeElement === field.current && selected();
    document.addEventListener("selectionchange", onChange);
    return () => document.removeEventListener("selectionchange", onChange);
  });

  /** A press where the field is not aligned with the drawing: the place is looked up in the drawing. */
  const press = (event: MouseEvent) => {
    const fallen = box.current?.getBoundingClientRect();
    if (!fallen || event.button !== 0 || event.shiftKey || box.current!.contains(event.target as Node)) return;
    const below = event.clientY > fallen.bottom;
    const aligned = field.current!.style.top !== "0px" === below;
    if (aligned) return;
    const from = drawnAt(drawing.current!, field.current!, event.clientX, event.clientY);
    if (from === null) return;
    event.preventDefault();
    field.current!.focus({ preventScroll: true });
    field.current!.setSelectionRange(from, from);
    selected();
    const move = (moved: MouseEvent) => {
      const to = drawnAt(drawing.current!, field.current!, moved.clientX, moved.clientY);
      if (to !== null) field.current!.setSelectionRange(Math.min(from, to), Math.max(from, to), to < from ? "backward" : "forward");
    };
    const end = () => {
      window.removeEventListener("mousemove", move);
      window.removeEventListener("mouseup", end);
    };
    window.addEventListener("mousemove", move);
    window.addEventListener("mouseup", end);
  };

  return (
    <div class="code" onMouseDown={press}>
      <div class="code-stack">
        <div class="code-lines" ref={drawing}>
          {lines.map((line, i) => (
            <>
              <div key={i} class={i === current ? "line cur" : "line"} aria-hidden="true" data-line={i}>
                {drawn(line, fault?.line === i + 1 ? wordAt(text, fault) : null)}
              </div>
              {shown?.line === i + 1 && (
                <div class="fault" key="fault" ref={box} id="fault" role="status">
                  <p>
                    <b>
                      Line {shown.line}, column {shown.column}.
                    </b>{" "}
                    {shown.what}
                  </p>
                  {mends.map(({ words, text }) => (
                    <button type="button" key={words} onClick={() => (onMend(text), field.current?.focus())}>
                      {words}
                    </button>
                  ))}
                </div>
              )}
            </>
          ))}
        </div>
        <textarea
          ref={field}
          value={text}
          aria-label="Rules file"
          aria-invalid={fault !== null}
          aria-describedby={shown ? "fault" : undefined}
          spellcheck={false}
          autocomplete="off"
          autocapitalize="off"
          {...{ autocorrect: "off" }}
          onInput={(event) => onText(event.currentTarget.value)}
        />
      </div>
    </div>
  );
}

/** Changes the text of a field as typing does, so that it can be undone there: only what is other is replaced. */
export function replaceText(field: HTMLTextAreaElement, text: string): void {
  const { value } = field;
  if (value === text) return;
  const most = Math.min(value.length, text.length);
  let from = 0;
  while (from < most && value[from] === text[from]) from += 1;
  let same = 0;
  while (same < most - from && value[value.length - 1 - same] === text[text.length - 1 - same]) same += 1;
  const put = text.slice(from, text.length - same);
  field.focus({ preventScroll: true });
  field.setSelectionRange(from, value.length - same);
  // The only way that leaves the field its history; a browser that does not know it gets the text.
  if (document.execCommand(put === "" ? "delete" : "insertText", false, put) && field.value === text) return;
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

/** A line in its colours, with the word that is wrong marked. */
function drawn(line: string, wrong: { from: number; to: number } | null): ComponentChildren {
  // An empty line is as high as another.
  if (line === "") return "\u200b";
  let at = 0;
  return tokensOf(line).map(({ kind, text }, i) => {
    const [from, to] = [at, at + text.length];
    at = to;
    const cut = wrong ? [Math.min(Math.max(wrong.from, from), to), Math.max(Math.min(wrong.to, to), from)] : [to, to];
    const part = (a: number, b: number) => line.slice(a, b);
    return (
      <span key={i} class={kind}>
        {part(from, cut[0]!)}
        {cut[1]! > cut[0]! && <mark>{part(cut[0]!, cut[1]!)}</mark>}
        {part(Math.max(cut[0]!, cut[1]!), to)}
      </span>
    );
  });
}

/** The place in the text that is drawn at a point of the window. */
function drawnAt(drawing: HTMLElement, field: HTMLElement, x: number, y: number): number | null {
  const lines = [...drawing.querySelectorAll<HTMLElement>(".line")];
  field.style.pointerEvents = "none";
  const found = place(x, y);
  field.style.pointerEvents = "";
  const line = found && (found.node instanceof Element ? found.node : found.node.parentElement)?.closest<HTMLElement>(".line");
  if (!found || !line || !drawing.contains(line)) return null;
  const before = document.createRange();
  before.setStart(line, 0);
  before.setEnd(found.node, found.offset);
  const number = Number(line.dataset["line"]);
  const length = (text: string) => text.replaceAll("\u200b", "").length;
  const texts = lines.slice(0, number).map((each) => length(each.textContent ?? "") + 1);
  return texts.reduce((sum, each) => sum + each, 0) + length(before.toString());
}

/** The browsers' two names for the place in the document under a point. */
function place(x: number, y: number): { node: Node; offset: number } | null {
  const known = document as Document & {
    caretPositionFromPoint?(x: number, y: number): { offsetNode: Node; offset: number } | null;
    caretRangeFromPoint?(x: number, y: number): Range | null;
  };
  if (known.caretPositionFromPoint) {
    const position = known.caretPositionFromPoint(x, y);
    return position && { node: position.offsetNode, offset: position.offset };
  }
  const range = known.caretRangeFromPoint?.(x, y);
  return range ? { node: range.startContainer, offset: range.startOffset } : null;
}

