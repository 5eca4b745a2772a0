import type { RunFold } from "../analyse/index.ts";
import type { GivenTarget, RunEnd } from "../model/index.ts";
import type { OptionsOf } from "../options/index.ts";
import {
  calibrateTarget,
  drawUntilSeen,
  inferRules,
  loadSettingsOf,
  sendExploration,
  sendLoad,
  sendSuites,
  withRecord,
  type CalibratedRun,
  type RunOutcome,
  type RunTask,
} from "../observe/index.ts";
import type { Catalogue } from "./load-suites.ts";
import { keepNewest } from "./keep-runs.ts";
import { concludeRun, openRun, seedOf, type Control, type FinishedRun } from "./open-run.ts";
import { explorationOf } from "./plan-exploration.ts";
import { shortLoad } from "./plan-load.ts";
import { planSuites, wantedSuites } from "./plan-suites.ts";
import { sentText } from "./sent-text.ts";
import { servedTargets } from "./served-target.ts";
import { withFleet } from "./with-fleet.ts";

/**
 * `witness run`: plans, opens the record, sends to one target, and writes the reports. A target that
 * misbehaves is in the outcome. @throws WitnessError if nothing can be sent, or the folder cannot be
 * written to.
 */
export const runJob = (
  given: GivenTarget,
  catalogue: Catalogue,
  options: OptionsOf<"run">,
  control: Control,
  closing?: Closing,
): Promise<FinishedRun> =>
  withFleet(options, control, (whole) => runOne(given, catalogue, options, whole, closing));

/** What is sent after the experiments, with what was found until then. */
export type Closing = (run: CalibratedRun, fold: RunFold) => Promise<RunEnd>;

async function runOne(
  given: GivenTarget,
  catalogue: Catalogue,
  options: OptionsOf<"run">,
  control: Control,
  closing?: Closing,
): Promise<FinishedRun> {
  const seed = seedOf(options);
  const planned = planSuites(catalogue, options, seed);
  control.events.phase?.(sentText(planned, catalogue.interface));
  const [target = given] = await servedTargets([given], options.serve);
  const run = openRun(
    {
      verb: "run",
      target,
      catalogue,
      planned,
      explored: wantedSuites(catalogue, options),
      seed,
      explore: explorationOf(catalogue.interface, options),
      load: options.load ? shortLoad(options.loadDurationMs) : undefined,
    },
    options,
    control,
  );
  const finished = concludeRun(run, await sendRun(run, closing));
  await keepNewest(options, [finished.outcome.end]);
  return finished;
}

/** Sends the plan: the suites, then exploration, experiments and load if the header has them. */
export function sendRun(run: RunTask & { fold: RunFold }, closing?: Closing): Promise<RunOutcome> {
  return withRecord(run, async (journal, given) => {
    const approached = await calibrateTarget(given, journal);
    if ("end" in approached) return approached;
    const { settings } = approached;
    try {
      const end = await sendSuites({ settings, approached, journal });
      if (end !== "done" && end !== "out-of-time") return { end };
      const { explore, infer, load, untilUnseen } = settings.header.options;
      if (explore !== undefined) {
        const [explored = "done"] = await sendExploration([{ settings, approached, journal }]);
        if (explored !== "done") return { end: explored };
      }
      if (untilUnseen !== undefined) {
        const drawn = await drawUntilSeen({ settings, approached, journal }, untilUnseen);
        if (drawn !== "done") return { end: drawn };
      }
      if (infer === true) {
        const inferred = await inferRules({ settings, approached, journal }, run.fold);
        if (inferred !== "done") return { end: inferred };
        const closed = await closing?.({ settings, approached, journal }, run.fold);
        if (closed !== undefined && closed !== "done") return { end: closed };
      }
      if (load === undefined) return { end };
      const loaded = await sendLoad(loadSettingsOf({ settings, journal }, load));
      // What there was no time for stays unsent, however the load went.
      return loaded.end === "done" ? { ...loaded, end } : loaded;
    } finally {
      await approached.dispatcher.close();
    }
  });
}
