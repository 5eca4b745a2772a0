// Writes the tables of what real parsers accept: test/kinds/parsers/*/*.parsers.txt. Runs each program that is installed
// and leaves the columns of the others out, so a table is written on a machine that has them all (CONTRIBUTING.md).
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { drawing } from "./drawing.mjs";
import { nodeParsers } from "./node-parsers.mjs";
import { programs } from "./programs.mjs";
import { tables } from "./tables.mjs";

const SEED = 18;
const wanted = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "parsers-"));

/** The columns of one program: its version, the names of its parsers, and a row of bits for each value. */
function columnsOf({ name, command }, table, values) {
  const [file, ...before] = command;
  const input = values.map((value) => Buffer.from(value).toString("base64")).join("\n") + "\n";
  const ran = spawnSync(file, [...before, table], { input, encoding: "utf8", maxBuffer: 2 ** 28 });
  if (ran.status !== 0)
    throw new Error(`${name} failed on ${table}: ${ran.stderr}${ran.error ?? ""}`);
  const [first, ...rows] = ran.stdout.split("\n").slice(0, -1);
  const [version, ...names] = first.split("\t");
  if (rows.length !== values.length)
    throw new Error(`${name} wrote ${rows.length} rows for ${values.length} values of ${table}`);
  return names.map((parser, at) => ({
    parser,
    version,
    accepted: rows.map((row) => row[at] === "1"),
  }));
}

async function nodeColumns(table, values) {
  const accepts = async (check, value) => {
    try {
      return await check(value);
    } catch {
      return false;
    }
  };
  const columns = [];
  for (const [parser, check] of Object.entries(nodeParsers[table] ?? {})) {
    const accepted = [];
    for (const value of values) accepted.push(await accepts(check, value));
    columns.push({ parser, version: versionOf(parser), accepted });
  }
  return columns;
}

/** Packages have versions of their own. */
function versionOf(parser) {
  const [name] = parser.split(" ");
  if (name === "js") return `node ${process.versions.node}`;
  return `${name} ${createRequire(import.meta.url)(`${name}/package.json`).version}`;
}

/** Bits as hexadecimal digits, the first column in the highest bit. */
function hexOf(bits) {
  const digits = Math.ceil(bits.length / 4);
  const all = bits
    .map(Number)
    .join("")
    .padEnd(digits * 4, "0");
  return BigInt(`0b${all}`).toString(16).padStart(digits, "0");
}

const ascii = (text) =>
  JSON.stringify(text).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

const available = programs(folder);
for (const { table, file, values, input, token } of tables) {
  if (wanted.length > 0 && !wanted.includes(table)) continue;
  const all = values(drawing(SEED));
  const inputs = all.map(input);
  const columns = [
    await nodeColumns(table, inputs),
    ...available.map((each) => columnsOf(each, table, inputs)),
  ].flat();
  const head = columns.map(({ parser, version }) => `${parser}\t${version}`);
  const rows = all.map(
    (value, at) => `${hexOf(columns.map(({ accepted }) => accepted[at]))}\t${token(value, ascii)}`,
  );
  const text = [...head, "", ...rows, ""].join("\n");
  writeFileSync(fileURLToPath(new URL(`../../test/kinds/parsers/${file}`, import.meta.url)), text);
  console.log(`${file}: ${all.length} values, ${columns.length} parsers, ${text.length} bytes`);
}
rmSync(folder, { recursive: true });
