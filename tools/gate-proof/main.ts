import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { CHANGES, type ChangeName } from "./changes.ts";
import { gatePlanted } from "./planted-gates.ts";
import { buildServer, missingFor, REAL_SERVERS, type ServerName } from "./real-servers.ts";
import { measureTimeRatio } from "./time-ratio.ts";
import { gateUnchanged } from "./unchanged-gates.ts";
import { makeBaseline, type Setting } from "./witness-process.ts";

const { values: given, positionals: options } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: "string", default: "3" },
    only: { type: "string", default: Object.keys(REAL_SERVERS).join(",") },
    changes: { type: "string", default: Object.keys(CHANGES).join(",") },
    changed: { type: "string", default: "flask,express" },
    times: { type: "string", default: "3" },
    seed: { type: "string" },
    learn: { type: "string", default: "5" },
    baselines: { type: "string" },
    keep: { type: "string", default: "reports/gate-proof" },
  },
});

/** The names of a list with commas. @throws Error on an unknown one. */
function chosen<Name extends string>(list: string, all: readonly Name[]): Name[] {
  const wanted = list.split(",").filter((each) => each !== "");
  const unknown = wanted.filter((each) => !(all as readonly string[]).includes(each));
  if (unknown.length > 0)
    throw new Error(`unknown: ${unknown.join(", ")}; known: ${all.join(", ")}`);
  return all.filter((each) => wanted.includes(each));
}

const names = Object.keys(REAL_SERVERS) as ServerName[];
const folder = mkdtempSync(join(tmpdir(), "witness-gate-proof-"));
const keep = resolve(given.keep);
let seed = Number(given.seed ?? Math.floor(Date.now() / 1000));
const setting: Setting = { folder, options, nextSeed: () => seed++ };
const baselineFolder = resolve(given.baselines ?? folder);
for (const each of [keep, baselineFolder]) mkdirSync(each, { recursive: true });
writeFileSync(join(folder, "witness.config.mjs"), "export default {};\n");

try {
  const servers = chosen(given.only, names).filter((name) => {
    const missing = missingFor(name);
    if (missing !== undefined) console.log(`skipped ${name}: this command fails: ${missing}`);
    else buildServer(name, folder);
    return missing === undefined;
  });
  const skipped = chosen(given.only, names).length - servers.length;
  console.log(`${servers.length} servers, ${skipped} skipped, seeds from ${seed}`);
  const baselineOf = async (name: ServerName): Promise<string> => {
    const file = join(baselineFolder, `${name}.baseline.json`);
    if (!existsSync(file)) await makeBaseline(name, setting, { file, runs: given.learn });
    return file;
  };
  const changed = servers.filter((name) => given.changed.split(",").includes(name));
  const changes = chosen(given.changes, Object.keys(CHANGES) as ChangeName[]);
  const isGreen = await gateUnchanged(servers, Number(given.rounds), { setting, baselineOf, keep });
  const isFound = await gatePlanted(changed, changes, { setting, baselineOf, keep });
  const isFast = await measureTimeRatio(changed, Number(given.times), { setting, baselineOf });
  process.exitCode = isGreen && isFound && isFast ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
