// A stand-in for `solve serve` while the page is built: the same answers, from the program's other commands. It knows no
// stages and no graphs of edges. `node test/mock.mjs PROGRAM` prints its address.

import { execFile } from "node:child_process";
import { mkdtemp, readFile, writeFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";

const program = process.argv[2] ?? "solve";
const dist = fileURLToPath(new URL("../dist", import.meta.url));
const TYPES = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".txt": "text/plain; charset=utf-8" };
const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'";

function run(args, children) {
  return new Promise((resolve) => {
    const child = execFile(program, args, { maxBuffer: 1 << 26 }, (_, stdout) => {
      children?.delete(child);
      try {
        resolve(JSON.parse(stdout));
      } catch {
        resolve({ error: `the program printed no record: ${stdout.slice(0, 80)}` });
      }
    });
    children?.add(child);
  });
}

const setup = (q) => [
  "--board", q.board, "--rules", ...q.rules.split(" "), "--json",
  ...(q.start ? ["--start", q.start] : []), "--to-move", q.to_move ?? "black",
];

async function replay(q, moves) {
  const folder = await mkdtemp(join(tmpdir(), "mock-"));
  await writeFile(join(folder, "moves"), moves.join(" "));
  const record = await run(["replay", ...setup(q), join(folder, "moves")]);
  await rm(folder, { recursive: true });
  return record;
}

async function boardOf(name) {
  const record = await run(["--board", name, "--rules", "psk", "--json", "--node-limit", "1"]);
  if (record.error) throw new Error(record.error);
  const rows = record.start.split("/");
  const laid = !record.graph || name.startsWith("torus");
  const letters = "ABCDEFGHJKLMNOPQRST";
  const points = record.graph?.points ?? rows.flatMap((row, r) => [...row].map((_, c) => `${letters[c]}${rows.length - r}`));
  return { schema: 1, board: name, graph: record.graph ?? null, rows: laid ? rows.length : null, columns: laid ? rows[0].length : null, points };
}

const lower = (player) => player.toLowerCase();
const steps = (record) =>
  record.moves.map((move) => ({
    number: move.number, player: lower(move.player), move: move.move, position: move.position,
    captured: [], lost: [], words: move.move === "pass" ? "A pass." : `Plays ${move.move}${move.captured ? `, captures ${move.captured}` : ""}.`,
  }));

async function look(q) {
  const moves = q.moves ?? [];
  const [record, board] = [await replay(q, moves), await boardOf(q.board)];
  if (record.error) throw new Error(record.error);
  const played = steps(record);
  const since = (why) => (/after move (\d+)/.exec(why) ? Number(/after move (\d+)/.exec(why)[1]) : /start/.test(why) ? 0 : null);
  const ended = record.score === null ? null : { score: record.score, words: "both players passed", dead: [] };
  const first = q.to_move ?? "black";
  const player = ended ? null : played.length % 2 === 0 ? first : first === "black" ? "white" : "black";
  const [legal, barred, refused] = [[], [], []];
  const stones = record.position.replaceAll("/", "");
  if (!ended && !record.illegal) {
    const candidates = [...board.points.filter((_, i) => stones[i] === "."), "pass"];
    for (const move of candidates) {
      const { illegal } = await replay(q, [...moves, move]);
      if (!illegal) legal.push(move);
      else if (illegal.why.startsWith("barred")) {
        const number = since(illegal.why);
        const step = played[number - 1];
        barred.push({ move, why: illegal.why, since: number, moment: { number, position: step?.position ?? record.start, player: step?.player ?? null, move: step?.move ?? null } });
      } else refused.push({ move, why: illegal.why });
    }
  }
  const { rules, title, document, options, start } = record;
  return {
    schema: 1, board: q.board, rules, title, document, options, start, to_move: first, moves, steps: played,
    illegal: record.illegal && { ...record.illegal, player: lower(record.illegal.player), since: since(record.illegal.why) },
    position: record.position, last: played.at(-1)?.move ?? null, player, stage: null, ended, count: null, legal, barred, refused,
  };
}

async function solve(q, tell, children) {
  const size = q.board.match(/\d+/g).map(Number).reduce((a, b) => a * b);
  tell("bounds", { value: null, bounds: { low: `-${size}`, high: `${size}` }, asking: "can Black reach 1?", nodes: 12, seconds: 0.01 });
  const args = [...setup(q), "--move-values", "--best-moves", "all", ...(q.moves?.length ? ["--moves", q.moves.join(" ")] : [])];
  const record = await run(args, children);
  if (record.error) return tell("failed", { error: record.error });
  const line = await replay(q, [...(q.moves ?? []), ...record.line]);
  const why = line.error ? [] : steps(line).slice(q.moves?.length ?? 0).map((step) => ({ ...step, bars: [] }));
  tell("answer", { ...record, why });
}

async function catalogue() {
  const rulesets = (await run(["rules", "--json"])).map((each) => ({
    ...each,
    names: each.names.map((name) => ({ name: name.split(" ")[0], options: {} })),
    axes: each.options.filter((axis) => axis.name !== "players"),
    articles: each.articles.map(([article, says]) => ({ article, says })),
  }));
  const grids = [1, 2, 3, 4].flatMap((r) => Array.from({ length: 20 }, (_, c) => [r, c + 1])).filter(([r, c]) => r <= c && r * c <= 20);
  const graphs = ["cycle", "path", "star", "complete"].flatMap((name) => [3, 4, 5, 6, 7, 8].map((n) => `${name}:${n}`));
  return { schema: 1, version: "0.1.0", rulesets, boards: [...grids.map((grid) => grid.join("x")), ...graphs, "torus:2x3", "torus:3x3"] };
}

async function claims() {
  const record = await run(["claims", "--json"]);
  const list = record.claims.filter((claim) => claim.document === "kee2009").slice(0, 20);
  const positions = (claim) =>
    claim.positions.filter((each) => /^\d+x\d+$/.test(each.board)).map((each) => ({
      question: { board: each.board, rules: "kee2009", start: each.rows.join("/").replaceAll(" ", ""), to_move: lower(each.to_move) },
      says: "a value", holds: true, found: "", line: [],
    }));
  return { schema: 1, documents: [{ id: "kee2009", title: "Kee 2009", claims: list.map((claim) => ({ ...claim, positions: positions(claim) })) }] };
}

async function tables() {
  const text = await readFile(new URL("../../solutions/summary.csv", import.meta.url), "utf8");
  const rows = new Map();
  const names = new Set();
  for (const line of text.trim().split("\n").slice(1)) {
    const [board, name, rules, , value, low, high, , , best] = line.split(",");
    if (name !== rules) continue;
    names.add(rules);
    if (!rows.has(board)) rows.set(board, {});
    rows.get(board)[rules] = { value: value || null, bounds: { low, high }, best_moves: best.split(" "), certificate: null };
  }
  return { schema: 1, rulesets: [...names], rows: [...rows].map(([board, values]) => ({ board, values })) };
}

const server = createServer(async (request, response) => {
  const url = new URL(request.url, "http://localhost");
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const json = (record, status = 200) => {
    response.writeHead(status, { "Content-Type": "application/json" });
    response.end(JSON.stringify(record));
  };
  try {
    if (url.pathname === "/api/solve") {
      const children = new Set();
      response.writeHead(200, { "Content-Type": "text/event-stream" });
      response.on("close", () => children.forEach((child) => child.kill()));
      await solve(JSON.parse(url.searchParams.get("q")), (event, data) => response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`), children);
      return response.end();
    }
    const body = () => JSON.parse(Buffer.concat(chunks).toString());
    if (url.pathname === "/api/catalogue") return json(await catalogue());
    if (url.pathname === "/api/board") return json(await boardOf(url.searchParams.get("board") ?? body().board));
    if (url.pathname === "/api/look") return json(await look(body()));
    if (url.pathname === "/api/claims") return json(await claims());
    if (url.pathname === "/api/tables") return json(await tables());
    if (url.pathname.startsWith("/api/")) return json({ schema: 1, error: "the stand-in does not do this" }, 422);
    const file = url.pathname === "/" ? "/index.html" : url.pathname;
    const bytes = await readFile(join(dist, file));
    response.writeHead(200, { "Content-Type": TYPES[extname(file)] ?? "application/octet-stream", "Content-Security-Policy": POLICY });
    response.end(bytes);
  } catch (error) {
    if (!response.headersSent) json({ schema: 1, error: error.message }, error.code === "ENOENT" ? 404 : 400);
  }
});
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}/`));
