import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const PAGE = readFileSync(join(ROOT, "docs/errors.md"), "utf8");
const sources = readdirSync(join(ROOT, "src"), { recursive: true })
  .map(String)
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\./.test(name))
  .map((name) => ({ name, text: readFileSync(join(ROOT, "src", name), "utf8") }));
const textOf = (wanted: string): string =>
  sources.find(({ name }) => name === wanted)?.text ?? expect.fail(`there is no ${wanted}`);

/** Files that hand on a code instead of writing it: that of an error, of a problem, or of the system. */
const HANDED_ON = [
  "cli/run-exit-codes.ts",
  "fleet/messages.ts",
  "jobs/import-module.ts",
  "load/generators.ts",
  "machine-fault.ts",
  "observe/dispatcher.ts",
  "policy/problem.ts",
];

test("docs/errors.md lists every code with its exit codes, and no other", () => {
  const made = sources.flatMap(({ text }) => madeIn(text));
  expect(made.length).toBeGreaterThan(70);
  const [, union = ""] = /code:\n([^;]*);/.exec(textOf("policy/problem.ts")) ?? [];
  const problems = [...union.matchAll(/"([a-z-]+)"/g)].map(([, code = ""]) => `${code} 2`);
  expect(rows()).toEqual([...new Set([...made, ...problems])].toSorted());
});

test("a code that is not written where the error is made is handed on by a file that is known", () => {
  const handing = sources.filter(({ text }) => /new WitnessError\(\s*[^"\s]/.test(text));
  expect(handing.map(({ name }) => name).toSorted()).toEqual(HANDED_ON);
});

test("docs/errors.md lists every code of the operating system that has words of its own", () => {
  const [, table = ""] = /const TOLD[^{]*\{([^]*?)\n\};/.exec(textOf("machine-fault.ts")) ?? [];
  const told = [...table.matchAll(/^ {2}(E[A-Z_]+):/gm)].map(([, code]) => code);
  expect(told.length).toBeGreaterThan(10);
  const listed = [...PAGE.matchAll(/`(E[A-Z_]+)`/g)].map(([, code]) => code);
  expect(listed.toSorted()).toEqual(told.toSorted());
});

/** `code exit-code` of every error that a source makes with a code of its own. */
function madeIn(text: string): string[] {
  const named = [...text.matchAll(/readNamed\(\w+, "([a-z-]+)"/g)].map(([, code]) => `${code} 2`);
  const made = [...text.matchAll(/new WitnessError\(\s*"([a-z-]+)"/g)].map(({ index, 1: code }) => {
    const call = text.slice(index, endOfCall(text, index));
    const [, exit = "2"] = /exitCode: (\w+)/.exec(call) ?? [];
    return `${code} ${exit === "OWN_FAULT" ? 70 : exit}`;
  });
  return [...named, ...made];
}

/** Where the parenthesis is closed that opens first behind `from`. */
function endOfCall(text: string, from: number): number {
  let depth = 0;
  for (let at = text.indexOf("(", from); at < text.length; at += 1) {
    if (text[at] === "(") depth += 1;
    if (text[at] === ")") depth -= 1;
    if (depth === 0) return at;
  }
  return text.length;
}

/** `code exit-code` of every row of the page. */
const rows = (): string[] =>
  [...PAGE.matchAll(/^\| `([a-z-]+)` +\| ([^|]*)\|/gm)]
    .flatMap(([, code, exits = ""]) => (exits.match(/\d+/g) ?? []).map((exit) => `${code} ${exit}`))
    .toSorted();
