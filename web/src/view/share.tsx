// What the menu for sharing holds: links, a piece of a page, and files.

import { writeAddress } from "../address";
import type { Column } from "../column";
import { pictureOf, pngOf } from "../picture";
import { save } from "../save";
import { sgfOf } from "../sgf-text";
import type { PageState } from "../state";
import type { Notice } from "./strip";

interface Props {
  state: PageState;
  /** The column whose board is saved as a picture. */
  column: Column;
  rules: string;
  close(): void;
  onNotice(notice: Notice): void;
}

export function Share({ state, column, rules, close, onNotice }: Props) {
  const { board } = column;
  const base = location.href.replace(/#.*$/, "");
  const address = (embed: boolean) =>
    base + writeAddress({ ...state, embed, why: null, differ: null, mode: "play", view: "board", claim: null });
  const name = `${state.board.replaceAll(":", "-")}-${rules.replace(/[^a-z0-9]+/g, "-")}`;
  const copy = async (text: string, title: string) => {
    close();
    try {
      await navigator.clipboard.writeText(text);
      onNotice({ title, lines: [] });
    } catch {
      onNotice({ title: "The browser does not let the page copy. Here is the text:", lines: [text], wrong: true });
    }
  };
  const picture = async (kind: "svg" | "png") => {
    close();
    const svg = pictureOf(column, rules);
    if (svg === null) return onNotice({ title: "There is no board to save yet.", lines: [], wrong: true });
    try {
      save(`${name}.${kind}`, kind === "svg" ? new Blob([svg], { type: "image/svg+xml" }) : await pngOf(svg));
      onNotice({ title: `Saved ${name}.${kind}: the board under ${rules}.`, lines: [] });
    } catch (error) {
      onNotice({ title: (error as Error).message, lines: [], wrong: true });
    }
  };
  const sgf = board && sgfOf(state, board);
  return (
    <>
      <button type="button" onClick={() => void copy(address(false), "The link to what you see is copied.")}>
        Copy link
      </button>
      <button
        type="button"
        onClick={() => void copy(snippet(address(true), state.rules.length), "Copied: put it into a page of yours.")}
      >
        Copy for a page
      </button>
      <hr />
      <button type="button" onClick={() => void picture("png")}>
        Save as PNG
      </button>
      <button type="button" onClick={() => void picture("svg")}>
        Save as SVG
      </button>
      {sgf && (
        <button
          type="button"
          onClick={() => {
            close();
            save(`${name}.sgf`, new Blob([sgf], { type: "application/x-go-sgf" }));
            onNotice({ title: `Saved ${name}.sgf: the start, the moves and their variations.`, lines: [] });
          }}
        >
          Save as SGF
        </button>
      )}
    </>
  );
}

/** A frame for another page. The page in it tells its height, which the frame then takes. */
function snippet(address: string, count: number): string {
  const source = address.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  return `<iframe src="${source}" title="superko" style="width: 100%; max-width: ${count * 420}px; height: 480px; border: 0"></iframe>
<script>
  addEventListener("message", ({ data, source }) => {
    for (const frame of document.querySelectorAll("iframe"))
      if (frame.contentWindow === source && data?.superko) frame.style.height = data.superko.height + "px";
  });
</script>
`;
}
