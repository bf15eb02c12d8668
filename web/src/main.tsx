// Starts the page, with the program that served it or with the book beside it.

import "./css/tokens.css";
import "./css/page.css";
import "./css/board.css";
import "./css/parts.css";
import "./css/print.css";
import { render } from "preact";
import { BookSource } from "./book-source";
import { applyTheme, readTheme } from "./preferences";
import { ServerSource } from "./server-source";
import { App } from "./view/app";

applyTheme(readTheme());
const book = location.protocol === "file:" || document.documentElement.dataset["source"] === "book";
const root = document.getElementById("app")!;
root.textContent = "";
render(<App source={book ? new BookSource() : new ServerSource()} />, root);
