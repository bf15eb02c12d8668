// The signs on intersections, drawn, so that they look alike wherever the page is read.

/** A star: a best move. */
export function Star() {
  return (
    <svg class="mark star" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M12 2l3 6.6 7.1.8-5.3 4.8 1.5 7-6.3-3.6-6.3 3.6 1.5-7L1.9 9.4 9 8.6z" />
    </svg>
  );
}

/** A circle with a bar through it: the past bars the move. */
export function Bar() {
  return (
    <svg class="mark bar" viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="12" cy="12" r="9" />
      <path d="M5.7 18.3L18.3 5.7" />
    </svg>
  );
}

/** A small cross: the board does not admit the move. */
export function Cross() {
  return (
    <svg class="mark cross" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M8 8l8 8M16 8l-8 8" />
    </svg>
  );
}
