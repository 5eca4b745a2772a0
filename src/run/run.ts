import type { RunRecord } from "../model/run.ts";
import { approach, type Approached } from "./approach.ts";
import { journalled, type Journal, type RecordSink } from "./journal.ts";
import type { RunOutcome, RunSettings } from "./run-settings.ts";
import { sendExploration } from "./send-exploration.ts";
import { sendLoad } from "./send-load.ts";
import { SuiteSender } from "./send-suites.ts";

/** The main job: check, then every suite, with all that comes back in the record. */
export const runSuites = (
  settings: RunSettings,
  writer: RecordSink,
  follow: (record: RunRecord) => void,
): Promise<RunOutcome> =>
  journalled(settings, writer, follow, async (journal) => {
    const approached = await approach(settings, journal);
    if ("end" in approached) return approached;
    return carryOut(settings, approached, journal).finally(() => approached.dispatcher.close());
  });

/** The suites, then exploration and load where they are wanted. */
async function carryOut(
  settings: RunSettings,
  approached: Approached,
  journal: Journal,
): Promise<RunOutcome> {
  const { target, header, insecure, signal, events = {} } = settings;
  const { asking, manner, dispatcher } = approached;
  const sender = new SuiteSender({ ...settings, ...manner, asking, dispatcher, journal, events });
  const end = await sender.sendAll(settings.planned);
  if (end !== "done") return { end };
  const { load: options, explore } = header.options;
  if (explore !== undefined) {
    const [explored = "done"] = await sendExploration([{ settings, approached, journal }]);
    if (explored !== "done") return { end: explored };
  }
  if (options === undefined) return { end };
  const { firstId, seed } = header;
  const usedIds = dispatcher.nextFresh;
  const { recorded } = settings;
  const common = { target, options, firstId, usedIds, seed, insecure, signal, journal, events };
  const load = { ...common, ...(recorded && { recorded }) };
  return sendLoad({ ...load, expectedStatuses: [] });
}
