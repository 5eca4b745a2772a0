import { expectedStatuses } from "../analyse/load/expected-statuses.ts";
import { WitnessError } from "../errors.ts";
import type { RunRecord } from "../model/run.ts";
import { Dispatcher } from "./dispatcher.ts";
import { endWithout, firstContact } from "./first-contact.ts";
import { journalled, type Journal, type RecordSink } from "./journal.ts";
import type { RunOutcome, RunSettings, ValidCases } from "./run-settings.ts";
import { sendLoad } from "./send-load.ts";

/** Valid requests sent one by one before the load, to know what they get without it. */
const ASKED_BEFORE = 5;

/** Load on its own, without the suites: check that the target answers, then the rounds. */
export const runLoad = (
  settings: RunSettings,
  writer: RecordSink,
  follow: (record: RunRecord) => void,
): Promise<RunOutcome> =>
  journalled(settings, writer, follow, (journal) => carryOut(settings, journal));

async function carryOut(settings: RunSettings, journal: Journal): Promise<RunOutcome> {
  const { target, header, insecure, signal, events = {} } = settings;
  const { load: options, timeoutMs } = header.options;
  if (options === undefined) throw new Error("a run of load has its options in the header");
  const { firstId, seed } = header;
  const dispatcher = new Dispatcher({ target, firstId, timeoutMs, insecure, signal, keep: true });
  try {
    const common = { target, options, firstId, seed, insecure, signal, journal, events };
    const { recorded } = settings;
    if (recorded?.approach !== undefined) {
      const expected = expectedStatuses(recorded.statuses);
      const usedIds = recorded.nextFresh;
      return await sendLoad({ ...common, usedIds, recorded, expectedStatuses: expected });
    }
    events.phase?.("checking that a valid request is answered");
    const contact = await firstContact({ ...settings, dispatcher, journal });
    if (contact.state !== "answering" || signal.aborted)
      return endWithout(contact, signal, journal);
    const before = await askBefore(settings.valid, dispatcher, journal);
    if (options.offered.model === "closed" && options.offered.pipelining > 1 && before.closes)
      throw new WitnessError(
        "pipelining",
        "this server closes the connection after an answer: nothing can be pipelined on it",
        { hint: "leave --pipelining out" },
      );
    const usedIds = dispatcher.nextFresh;
    const counts = { ...before.statuses };
    for (const status of contact.statuses) counts[status] = (counts[status] ?? 0) + 1;
    journal.write({ type: "approach", asking: contact.asking.id, nextFresh: usedIds });
    const expected = expectedStatuses(counts);
    return await sendLoad({ ...common, usedIds, expectedStatuses: expected });
  } finally {
    await dispatcher.close();
  }
}

/** The statuses that the valid request gets on a quiet server, and whether its connection is closed then. */
async function askBefore(valid: ValidCases, dispatcher: Dispatcher, journal: Journal) {
  const statuses: Record<string, number> = {};
  let closes = false;
  for (let nth = 0; nth < ASKED_BEFORE; nth += 1) {
    const atMs = journal.nowMs();
    const dispatched = await dispatcher.send(valid.client);
    journal.observe(valid.client, dispatched, atMs, dispatcher.timeoutMs);
    const [answer] = dispatched.answers;
    if (answer?.outcome === "answered")
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
    closes ||= dispatched.end === "closed" || dispatched.end === "reset";
  }
  return { statuses, closes };
}
