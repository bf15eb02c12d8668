// Starts the page, with the program that served it, the module beside it, or the book beside it.

import "./css/tokens.css";
import "./css/page.css";
import "./css/board.css";
import "./css/parts.css";
import "./css/editor.css";
import "./css/print.css";
import { render } from "preact";
import { BookSource } from "./book-source";
import { ModuleSource } from "./module-source";
import { applyTheme, readTheme } from "./preferences";
import { ServerSource } from "./server-source";
import type { Source } from "./source";
import { App } from "./view/app";

/** The source that the document names; a file has no server. */
function source(): Source {
  const named = document.documentElement.dataset["source"];
  if (named === "module") return new ModuleSource();
  return named === "book" || location.protocol === "file:" ? new BookSource() : new ServerSource();
}

applyTheme(readTheme());
const root = document.getElementById("app")!;
root.textContent = "";
render(<App source={source()} />, root);
