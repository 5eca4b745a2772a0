import { Command, Option } from "commander";
import { WitnessError } from "../errors.ts";
import type { LoadOptions } from "../model/load.ts";
import type { Target } from "../model/target.ts";
import { renderLoad } from "../report/terminal/load/render-load.ts";
import { durationText } from "../text/times.ts";
import { VERSION } from "../version.ts";
import { addConfig } from "./add-config.ts";
import { conductLoad } from "./conduct-load.ts";
import { exitCodeOf, isWorthPrinting } from "./exit-codes.ts";
import { interruptible } from "./interrupt.ts";
import { loadOptions, type LoadFlags } from "./load-flags.ts";
import { painter, print, tell } from "./output.ts";
import { aboveZero, duration, milliseconds, parseTarget, wholeNumber } from "./parse-options.ts";
import { Progress } from "./progress.ts";
import type { Conducted, SendFlags } from "./record-run.ts";
import { saveHgrm } from "./save-hgrm.ts";
import { terminalJson, terminalLines } from "../text/terminal-text.ts";

type Flags = LoadFlags & SendFlags & { saveHgrm?: string; json?: true; quiet?: true };

/** `witness load`: throughput and latency of one target, with what there is to say against the figures. */
export function loadCommand(): Command {
  const command = new Command("load")
    .description(
      "measure throughput and latency with the stated request, and say when not to believe it",
    )
    .argument("<target>", "[name=]base URL; :3000 is short for http://localhost:3000");
  return addOffer(addConfig(command))
    .option("--timeout <ms>", "how long to wait for an answer", milliseconds, 10_000)
    .option("--seed <n>", "seed of random arrivals", wholeNumber(-(2 ** 31), 2 ** 31 - 1))
    .option("--first-id <n>", "ids count up from here", wholeNumber(100_000_000, 989_999_999))
    .option("--wait-for <time>", "keep trying until the target answers, e.g. 30s", duration, 0)
    .option("--output-dir <folder>", "where the run gets its folder", "reports")
    .option("--save-hgrm <file>", "write the latencies as HdrHistogram percentile text")
    .option("--insecure", "take any TLS certificate", false)
    .option("--json", "print the summary as one JSON document")
    .option("-q, --quiet", "no progress")
    .action(async (text: string, flags: Flags) => {
      const options = loadOptions(flags);
      if (options.sweep && flags.saveHgrm !== undefined)
        throw new WitnessError(
          "load-options",
          "--save-hgrm and --sweep exclude each other: steps are no one distribution",
        );
      process.exitCode = await carryOut(parseTarget(text), options, flags);
    });
}

/** What is offered, for how long. */
function addOffer(command: Command): Command {
  const time = (name: string, about: string, ms: number): Option =>
    new Option(`--${name} <time>`, about).argParser(duration).default(ms, durationText(ms));
  const number = (name: string, about: string, least: number, most: number): Option =>
    new Option(`--${name} <n>`, about).argParser(wholeNumber(least, most));
  const rate = "requests due per second, whether or not earlier ones have come back (open model)";
  const connections =
    "connections at a time (10; with --rate, the most it may open: twice the rate, 100 to 10,000)";
  const spacing = new Option("--arrivals <how>", "spacing of --rate");
  return command
    .addOption(number("connections", connections, 1, 100_000))
    .addOption(number("pipelining", "requests under way on each connection", 1, 1000).default(1))
    .addOption(time("duration", "how long a round lasts", 5000))
    .addOption(number("rounds", "how many rounds (3), or steps of a sweep (13)", 1, 1000))
    .addOption(time("warmup", "sent before the first round, and discarded", 2000))
    .addOption(
      number("processes", "processes that send; a second one wants a free core", 1, 16).default(1),
    )
    .addOption(new Option("--rate <n>", rate).argParser(aboveZero))
    .addOption(spacing.choices(["even", "poisson"]).default("even"))
    .option("--sweep", "double connections (or --rate) step by step until it brings nothing more");
}

async function carryOut(target: Target, options: LoadOptions, flags: Flags): Promise<number> {
  const progress = new Progress({ quiet: flags.quiet === true });
  progress.say(
    `witness ${VERSION} · target ${target.name}  ${target.baseUrl} · POST ${target.baseUrl}/api/user`,
  );
  const events = progress.events();
  const conducted = await interruptible((signal) =>
    conductLoad(target, options, flags, { signal, events }),
  );
  progress.clear();
  await printResult(conducted, flags);
  return exitCodeOf(conducted, target);
}

async function printResult(conducted: Conducted, flags: Flags): Promise<void> {
  const { fold, summary, load, folder, report, outcome } = conducted;
  if (flags.json === true) await print(terminalJson(summary));
  else if (isWorthPrinting(outcome))
    await print(renderLoad(summary, load, painter(process.stdout), { report, run: folder }));
  if (flags.saveHgrm === undefined || !isWorthPrinting(outcome)) return;
  tell(terminalLines([`  ${saveHgrm(fold, flags.saveHgrm)}`]));
}
