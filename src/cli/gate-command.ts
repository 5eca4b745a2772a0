import { Command } from "commander";
import { WitnessError } from "../errors.ts";
import type { Suite } from "../model/suite.ts";
import type { Target } from "../model/target.ts";
import { addConfig, addGate } from "./add-config.ts";
import { addSelection } from "./add-selection.ts";
import { comparedTargets } from "./compared-targets.ts";
import { conductComparison, type ComparisonFlags } from "./conduct-comparison.ts";
import { conductRun } from "./conduct-run.ts";
import type { LoadedConfig } from "./config/load-config.ts";
import { exitCodeOfAll } from "./exit-codes.ts";
import { axisOption, explorationOf } from "./explore-flags.ts";
import { interruptible } from "./interrupt.ts";
import { judgeRuns, prepareGate, type GateFlags } from "./judge-runs.ts";
import { shortLoad } from "./load-flags.ts";
import { duration } from "./parse-options.ts";
import { Progress } from "./progress.ts";
import { drawSeed, type Conducted } from "./record-run.ts";
import { storedSummary } from "./stored-summary.ts";

type Flags = GateFlags &
  Omit<ComparisonFlags, "load" | "explore" | "seed"> & {
    config?: string;
    seed?: number;
    suites?: string;
    corpus?: string;
    load: boolean;
    loadDuration: number;
    explore?: boolean;
    axis: string[];
    quiet?: true;
  };

/** Paired rounds where there are several targets: the fewest that bound a ratio. */
const PAIRED_ROUNDS = 6;

/** `witness gate`: decides whether a build goes on, by what is stated and what the user wrote down. */
export function gateCommand(): Command {
  const command = new Command("gate")
    .description("judge servers (or stored runs) by what is stated and by your own rules")
    .argument(
      "[target...]",
      "[name=]base URLs or run folders; those of the configuration otherwise",
    );
  return addGate(addSelection(addConfig(command)))
    .option("--wait-for <time>", "keep trying until the targets answer, e.g. 30s", duration, 0)
    .option("--explore", "look for boundaries too (done where a rule speaks of one)")
    .addOption(axisOption())
    .option("--no-load", "leave out the load")
    .option("--load-duration <time>", "how long each round of load lasts", duration, 2000)
    .option("--output-dir <folder>", "where runs and results go", "reports")
    .option("--insecure", "take any TLS certificate", false)
    .option("--json", "print the result as one JSON document")
    .option("-q, --quiet", "no progress")
    .action(async (texts: string[], flags: Flags) => {
      // The catalogue takes a moment to load: not before it is wanted.
      const { loadSuites } = await import("./load-suites.ts");
      const suites = await loadSuites(flags);
      const loaded = await prepareGate(flags, suites);
      const given = texts.length > 0 ? texts : targetsIn(loaded);
      const what = comparedTargets(given, undefined, 1);
      process.exitCode =
        "runs" in what
          ? await judgeStored(what.runs, loaded, flags)
          : await gateServers(what.targets, suites, loaded, flags);
    });
}

function targetsIn({ config: { targets = [] } }: LoadedConfig): string[] {
  const texts = Array.isArray(targets)
    ? targets
    : Object.entries(targets).map(([name, url]) => `${name}=${url}`);
  if (texts.length > 0) return texts;
  throw new WitnessError("gate", "there is nothing to judge: no target and no run", {
    hint: "witness gate :3000, or targets in witness.config.ts (witness init writes one)",
  });
}

async function judgeStored(
  paths: string[],
  loaded: LoadedConfig,
  flags: GateFlags,
): Promise<number> {
  const runs = [];
  for (const folder of paths) runs.push({ folder, summary: await storedSummary(folder) });
  return judgeRuns(runs, loaded, flags);
}

async function gateServers(
  targets: Target[],
  suites: Suite[],
  loaded: LoadedConfig,
  flags: Flags,
): Promise<number> {
  const progress = new Progress({ quiet: flags.quiet === true });
  for (const { name, baseUrl } of targets)
    progress.say(`target ${name}  ${baseUrl} · POST ${baseUrl}/api/user`);
  const runs = await interruptible((signal) =>
    send(targets, suites, flags, loaded, { signal, events: progress.events() }),
  );
  progress.clear();
  const code = exitCodeOfAll(runs, targets);
  // Lost or interrupted: there is not enough to judge by.
  if (code > 1) return code;
  return judgeRuns(runs, loaded, flags);
}

/** One target as `witness run` does it, several as `witness compare` does. */
async function send(
  targets: Target[],
  suites: Suite[],
  flags: Flags,
  { config }: LoadedConfig,
  control: Parameters<typeof conductRun>[3],
): Promise<Conducted[]> {
  // Rules that speak of axes have them walked.
  const axis = [...flags.axis, ...Object.keys(config.policy?.boundaries ?? {})];
  const explored = explorationOf({ explore: flags.explore === true, axis });
  const { load: _load, explore: _explore, ...rest } = flags;
  const sending = {
    ...rest,
    seed: flags.seed ?? drawSeed(),
    ...explored,
    ...(flags.load && { load: shortLoad(flags.loadDuration) }),
  };
  const [only, second] = targets;
  if (only !== undefined && second === undefined)
    return [await conductRun(only, suites, sending, control)];
  const paired = sending.load && { load: { ...sending.load, rounds: PAIRED_ROUNDS } };
  const { runs } = await conductComparison(targets, suites, { ...sending, ...paired }, control);
  return runs;
}
