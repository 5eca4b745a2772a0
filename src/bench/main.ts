import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bareLoop } from "./bare-loop.ts";
import { catalogueRun, measureCatalogueTime } from "./catalogue-run.ts";
import { compareRun, measureCompareStored } from "./compare-stored.ts";
import { measureCompareSelf } from "./compare-self.ts";
import { measureExplorePlanted } from "./explore-planted.ts";
import { loadRun } from "./load-run.ts";
import { measureClosing } from "./load-closing.ts";
import { measureNull } from "./load-null.ts";
import { measureProcesses, nullServers } from "./load-processes.ts";
import { measureRate, truthServer } from "./load-rate.ts";
import { measureMillion, reportRun } from "./million.ts";
import type { Part } from "./part.ts";
import { measurePropertyRate } from "./property-rate.ts";
import { WARM_UP, propertyRun } from "./property-run.ts";
import { server } from "./server.ts";
import { writeStoredRuns } from "./stored-runs.ts";
import { whole } from "../text/numbers.ts";

const RUNS = 30_000;

const parts: Record<string, Part<never>> = {
  server,
  "bare-loop": bareLoop,
  "property-run": propertyRun,
  "catalogue-run": catalogueRun,
  "report-run": reportRun,
  "compare-run": compareRun,
  "stored-runs": writeStoredRuns,
  "load-run": loadRun,
  "null-servers": nullServers,
  "truth-server": truthServer,
};

type Measurement = { about: string; measure: (outputDir: string) => Promise<void> };

const measurements = (observations: number): Record<string, Measurement> => ({
  rate: {
    about: `property run of ${whole(RUNS)} requests, from the ${whole(WARM_UP)}th to the last observation (without the reports at the end), against a bare undici loop`,
    measure: (outputDir) => measurePropertyRate(RUNS, outputDir),
  },
  catalogue: {
    about: "the whole default catalogue, each case twice, against the strict reference server",
    measure: measureCatalogueTime,
  },
  million: {
    about: `${whole(observations)} observations of properties, and the report from their record`,
    measure: (outputDir) => measureMillion(observations, outputDir),
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

/** `npm run bench [-- rate | catalogue | million | compare | explore | load | load-null | ...] [--quick]` */
async function measureAll(args: string[]): Promise<void> {
  const wanted = args.filter((arg) => !arg.startsWith("--"));
  const all = measurements(args.includes("--quick") ? 100_000 : 1_000_000);
  for (const [name, { about, measure }] of Object.entries(all)) {
    if (wanted.length > 0 && !wanted.some((each) => `${name}-`.startsWith(`${each}-`))) continue;
    console.log(`${name}: ${about}`);
    const outputDir = mkdtempSync(join(tmpdir(), "witness-bench-"));
    try {
      await measure(outputDir);
    } finally {
      rmSync(outputDir, { recursive: true });
    }
  }
}

const [name = "", options = "{}"] = process.argv.slice(2);
const part = process.send === undefined ? undefined : parts[name];
if (part === undefined) await measureAll(process.argv.slice(2));
else {
  process.once("disconnect", () => process.exit());
  process.send?.(await part(JSON.parse(options) as never));
}
