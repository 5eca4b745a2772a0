import { Command, Option } from "commander";
import { parseBaseUrl } from "../contract/base-url.ts";
import { WitnessError } from "../errors.ts";
import type { Suite } from "../model/suite.ts";
import type { Target } from "../model/target.ts";
import { renderTerminal } from "../report/terminal/render-terminal.ts";
import { VERSION } from "../version.ts";
import { addConfig, addGate } from "./add-config.ts";
import { addSelection } from "./add-selection.ts";
import { conductRun, planRun, type RunFlags } from "./conduct-run.ts";
import { exitCodeOf, isWorthPrinting } from "./exit-codes.ts";
import { axisOption, explorationOf } from "./explore-flags.ts";
import { duration, parseTarget } from "./parse-options.ts";
import { printDryRun, printList } from "./print-plan.ts";
import { painter, print } from "./output.ts";
import { Progress } from "./progress.ts";
import { interruptible } from "./interrupt.ts";
import { judgeRuns, prepareGate, type GateFlags } from "./judge-runs.ts";
import { shortLoad } from "./load-flags.ts";
import { drawFirstId, drawSeed, type Conducted } from "./record-run.ts";
import { terminalJson } from "../text/terminal-text.ts";

type Flags = Omit<RunFlags, "load" | "explore"> &
  GateFlags & {
    /** Boundaries and smallest examples, after the suites. */
    explore?: boolean;
    axis: string[];
    gate?: true;
    config?: string;
    /** False with --no-load. */
    load: boolean;
    loadDuration: number;
    suites?: string;
    list?: true;
    dryRun?: true;
    json?: true;
    quiet?: true;
  };

/** `witness run`: the main job on one target. */
export function runCommand(): Command {
  const command = new Command("run")
    .description("send the stated request and the edge cases to a server, and report what it does")
    .argument("<target>", "[name=]base URL; :3000 is short for http://localhost:3000");
  const loadDuration = new Option("--load-duration <time>", "how long each of its rounds lasts");
  return addGate(addSelection(addConfig(command)))
    .option("--gate", "judge it too, by your own rules: see witness gate")
    .option("--wait-for <time>", "keep trying until the target answers, e.g. 30s", duration, 0)
    .option("--explore", "look for boundaries and smallest examples too (see witness explore)")
    .addOption(axisOption())
    .option("--no-load", "leave out the short load test at the end")
    .addOption(loadDuration.argParser(duration).default(2000, "2 s"))
    .option("--output-dir <folder>", "where the run gets its folder", "reports")
    .option("--insecure", "take any TLS certificate", false)
    .option("--list", "print the cases that would be sent, and send nothing")
    .option("--dry-run", "print the requests that would be sent, and send nothing")
    .option("--json", "print the summary (or the list) as one JSON document")
    .option("-q, --quiet", "no progress")
    .action(async (text: string, flags: Flags, run: Command) => {
      const target = parseTarget(text);
      refuseWithoutGate(flags, run);
      // The catalogue takes a moment to load: not before it is wanted.
      const { loadSuites } = await import("./load-suites.ts");
      const suites = await loadSuites(flags);
      if (flags.list === true || flags.dryRun === true) await printPlan(target, suites, flags);
      else process.exitCode = await carryOut(target, suites, flags);
    });
}

/** What judges nothing must not look as if it did. */
function refuseWithoutGate({ gate }: Flags, run: Command): void {
  const named = ["baseline", "reporter", "inconclusive"].find(
    (name) => run.getOptionValueSource(name) === "cli",
  );
  if (gate === true || named === undefined) return;
  throw new WitnessError("gate", `--${named} is for judging, and nothing is judged`, {
    hint: "add --gate, or use witness gate",
  });
}

async function printPlan(target: Target, suites: Suite[], flags: Flags): Promise<void> {
  const seed = flags.seed ?? drawSeed();
  const planned = planRun(suites, flags, seed);
  if (flags.list === true) await printList(planned, flags.json === true);
  else
    await printDryRun(planned, {
      target: parseBaseUrl(target.baseUrl),
      firstId: flags.firstId ?? drawFirstId(),
      seed,
    });
}

async function carryOut(target: Target, suites: Suite[], flags: Flags): Promise<number> {
  const loaded = flags.gate === true ? await prepareGate(flags, suites) : undefined;
  const seed = flags.seed ?? drawSeed();
  const load = flags.load ? { load: shortLoad(flags.loadDuration) } : {};
  const explore = explorationOf(flags);
  const { load: _load, explore: _explore, ...rest } = flags;
  const progress = new Progress({ quiet: flags.quiet === true });
  progress.say(
    `witness ${VERSION} · target ${target.name}  ${target.baseUrl} · seed ${seed} · POST ${target.baseUrl}/api/user`,
  );
  const conducted = await interruptible((signal) =>
    conductRun(
      target,
      suites,
      { ...rest, ...explore, ...load, seed },
      {
        signal,
        events: progress.events(),
      },
    ),
  );
  progress.clear();
  await printResult(conducted, flags.json === true);
  const code = exitCodeOf(conducted, target);
  if (loaded === undefined || code > 1) return code;
  return judgeRuns([conducted], loaded, {
    ...flags,
    ...(flags.json === true && { silent: true }),
  });
}

async function printResult({ summary, folder, report, outcome }: Conducted, json: boolean) {
  if (json) await print(terminalJson(summary));
  else if (isWorthPrinting(outcome))
    await print(renderTerminal(summary, painter(process.stdout), { report, run: folder }));
}
