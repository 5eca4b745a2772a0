import { Command } from "commander";
import type { Target } from "../model/target.ts";
import { renderComparison } from "../report/terminal/comparison/render-comparison.ts";
import { conductComparison, type ComparisonFlags } from "./conduct-comparison.ts";
import { DEFAULT_CAPS } from "../generate/axes/all-axes.ts";
import { exitCodeOfAll } from "./exit-codes.ts";
import { defaultExploration } from "./explore-flags.ts";
import { interruptible } from "./interrupt.ts";
import { painter, print } from "./output.ts";
import { wholeNumber } from "./parse-options.ts";
import { Progress } from "./progress.ts";
import { drawSeed } from "./record-run.ts";
import { startReferences } from "./start-references.ts";

/** Bodies of many megabytes take more time than a demonstration has. */
const BELOW_4_MIB = /^(?!size\/.*-(4|8|10|16|64)-mib$)/;

type Flags = { outputDir: string; folder?: string; seed?: number; quiet?: true };

/** `witness demo`: compares the embedded servers, which are started and stopped again. */
export function demoCommand(): Command {
  return new Command("demo")
    .description("start the embedded servers on free loopback ports and compare them")
    .option("--output-dir <folder>", "where the comparison gets its folder", "reports")
    .option("--folder <folder>", "the comparison goes here, in the place of the last one")
    .option("--seed <n>", "seed of the generated cases", wholeNumber(-(2 ** 31), 2 ** 31 - 1))
    .option("-q, --quiet", "no progress")
    .action(async (flags: Flags) => {
      const references = await startReferences();
      try {
        const progress = new Progress({ quiet: flags.quiet === true });
        for (const { name, baseUrl } of references.targets) progress.say(`${name}  ${baseUrl}`);
        for (const text of references.missing) progress.say(`left out: ${text}`);
        process.exitCode = await compareAll(references.targets, flags, progress);
      } finally {
        references.stop();
      }
    });
}

async function compareAll(targets: Target[], flags: Flags, progress: Progress): Promise<number> {
  // The catalogue takes a moment to load: not before it is wanted.
  const { loadSuites } = await import("./load-suites.ts");
  const suites = await loadSuites({});
  const { runs, view, report } = await interruptible((signal) =>
    conductComparison(targets, suites, demoFlags(flags), { signal, events: progress.events() }),
  );
  progress.clear();
  await print(renderComparison(view, painter(process.stdout), { report }));
  return exitCodeOfAll(runs, targets);
}

/** As `witness compare` has them, but less of each, and less patience: it is a demonstration, and near. */
const demoFlags = ({ outputDir, folder, seed = drawSeed() }: Flags): ComparisonFlags => ({
  suite: [],
  grep: BELOW_4_MIB,
  runs: 50,
  repeats: 2,
  seed,
  concurrency: 10,
  timeout: 1000,
  outputDir,
  ...(folder !== undefined && { folder }),
  waitFor: 0,
  insecure: false,
  explore: {
    ...defaultExploration(),
    caps: { ...DEFAULT_CAPS, body: 2 * 1024 * 1024, depth: 10_000, keys: 10_000, digits: 10_000 },
    runsPerProperty: 30,
    maxTimeMs: 10_000,
  },
  load: {
    offered: { model: "closed", connections: 10, pipelining: 1 },
    processes: 1,
    warmupMs: 200,
    durationMs: 300,
    rounds: 6,
    timeoutMs: 10_000,
    sweep: false,
  },
});
