// Compares the module in WebAssembly with the same code on this machine: `node parity.mjs FOLDER ASK`, where FOLDER has
// superko.wasm and laboratory.wasm, and ASK is the program `examples/ask.rs`. Every answer has to be the same, but for the
// time that it took.

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { instance } from "./instance.mjs";

const [folder, program] = process.argv.slice(2);
const root = join(import.meta.dirname, "../..");

const requests = [];
const files = new Map();
const ask = (request, file) => {
  if (file) files.set(requests.length, file);
  requests.push(JSON.stringify(request));
};

// Values with nodes and lemmas, as the study of the module asked them.
const grids = ["2x2", "2x3", "cycle:5", "3x3"];
const rulesets = ["simple-ko", "psk", "ssk", "nssk", "spight", "kee2009", "kee2020", "spight2", "katago-simple"];
for (const board of grids) for (const rules of rulesets) ask({ op: "value", question: { board, rules } });
for (const rules of ["psk", "ssk", "nssk", "spight", "kee2020"]) ask({ op: "value", question: { board: "3x4", rules } });
for (const rules of ["jann", "nieminen"]) ask({ op: "value", question: { board: "1x3", rules } });
ask({ op: "value", question: { board: "2x3", rules: "psk", start: "OOO/.X.", to_move: "white" } });
ask({ op: "value", question: { board: "3x3", rules: "nssk", start: "..X/.X./O..", to_move: "white" } });
ask({ op: "value", question: { board: "2x3", rules: "kee2020", moves: ["B1", "B2", "pass"] } });

// What takes no search, and what is wrong.
ask({ op: "catalogue" });
ask({ op: "clauses" });
ask({ op: "board", board: "torus:3x3" });
ask({ op: "board", board: "own", edges: "P Q\nQ S" });
ask({ op: "board", board: "9x9" });
ask({ op: "like", rules: "kee2020", name: "mine" });
ask({ op: "like", rules: "jann", name: "mine" });
ask({ op: "look" });
ask({ op: "look", question: { board: "2x2", rules: "psk", moves: ["A1", "B1", "B2", "A2"] } });
ask({ op: "look", question: { board: "2x2", rules: "nothing" } });
const own = readFileSync(join(root, "docs/examples/two-passes.toml"), "utf8");
ask({ op: "draft", name: "two-passes", text: own });
ask({ op: "draft", name: "two-passes", text: own.replace(/=/, "= =") });
ask({ op: "value", question: { board: "2x2", rules: "two-passes" }, draft: own });
for (const text of ["(;FF[4]SZ[3:2]RU[kee2020]PL[W]AB[bb]AW[aa][ba][ca];W[ab])", "(;FF[4]SZ[19])"]) {
  ask({ op: "record", text }, Buffer.from(text));
}

// Proofs, and what is told of two rulesets and of one.
ask({ op: "certificate", question: { board: "3x3", rules: "psk" } });
ask({ op: "certificate", question: { board: "2x3", rules: "kee2020" } });
ask({ op: "check" }, readFileSync(join(root, "solutions/3x4/psk.cert")));
ask({ op: "check" }, Buffer.from("no certificate"));
ask({ op: "why-against", question: { board: "3x3", rules: "nssk" }, against: { rules: "psk" } });
ask({ op: "differ", rules: { rules: "psk" }, against: { rules: "kee2020" }, up_to: "2x2" });
ask({ op: "differ", rules: { rules: "two-passes", draft: own }, against: { rules: "psk" }, up_to: "2x3" });
ask({ op: "solve", question: { board: "2x2", rules: "kee2020" } });
ask({ op: "solve", question: { board: "1x2", rules: "simple-ko" } });
const critique = requests.length;
ask({ op: "critique", rules: { rules: "two-passes", draft: own } });

const hex = (bytes) => Buffer.from(bytes).toString("hex");
const lines = requests.map((request, i) => (files.has(i) ? `${request}\t${hex(files.get(i))}` : request));
const native = spawnSync(program, { input: `${lines.join("\n")}\n`, encoding: "utf8", maxBuffer: 1 << 28 });
if (native.status !== 0) throw new Error(`${program} ended with ${native.status}: ${native.stderr}`);
const expected = [[]];
for (const line of native.stdout.trim().split("\n")) {
  const [kind, text] = JSON.parse(line);
  if (kind === "end") expected.push([]);
  else expected.at(-1).push([kind, text]);
}

/** A message without the time, and without what is told a number of times that depends on it. */
const timeless = (text) => text.replace(/"seconds":[0-9.e-]+/g, '"seconds":0');
const plain = (messages) =>
  messages
    .map(([kind, text]) => {
      if (kind === "file" && typeof text !== "string") return [kind, hex(text)];
      const blank = text.indexOf(" ");
      return kind === "event" ? [text.slice(0, blank), timeless(text.slice(blank + 1))] : [kind, timeless(text)];
    })
    .filter(([kind]) => kind !== "bounds" && kind !== "moves");

const page = await instance(join(folder, "superko.wasm"));
const laboratory = await instance(join(folder, "laboratory.wasm"));
let wrong = 0;
requests.forEach((request, i) => {
  const asked = i === critique ? laboratory : page;
  const found = JSON.stringify(plain(asked.ask(request, files.get(i))));
  const wanted = JSON.stringify(plain(expected[i]));
  if (found !== wanted) {
    wrong++;
    const at = [...found].findIndex((letter, place) => letter !== wanted[place]);
    console.error(`${request.slice(0, 200)}\n  module  ${found.slice(at - 60, at + 120)}\n  native  ${wanted.slice(at - 60, at + 120)}`);
  }
});
const mebibytes = [page, laboratory].map(({ exports }) => Math.round(exports.memory.buffer.byteLength / (1 << 20)));
console.log(`${requests.length - wrong} of ${requests.length} requests answered as on this machine, in ${mebibytes.join(" and ")} MiB`);
process.exitCode = wrong > 0 ? 1 : 0;
