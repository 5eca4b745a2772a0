import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { boundNewSpace } from "../../src/cli/start.ts";
import { bareLoop } from "./bare-loop.ts";
import { catalogueRun, measureCatalogueTime } from "./catalogue-run.ts";
import { compareRun, measureCompareStored } from "./compare-stored.ts";
import { measureCompareSelf } from "./compare-self.ts";
import { measureCompareTen } from "./compare-ten.ts";
import { measureExplorePlanted } from "./explore-planted.ts";
import { tableOf, type Figure } from "./figure.ts";
import { measureFleetCampaign, measureFleetKills, measureFleetLoad } from "./fleet.ts";
import { measureInfer } from "./infer-servers.ts";
import { leastLoop } from "./least-loop.ts";
import { limitsOf } from "./limits.ts";
import { loadRun } from "./load-run.ts";
import { measureClosing } from "./load-closing.ts";
import { describeMachine } from "./load-core.ts";
import { measureNull } from "./load-null.ts";
import { measureProcesses, nullServers } from "./load-processes.ts";
import { measureRate, truthServer } from "./load-rate.ts";
import { measureMillion, parseLines, reportRun } from "./million.ts";
import { measureNpmStart } from "./npm-start.ts";
import type { Part } from "./part.ts";
import { measurePropertyRate } from "./property-rate.ts";
import { WARM_UP, propertyRun } from "./property-run.ts";
import { server } from "./server.ts";
import { measureStart } from "./start-time.ts";
import { writeStoredRuns } from "./stored-runs.ts";
import { whole } from "../../src/text/index.ts";

const RUNS = 30_000;

const parts: Record<string, Part<never>> = {
  server,
  "parse-lines": parseLines,
  "bare-loop": bareLoop,
  "least-loop": leastLoop,
  "property-run": propertyRun,
  "catalogue-run": catalogueRun,
  "report-run": reportRun,
  "compare-run": compareRun,
  "stored-runs": writeStoredRuns,
  "load-run": loadRun,
  "null-servers": nullServers,
  "truth-server": truthServer,
};

/** A measurement prints its progress, and returns its rows of the table. */
type Measurement = { about: string; measure: (outputDir: string) => Promise<Figure[] | void> };

const measurements = (observations: number, cases: number): Record<string, Measurement> => ({
  rate: {
    about: `property run of ${whole(RUNS)} requests, from the ${whole(WARM_UP)}th to the last observation (without the reports at the end), against a bare undici loop`,
    measure: (outputDir) => measurePropertyRate(RUNS, outputDir),
  },
  start: {
    about: "commands that send nothing, against Node itself",
    measure: measureStart,
  },
  catalogue: {
    about: "the whole default catalogue, each case twice, against the strict reference server",
    measure: measureCatalogueTime,
  },
  million: {
    about: `${whole(observations)} observations of properties, and the report from their record`,
    measure: (outputDir) => measureMillion(observations, outputDir),
  },
  "npm-start": {
    about: "npm start on a fresh clone: install, build, compare five built-in servers",
    measure: measureNpmStart,
  },
  "compare-ten": {
    about: "compare --quick of ten real servers, and what each takes alone",
    measure: measureCompareTen,
  },
  "compare-self": {
    about: "one server against itself in paired rounds: how often the two are called different",
    measure: measureCompareSelf,
  },
  "compare-stored": {
    about: "12 stored runs with 10,000 observations each, read and compared",
    measure: measureCompareStored,
  },
  explore: {
    about:
      "planted boundaries and differences, found for how many of 20 seeds; and the duration of an exploration",
    measure: measureExplorePlanted,
  },
  infer: {
    about: "the rules of real servers: requests and seconds for each field",
    measure: measureInfer,
  },
  fleet: {
    about: `${whole(cases)} generated cases over 4 agents against one process`,
    measure: (outputDir) => measureFleetCampaign(cases, outputDir),
  },
  "fleet-kills": {
    about: "100,000 generated cases over 4 agents, and a broker that is killed",
    measure: (outputDir) => measureFleetKills(cases, outputDir),
  },
  "fleet-load": {
    about: "load on a server that does nothing, from 1, 2 and 4 agents",
    measure: measureFleetLoad,
  },
  "load-null": {
    about: "throughput of the closed loop compared with the plain autocannon command, same options",
    measure: measureNull,
  },
  "load-processes": {
    about: "two load generators compared with one",
    measure: measureProcesses,
  },
  "load-closing": {
    about: "real servers that close connections, compared with wrk",
    measure: measureClosing,
  },
  "load-rate": {
    about: "fixed rate, at half of what a server with a delay of 5 ms can handle",
    measure: measureRate,
  },
});

/**
 * The measurements of `all`, in this order, with the maximum seconds of each on two quiet cores: everything with a
 * figure for the table. The others run only by name.
 */
const IN_TABLE: Record<string, number> = {
  start: 15,
  rate: 95,
  catalogue: 75,
  "load-null": 115,
  "load-processes": 50,
  "compare-stored": 40,
  million: 90,
  "npm-start": 120,
  "compare-ten": 290,
};
/** A measurement that would end later is left out of `all`. */
const END_MS = 15 * 60_000;
/** Observations of `million` in `all`; by its own name it takes a million. */
const IN_ALL = 300_000;
const FEW = 100_000;
const PAGE = new URL("../../../docs/performance.md", import.meta.url);

/** `npm run bench -- all [--write] | rate | catalogue | million | compare | load | fleet | ... [--quick] [--cases 1000000]` */
async function measureAll(args: string[]): Promise<void> {
  const beganMs = performance.now();
  const names = args.filter((arg) => !/^(--|\d+$)/.test(arg));
  const isAll = names.length === 0 || names.includes("all");
  const many = isAll ? IN_ALL : 1_000_000;
  const cases = args.indexOf("--cases");
  const all = measurements(
    args.includes("--quick") ? FEW : many,
    cases < 0 ? FEW : Number(args[cases + 1]),
  );
  const wanted = isAll
    ? Object.keys(IN_TABLE)
    : Object.keys(all).filter((name) => names.some((each) => `${name}-`.startsWith(`${each}-`)));
  const figures: Figure[] = [];
  const missing: string[] = [];
  console.log(describeMachine());
  for (const name of wanted) {
    const { about, measure } = all[name] ?? {};
    if (measure === undefined) continue;
    const tookMs = performance.now() - beganMs;
    if (isAll && tookMs + (IN_TABLE[name] ?? 0) * 1000 > END_MS) {
      missing.push(`${name}: the ${END_MS / 60_000} minutes were over`);
      continue;
    }
    console.log(`${name}, after ${Math.round(tookMs / 1000)} s: ${about}`);
    const outputDir = mkdtempSync(join(tmpdir(), "witness-bench-"));
    try {
      figures.push(...((await measure(outputDir)) ?? []));
    } catch (error) {
      // The others are still worth their time.
      missing.push(`${name}: ${(error as Error).message}`);
      process.exitCode = 1;
    } finally {
      rmSync(outputDir, { recursive: true });
    }
  }
  if (figures.length + missing.length === 0) return;
  const page = [
    tableOf(figures),
    ...missing.map((why) => `Not measured: ${why}.`),
    ...limitsOf(figures),
  ];
  console.log(`\n${page.join("\n\n")}`);
  if (args.includes("--write")) writePage(page.join("\n\n"));
}

/** Writes the measured rows into their place on the page. */
function writePage(measuredNow: string): void {
  const text = readFileSync(PAGE, "utf8");
  const around = /(<!-- figures -->\n)[^]*(<!-- end of figures -->)/;
  writeFileSync(
    PAGE,
    text.replace(around, (_all, begin, end) => `${begin}\n${measuredNow}\n\n${end}`),
  );
}

// As the command line does (cli/start.ts): memory is that of a user's process.
boundNewSpace();
const [name = "", options = "{}"] = process.argv.slice(2);
const part = process.send === undefined ? undefined : parts[name];
if (part === undefined) await measureAll(process.argv.slice(2));
else {
  process.once("disconnect", () => process.exit());
  process.send?.(await part(JSON.parse(options) as never));
}
