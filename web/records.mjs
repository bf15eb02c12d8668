// Makes src/records.ts, the types of what the program sends, from the schemas of `solve serve`, of its errors, and of what is
// asked about two rulesets and of one.
// `node records.mjs FILE` writes another file. A schema that says something unknown here is an error.

import { readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const folder = join(here, "../solutions/schema");
const out = resolve(process.argv[2] ?? join(here, "src/records.ts"));

/** The keywords of which a schema has one at most, and those that go with them or narrow no type. */
const SHAPES = ["$ref", "const", "enum", "anyOf", "oneOf", "properties", "items", "prefixItems"];
const OTHERS = "title description type required additionalProperties minItems maxItems format minimum pattern default".split(" ");
const PLAIN = { string: "string", integer: "number", number: "number", boolean: "boolean", null: "null" };
/** The columns of a comment, and of alternatives in one line. */
const COLUMNS = 100;

/** A description as a comment, at the given depth. */
function comment(text, indent) {
  if (!text) return "";
  const words = text.replaceAll("*/", "*\\/").split(/\s+/);
  const one = `${indent}/** ${words.join(" ")} */\n`;
  if (one.length <= COLUMNS + 1) return one;
  const lines = [`${indent} *`];
  for (const word of words) {
    if (lines.at(-1).length + 1 + word.length > COLUMNS) lines.push(`${indent} *`);
    lines.push(`${lines.pop()} ${word}`);
  }
  return `${indent}/**\n${lines.join("\n")}\n${indent} */\n`;
}

/** The members of an object between braces. */
function members({ properties, required = [] }, indent, missing) {
  const inner = `${indent}  `;
  const lines = Object.entries(properties).map(([name, property]) => {
    const mark = required.includes(name) ? "" : "?";
    return `${comment(property.description, inner)}${inner}${name}${mark}: ${typeOf(property, inner)};\n`;
  });
  return `{\n${lines.join("")}${missing.map((name) => `${inner}${name}?: never;\n`).join("")}${indent}}`;
}

/** Alternatives: in one line, or a line each if they have descriptions. A closed object names what the others alone have. */
function union(alternatives, indent) {
  const names = new Set(alternatives.flatMap(({ properties = {} }) => Object.keys(properties)));
  const described = alternatives.some(({ description }) => description);
  const inner = described ? `${indent}  ` : indent;
  const types = alternatives.map((each) => {
    const closed = each.properties && each.additionalProperties === false;
    const missing = closed ? [...names].filter((name) => !(name in each.properties)) : [];
    return typeOf(each, described ? `${inner}  ` : inner, missing);
  });
  if (!described) return types.join(" | ");
  return types.map((type, i) => `\n${comment(alternatives[i].description, inner)}${inner}| ${type}`).join("");
}

/** The type that a schema says. An object may not have the members `missing`. */
function typeOf(schema, indent, missing = []) {
  const strange = Object.keys(schema).find((key) => !SHAPES.includes(key) && !OTHERS.includes(key));
  const mixed = SHAPES.filter((key) => key in schema).length > 1 || (schema.properties && schema.additionalProperties);
  if (strange || mixed) throw new Error(`${strange ?? "a mixture"} is not known here: ${JSON.stringify(schema)}`);
  if (schema.$ref) return schema.$ref.replace("#/$defs/", "");
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum) {
    const values = schema.enum.map((value) => JSON.stringify(value));
    const line = values.join(" | ");
    return line.length <= COLUMNS ? line : values.map((value) => `\n${indent}  | ${value}`).join("");
  }
  if (schema.anyOf ?? schema.oneOf) return union(schema.anyOf ?? schema.oneOf, indent);
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type }, indent)).join(" | ");
  if (schema.prefixItems) return `[${schema.prefixItems.map((item) => typeOf(item, indent)).join(", ")}]`;
  if (schema.type === "array") {
    const item = typeOf(schema.items, indent);
    if (schema.minItems > 0 && schema.minItems === schema.maxItems) return `[${Array(schema.minItems).fill(item).join(", ")}]`;
    return / \| /.test(item) ? `(${item})[]` : `${item}[]`;
  }
  if (schema.type === "object" && schema.properties) return members(schema, indent, missing);
  if (schema.type === "object" && schema.additionalProperties)
    return `Record<string, ${typeOf(schema.additionalProperties, indent)}>`;
  if (!PLAIN[schema.type]) throw new Error(`no type is known here of ${JSON.stringify(schema)}`);
  return PLAIN[schema.type];
}

/** A named type with its description. */
function declaration(name, schema) {
  const type = typeOf(schema, "");
  const is = schema.properties ? `interface ${name} ` : `type ${name} =${type.startsWith("\n") ? "" : " "}`;
  return `${comment(schema.description, "")}export ${is}${type}${schema.properties ? "" : ";"}\n`;
}

/** Names of types that are others here than in the program, where two files have a name for two things. */
const RENAMED = { "critique.json": { Verdict: "Judged" }, "differ.json": { Record: "SmallestDifference" } };

const records = new Map();
for (const file of (await readdir(folder)).sort().filter((name) => /^(serve-.*|error|why-against|differ|critique)\.json$/.test(name))) {
  const renamed = RENAMED[file] ?? {};
  const text = (await readFile(join(folder, file), "utf8")).replace(/#\/\$defs\/(\w+)/g, (all, name) =>
    name in renamed ? `#/$defs/${renamed[name]}` : all,
  );
  const { $schema: _, $defs = {}, title, ...root } = JSON.parse(text);
  const description = `\`${file}\`: ${root.description}`;
  for (const [own, schema] of [[title, { ...root, description }], ...Object.entries($defs)]) {
    const name = renamed[own] ?? own;
    const made = declaration(name, schema);
    if ((records.get(name) ?? made) !== made) throw new Error(`${file} has another ${name} than a schema before it`);
    records.set(name, made);
  }
}

const head = `// The records that the program sends: the JSON of \`solve serve\` and of the book. Types only.
// Made by web/records.mjs from solutions/schema/serve-*.json, error.json and why-against.json, not by hand.
`;
await writeFile(out, [head, ...[...records.keys()].sort().map((name) => records.get(name))].join("\n"));
