import { join } from "node:path";
import { type ChangeName, changeOf } from "./changes.ts";
import type { ServerName } from "./real-servers.ts";
import { type Proof, whyNotGreen } from "./unchanged-gates.ts";
import { gate, keepGate, type Gated } from "./witness-process.ts";

const FIRST_LINES = 3;
/** The words of the rule name what is compared, whatever has changed. */
const RULE = /cases get the same .* as before/;
/** Each change must be found; this share of them must be named. */
const LEAST_NAMED = 15 / 16;

/**
 * Gates each server with each change, by the baseline of the unchanged server, and prints a table. Returns whether all
 * changes were found, and enough of them named in the first three lines.
 */
export async function gatePlanted(
  servers: readonly ServerName[],
  changes: readonly ChangeName[],
  { setting, baselineOf, keep }: Proof,
): Promise<boolean> {
  const [rows, missed]: [string[], string[]] = [[], []];
  let [found, right] = [0, 0];
  for (const name of servers)
    for (const change of changes) {
      const { about, named, onlyNamed, underLoad } = changeOf(change);
      const gated = await gate(name, setting, await baselineOf(name), {
        change,
        beside: underLoad === true,
      });
      const line = firstLines(gated).find((each) => named.test(each.replace(RULE, "")));
      const isFound = gated.exit === 1 || (onlyNamed === true && line !== undefined);
      const isNamed = isFound && line !== undefined;
      found += Number(isFound);
      right += Number(isNamed);
      const verdict = isFound ? `found, ${isNamed ? "named" : "NOT NAMED"}` : "NOT FOUND";
      const row = `${name.padEnd(8)} ${change.padEnd(16)} ${verdict.padEnd(16)} exit ${gated.exit ?? "none"}  ${gated.seconds.toFixed(1)} s  ${line?.trim() ?? ""}`;
      console.log(row.trimEnd());
      rows.push(row.trimEnd());
      if (isNamed) continue;
      missed.push(`${name} ${change}: ${about}`);
      console.log(
        [...firstLines(gated).map((each) => `    ${each}`), whyNotGreen(gated)].join("\n"),
      );
      keepGate(join(keep, `changed-${name}-${change}.json`), gated);
    }
  const all = rows.length;
  if (all === 0) return true;
  console.log(`\nplanted changes\n${rows.map((row) => `  ${row}`).join("\n")}`);
  console.log(`  ${found} of ${all} found, ${right} named in the first ${FIRST_LINES} lines`);
  for (const each of missed) console.log(`  not found or not named: ${each}`);
  return found === all && right >= LEAST_NAMED * all;
}

const firstLines = ({ out }: Gated): string[] =>
  out
    .split("\n")
    .filter((line) => line.trim() !== "")
    .slice(0, FIRST_LINES);
