import { dirname, join } from "node:path";
import { Command, Option } from "commander";
import type { Target } from "../model/target.ts";
import { createRunFolder, findRunFile } from "../record/run-folder.ts";
import { renderComparison } from "../report/terminal/comparison/render-comparison.ts";
import { VERSION } from "../version.ts";
import { addConfig } from "./add-config.ts";
import { addSelection } from "./add-selection.ts";
import { comparedTargets } from "./compared-targets.ts";
import {
  conductComparison,
  type ComparisonFlags,
  type ConductedComparison,
} from "./conduct-comparison.ts";
import { comparedExploration, pairedLoad } from "./comparison-options.ts";
import { exitCodeOfAll, exitCodeOfStored } from "./exit-codes.ts";
import { interruptible } from "./interrupt.ts";
import { painter, print } from "./output.ts";
import { duration, span, wholeNumber } from "./parse-options.ts";
import { Progress } from "./progress.ts";
import { readFolds } from "./read-folds.ts";
import { drawSeed, shorter } from "./record-run.ts";
import { writeComparison } from "./write-comparison.ts";
import { terminalJson } from "../text/terminal-text.ts";

type Flags = Omit<ComparisonFlags, "load" | "explore" | "seed"> & {
  seed?: number;
  targets?: string;
  suites?: string;
  corpus?: string;
  /** False with --no-load, --no-explore. */
  load: boolean;
  explore: boolean;
  quick?: true;
  rounds?: number;
  duration?: number;
  warmup?: number;
  connections: number;
  json?: true;
  quiet?: true;
};

/** `witness compare`: several targets, or stored runs, side by side. */
export function compareCommand(): Command {
  const command = new Command("compare")
    .description("send the same bytes to several servers, or read stored runs, and compare them")
    .argument("[target...]", "[name=]base URLs, or run folders")
    .option("--targets <file>", "targets from a file: JSON, or lines of name=URL");
  const time = (name: string, about: string, parse: (text: string) => number): Option =>
    new Option(`--${name} <time>`, about).argParser(parse);
  return addSelection(addConfig(command))
    .option("--no-explore", "leave out boundaries, smallest examples and shrunk differences")
    .option("--no-load", "leave out the paired rounds of load")
    .option("--quick", "6 rounds of 0.3 + 1 s instead of 10 of 2 + 5 s: wider intervals")
    .option("--rounds <n>", "paired rounds of load", wholeNumber(1, 1000))
    .addOption(time("duration", "how long each target's slot in a round lasts", span))
    .addOption(time("warmup", "sent before each slot, and discarded", duration))
    .option("--connections <n>", "connections at a time", wholeNumber(1, 100_000), 10)
    .option("--wait-for <time>", "keep trying until the targets answer, e.g. 30s", duration, 0)
    .option("--output-dir <folder>", "where the comparison gets its folder", "reports")
    .option("--insecure", "take any TLS certificate", false)
    .option("--json", "print the comparison as one JSON document")
    .option("-q, --quiet", "no progress")
    .action(async (texts: string[], flags: Flags) => {
      const compared = comparedTargets(texts, flags.targets);
      process.exitCode =
        "runs" in compared
          ? await compareStored(compared.runs, flags)
          : await compareServers(compared.targets, flags);
    });
}

async function compareServers(targets: Target[], flags: Flags): Promise<number> {
  const seed = flags.seed ?? drawSeed();
  const progress = new Progress({ quiet: flags.quiet === true });
  progress.say(`witness ${VERSION} · seed ${seed} · the same requests to each of`);
  for (const { name, baseUrl } of targets) progress.say(`  ${name}  POST ${baseUrl}/api/user`);
  const { loadSuites } = await import("./load-suites.ts");
  const suites = await loadSuites(flags);
  const { load: _load, explore: _explore, ...rest } = flags;
  const conducted = await interruptible((signal) =>
    conductComparison(
      targets,
      suites,
      {
        ...rest,
        seed,
        ...(flags.load && { load: loadOf(flags) }),
        ...(flags.explore && { explore: comparedExploration() }),
      },
      { signal, events: progress.events() },
    ),
  );
  progress.clear();
  await printResult(conducted, flags.json === true);
  return exitCodeOfAll(conducted.runs, targets);
}

async function compareStored(paths: string[], flags: Flags): Promise<number> {
  const folds = await readFolds(paths);
  const runs = folds.map((fold, index) => ({
    fold,
    folder: shorter(join(dirname(findRunFile(paths[index] ?? "")))),
  }));
  const { path } = createRunFolder(flags.outputDir, {
    startedAt: new Date(),
    target: "comparison",
    seed: runs[0]?.fold.header?.seed ?? 0,
  });
  const folder = shorter(path);
  await printResult({ ...writeComparison(runs, folder), folder }, flags.json === true);
  const codes = folds.map(({ integrity, footer }) =>
    exitCodeOfStored({ record: integrity, end: footer?.end ?? "cut-off" }),
  );
  return Math.max(...codes);
}

const loadOf = ({ quick, rounds, duration: durationMs, warmup, connections }: Flags) =>
  pairedLoad({ quick: quick === true, rounds, durationMs, warmupMs: warmup, connections });

type Printed = Pick<ConductedComparison, "view" | "report" | "folder">;

async function printResult({ view, report }: Printed, json: boolean): Promise<void> {
  await print(
    json
      ? terminalJson(view.comparison)
      : renderComparison(view, painter(process.stdout), { report }),
  );
}
