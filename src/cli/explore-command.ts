import { Command } from "commander";
import type { Target } from "../model/target.ts";
import { renderExplored } from "../report/terminal/explore/render-explored.ts";
import { VERSION } from "../version.ts";
import { distinctTargets } from "./compared-targets.ts";
import { conductExploration, exploredParts, type ExplorationFlags } from "./conduct-exploration.ts";
import { exitCodeOfAll, isWorthPrinting } from "./exit-codes.ts";
import {
  DRAWN,
  addExploreFlags,
  exploreOptions,
  partsOption,
  type ExploreFlags,
} from "./explore-flags.ts";
import { addConfig } from "./add-config.ts";
import { interruptible } from "./interrupt.ts";
import { painter, print } from "./output.ts";
import { duration, list, milliseconds, wholeNumber } from "./parse-options.ts";
import { Progress } from "./progress.ts";
import { drawSeed, type Conducted } from "./record-run.ts";
import { terminalJson } from "../text/terminal-text.ts";

type Flags = ExploreFlags &
  ExplorationFlags & {
    suites?: string;
    runs: number;
    json?: true;
    quiet?: true;
  };

/** `witness explore`: smallest examples and boundaries of one target, differences between several. */
export function exploreCommand(): Command {
  const command = new Command("explore")
    .description(
      "find the smallest request for each answer, exact boundaries, and where targets differ",
    )
    .argument("<target...>", "[name=]base URLs; :3000 is short for http://localhost:3000")
    .addOption(partsOption());
  return addExploreFlags(addConfig(command))
    .option("--suite <names>", "draw only from these suites", list, [])
    .option("--suites <file>", "a module of suites of your own")
    .option("--runs <n>", "requests to draw from each property", wholeNumber(0), DRAWN)
    .option("--seed <n>", "seed of the generated cases", wholeNumber(-(2 ** 31), 2 ** 31 - 1))
    .option("--first-id <n>", "fresh ids count up from here", wholeNumber(100_000_000, 989_999_999))
    .option("--concurrency <n>", "requests under way at a time", wholeNumber(1, 1000), 10)
    .option("--timeout <ms>", "how long to wait for an answer", milliseconds, 1000)
    .option("--wait-for <time>", "keep trying until the targets answer, e.g. 30s", duration, 0)
    .option("--output-dir <folder>", "where the runs get their folders", "reports")
    .option("--insecure", "take any TLS certificate", false)
    .option("--json", "print the summary as one JSON document (of several targets, a list)")
    .option("-q, --quiet", "no progress")
    .action(async (texts: string[], flags: Flags) => {
      process.exitCode = await carryOut(distinctTargets(texts), flags);
    });
}

async function carryOut(targets: Target[], flags: Flags): Promise<number> {
  const parts = exploredParts(targets.length, flags.parts);
  const explore = exploreOptions(flags, parts, flags.runs);
  const progress = new Progress({ quiet: flags.quiet === true });
  const seed = flags.seed ?? drawSeed();
  for (const { name, baseUrl } of targets)
    progress.say(
      `witness ${VERSION} · target ${name}  ${baseUrl} · seed ${seed} · POST ${baseUrl}/api/user`,
    );
  const { loadSuites } = await import("./load-suites.ts");
  const suites = await loadSuites(flags);
  const events = progress.events();
  const conducted = await interruptible((signal) =>
    conductExploration(targets, suites, { ...flags, seed }, explore, { signal, events }),
  );
  progress.clear();
  await printResult(conducted, flags.json === true);
  return exitCodeOfAll(conducted, targets);
}

async function printResult(conducted: Conducted[], json: boolean): Promise<void> {
  const summaries = conducted.map(({ summary }) => summary);
  if (json) {
    const [only, second] = summaries;
    await print(terminalJson(second === undefined ? only : summaries));
  } else if (conducted.every(({ outcome }) => isWorthPrinting(outcome)))
    await print(
      renderExplored(
        conducted.map(({ summary, report, folder }) => ({ summary, report, run: folder })),
        painter(process.stdout),
      ),
    );
}
