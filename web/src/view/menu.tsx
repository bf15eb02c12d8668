// A button that opens a menu under it. Escape, a press elsewhere and a choice close it.

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

interface Props {
  /** What the button is called, if what it shows does not say it. */
  label?: string;
  button: ComponentChildren;
  class?: string;
  /** Whether the menu is aligned with the end of the button. */
  end?: boolean;
  children(close: () => void): ComponentChildren;
}

export function Menu({ label, button, class: kind = "", end = false, children }: Props) {
  const [open, setOpen] = useState(false);
  const whole = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    opener.current?.focus();
  };
  // Before the browser draws, as the next press may come before an effect that waits for that.
  useLayoutEffect(() => {
    if (!open) return;
    const onPress = (event: PointerEvent) => {
      if (!whole.current?.contains(event.target as Node)) setOpen(false);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      close();
    };
    window.addEventListener("pointerdown", onPress);
    window.addEventListener("keydown", onKey, true);
    return () => {
      window.removeEventListener("pointerdown", onPress);
      window.removeEventListener("keydown", onKey, true);
    };
  }, [open]);
  return (
    <div class="menu" ref={whole}>
      <button
        type="button"
        ref={opener}
        class={kind}
        aria-expanded={open}
        {...(label === undefined ? {} : { "aria-label": label })}
        onClick={() => setOpen(!open)}
      >
        {button}
      </button>
      {open && <div class={end ? "popover end" : "popover"}>{children(close)}</div>}
    </div>
  );
}
