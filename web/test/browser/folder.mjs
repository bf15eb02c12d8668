// A plain web server of a folder, as any of them is.

import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".wasm": "application/wasm" };

/** Serves a folder until the process ends. The address. */
export function serveFolder(folder) {
  const server = createServer((request, response) => {
    const path = join(folder, normalize(decodeURIComponent(new URL(request.url, "http://site").pathname)));
    const file = path.endsWith("/") ? join(path, "index.html") : path;
    if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return void response.writeHead(404).end();
    response.writeHead(200, { "Content-Type": TYPES[extname(file)] ?? "application/octet-stream" });
    createReadStream(file).pipe(response);
  });
  server.unref();
  return new Promise((done) => server.listen(0, "127.0.0.1", () => done(`http://127.0.0.1:${server.address().port}/`)));
}
