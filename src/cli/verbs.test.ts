import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const BUILT = new URL("../../dist/src/cli/", import.meta.url);
const PARTS = readdirSync(new URL("../parts/", BUILT));

/** The built file with what this module has alone. */
const partWith = (module: string): string =>
  `../parts/${PARTS.find((name) => new RegExp(`^${module}-[\\w-]{8}\\.js$`).test(name))}`;

/** The packages that these built files and all that they import load, without what they import when it is needed. */
function packagesOf(...files: string[]): string[] {
  const waiting = files.map((file) => new URL(file, BUILT).href);
  const seen = new Set(waiting);
  const packages = new Set<string>();
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const text = readFileSync(fileURLToPath(file), "utf8");
    for (const [, to = ""] of text.matchAll(/^(?:import|export) (?:[^;"=]*? from )?"([^"]+)";/gm)) {
      if (!to.startsWith(".")) packages.add(to);
      else if (!seen.has(new URL(to, file).href)) {
        seen.add(new URL(to, file).href);
        waiting.push(new URL(to, file).href);
      }
    }
  }
  return [...packages].filter((name) => !name.startsWith("node:")).toSorted();
}

test("help, version and a mistyped flag load the table of options and commander", () => {
  expect(packagesOf("main.js", "program.js")).toEqual(["commander"]);
  // A configuration is read by what is loaded when there is one.
  expect(packagesOf(partWith("show-command"))).toEqual([]);
});

test("no arbitrary that numbers every character is made with the catalogue", () => {
  const count = `const { set } = Map.prototype; let entries = 0;
Map.prototype.set = function (...given) { entries += 1; return set.apply(this, given); };
await import(${JSON.stringify(new URL(partWith("suites"), BUILT).href)});
console.log(entries);`;
  const printed = execFileSync(process.execPath, ["--input-type=module", "--eval", count]);
  expect(Number(String(printed))).toBeLessThan(100_000);
});
