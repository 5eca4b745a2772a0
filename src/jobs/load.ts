import { expectedStatuses } from "../analyse/index.ts";
import { WitnessError } from "../errors.ts";
import type { GivenTarget } from "../model/index.ts";
import type { OptionsOf } from "../options/index.ts";
import {
  checkSequence,
  Dispatcher,
  endWithout,
  firstContact,
  loadSettingsOf,
  sendingOf,
  sendLoad,
  statusesOf,
  usedAddress,
  withRecord,
  type Journal,
  type RunOutcome,
  type RunTask,
  type ValidCases,
} from "../observe/index.ts";
import type { Catalogue } from "./load-suites.ts";
import { keepNewest } from "./keep-runs.ts";
import { concludeRun, drawSeed, openRun, type Control, type FinishedRun } from "./open-run.ts";
import { planLoad } from "./plan-load.ts";
import { requireServed, servedTargets } from "./served-target.ts";
import { withFleet } from "./with-fleet.ts";

/** Valid requests sent one by one before the load, to record their responses without load. */
const ASKED_BEFORE = 5;

/**
 * `witness load`: loads one target, records the rounds, and writes the reports. @throws
 * WitnessError if the options contradict each other, or the folder cannot be written to.
 */
export const loadJob = (
  given: GivenTarget,
  catalogue: Catalogue,
  options: OptionsOf<"load">,
  control: Control,
): Promise<FinishedRun> =>
  withFleet(options, control, (whole) => loadOne(given, catalogue, options, whole));

async function loadOne(
  given: GivenTarget,
  catalogue: Catalogue,
  options: OptionsOf<"load">,
  control: Control,
): Promise<FinishedRun> {
  const load = planLoad(options);
  const seed = options.seed ?? drawSeed();
  requireServed([given], options);
  const [target = given] = await servedTargets([given], options.serve);
  const run = openRun(
    { verb: "load", target, catalogue, planned: [], explored: [], seed, load },
    options,
    control,
  );
  const finished = concludeRun(run, await sendRounds(run));
  await keepNewest(options, [finished.outcome.end]);
  return finished;
}

/**
 * Checks that the target responds, records the response to a valid request on an idle server, then sends the
 * rounds.
 */
export function sendRounds(run: RunTask): Promise<RunOutcome> {
  return withRecord(run, async (journal, settings) => {
    const { recorded, header, signal, events = {} } = settings;
    const { load } = header.options;
    if (load === undefined) throw new Error("a run of load has its options in the header");
    const rounds = { settings, journal };
    if (recorded?.approach !== undefined) {
      const expected = expectedStatuses(recorded.statuses);
      return sendLoad(loadSettingsOf(rounds, load, expected));
    }
    const dispatcher = new Dispatcher(
      { ...sendingOf(settings), keep: true },
      checkSequence(settings),
    );
    try {
      events.phase?.("checking that a valid request gets a response");
      const contact = await firstContact(settings, dispatcher, journal);
      if (contact.state !== "responding" || signal.aborted)
        return endWithout(contact, signal, journal);
      const before = await askBefore(settings.valid, dispatcher, journal);
      if (load.offered.model === "closed" && load.offered.pipelining > 1 && before.closes)
        throw new WitnessError(
          "pipelining",
          "this server closes the connection after a response: nothing can be pipelined on it",
          { hint: "leave --pipelining out" },
        );
      journal.write({
        type: "approach",
        asking: contact.asking.id,
        ...usedAddress(settings.target),
        nextFresh: dispatcher.nextFresh,
      });
      const counts = { ...before.statuses };
      for (const status of statusesOf(contact.results)) counts[status] = (counts[status] ?? 0) + 1;
      return await sendLoad(loadSettingsOf(rounds, load, expectedStatuses(counts)));
    } finally {
      await dispatcher.close();
    }
  });
}

/** The statuses of the valid request on an idle server, and whether its connection is then closed. */
async function askBefore(valid: ValidCases, dispatcher: Dispatcher, journal: Journal) {
  const statuses: Record<string, number> = {};
  let closes = false;
  for (let nth = 0; nth < ASKED_BEFORE; nth += 1) {
    const atMs = journal.nowMs();
    const dispatched = await dispatcher.send(valid.client);
    journal.observe(valid.client, dispatched, atMs, dispatcher.timeoutMs);
    const [result] = dispatched.answers;
    if (result?.outcome === "answered")
      statuses[result.status] = (statuses[result.status] ?? 0) + 1;
    closes ||= dispatched.end === "closed" || dispatched.end === "reset";
  }
  return { statuses, closes };
}
