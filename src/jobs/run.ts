import type { RunFold } from "../analyse/index.ts";
import { endedAsPlanned, type GivenTarget, type LoadPlan, type RunEnd } from "../model/index.ts";
import type { OptionsOf } from "../options/index.ts";
import type { CalibratedRun, RunOutcome, RunSettings, RunTask } from "../observe/index.ts";
import * as observe from "../observe/index.ts";
import type { Catalogue } from "./load-suites.ts";
import { concludeAndKeep, type FinishedRun, type PartRun, partRunOf } from "./conclude-run.ts";
import { openRun, seedOf, type Control } from "./open-run.ts";
import { explorationOf } from "./explore.ts";
import { againstLoad, shortLoad } from "./load.ts";
import { planSuites, wantedSuites } from "./plan-suites.ts";
import type { Settings } from "./settings.ts";
import { sentText } from "./sent-text.ts";
import { servedTargets } from "./served-target.ts";
import { withFleet } from "./with-fleet.ts";

/** `against`: the build to load in turn with the target, and for how long. `leaks`: when memory that grows is searched for. */
type RunOptions = Omit<OptionsOf<"run">, "tag" | "given" | "baseline"> &
  Pick<Settings, "baseline" | "manner" | "unique"> & {
    against?: { target: GivenTarget; timeMs: number } | undefined;
    leaks?: RunSettings["leaks"];
  };

export type Closing = (run: CalibratedRun, fold: RunFold) => Promise<RunEnd>;

/** `witness run`. A target that misbehaves is in the outcome. @throws WitnessError if nothing can be sent or written. */
export const runJob = (
  given: GivenTarget,
  catalogue: Catalogue,
  options: RunOptions,
  control: Control,
  closing?: Closing,
): Promise<FinishedRun> =>
  withFleet(options, control, async (whole) => {
    const plan = planRun(catalogue, options, seedOf(options));
    whole.events.phase?.(sentText(plan.planned, catalogue.interface));
    const [target = given] = await servedTargets([given], options.serve);
    if (options.reset !== undefined) await observe.resetTarget(options.reset, whole.signal);
    const run = openRun({ ...plan, target }, options, whole);
    return concludeAndKeep(run, await sendRun(run, closing), options);
  });

export const planRun = (catalogue: Catalogue, options: RunOptions, seed: number) => ({
  verb: "run" as const,
  catalogue,
  planned: planSuites(catalogue, options, seed),
  explored: wantedSuites(catalogue, options),
  seed,
  explore: explorationOf(catalogue.interface, options),
  load: options.load ? loadOf(options) : undefined,
  against: options.against?.target,
  // The samples of the load show whether there is anything to search for.
  leaks: options.leaks ?? (options.load ? ("if-suspected" as const) : undefined),
});

/** One of several runs in a folder. An unreachable target is in the result. @throws any other error of the run. */
export async function runPart(
  plan: Parameters<typeof openRun>[0],
  options: RunOptions,
  control: Control,
  folder: string,
  closing?: Closing,
): Promise<PartRun> {
  const opened = openRun(plan, options, control, folder);
  return partRunOf(opened, await sendRun(opened, closing), folder, options);
}

function loadOf({ against, loadDurationMs }: RunOptions): LoadPlan {
  if (against === undefined) return shortLoad(loadDurationMs);
  const { baseUrl, serve } = against.target;
  return againstLoad({ baseUrl, command: serve?.command, timeMs: against.timeMs });
}

const sendRoundsOf = (target: CalibratedRun, load: LoadPlan): Promise<RunOutcome> =>
  load.against === undefined
    ? observe.sendLoad(observe.loadSettingsOf(target, load))
    : observe.sendAgainst(target, load);

/** Sends the plan: the suites, then exploration, experiments and load if the header has them. */
export function sendRun(run: RunTask & { fold: RunFold }, closing?: Closing): Promise<RunOutcome> {
  return observe.withRecord(run, async (journal, given) => {
    const approached = await observe.calibrateTarget(given, journal);
    if ("end" in approached) return approached;
    const { settings } = approached;
    const target = { settings, approached, journal };
    const { explore, infer, load, untilUnseen } = settings.header.options;
    try {
      const end = await observe.sendSuites(target);
      if (!endedAsPlanned({ end })) return { end };
      const further = [
        end === "done" && (() => observe.probeState(target, run.fold)),
        end === "done" && (() => observe.findClockLimits(target)),
        () => observe.confirmCases(target),
        explore && (async () => (await observe.sendExploration([target]))[0] ?? "done"),
        untilUnseen !== undefined && (() => observe.drawUntilSeen(target, untilUnseen)),
        infer === true && (() => observe.inferRules(target, run.fold)),
        infer === true && closing && (() => closing(target, run.fold)),
      ];
      for (const send of further) {
        const reached = send ? await send() : "done";
        if (reached !== "done") return { end: reached };
      }
      const loaded = load && (await sendRoundsOf(target, load));
      if (loaded !== undefined && loaded.end !== "done") return loaded;
      if (end === "done") await observe.probeOldest(target, run.fold);
      const { leaks } = settings;
      if (leaks === "always" || (leaks !== undefined && end === "done"))
        await observe.searchLeak(target, {
          loadedAtMs: run.fold.load.rounds[0]?.atMs,
          cases: "sent",
        });
      if (end === "done") await observe.probeRestart(target, run.fold);
      // What there was no time for stays unsent, however the load went.
      return { ...loaded, end };
    } finally {
      await approached.dispatcher.close();
    }
  });
}
