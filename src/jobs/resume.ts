import { emptyFold, foldRecord, unreachableText } from "../analyse/index.ts";
import { dirname } from "node:path";
import { interfaceOf, parseBaseUrl } from "../contract/index.ts";
import { WitnessError } from "../errors.ts";
import type { RunHeader, Suite } from "../model/index.ts";
import { findResumePoint, findRunFile, lockRunSoon, readRun, RunWriter } from "../record/index.ts";
import type { RunOutcome, RunSettings } from "../observe/index.ts";
import { Recorded, Served, catalogueHash, SentCount, respondsAgain } from "../observe/index.ts";
import { VERSION } from "../version.ts";
import { exploreTogether } from "./explore.ts";
import { sendRounds } from "./load.ts";
import { concludeRun, type FinishedRun } from "./conclude-run.ts";
import type { Control, OpenRun } from "./open-run.ts";
import { planAgain } from "./plan-suites.ts";
import { sendRun } from "./run.ts";
import { requireValues, routed, recordedRoute } from "./routed.ts";
import type { Settings } from "./settings.ts";
import { serveOf } from "./served-target.ts";
import { unreachable } from "./targets.ts";
import { withFleet } from "./with-fleet.ts";

export type ResumeSettings = Partial<Settings> & { inline?: readonly Suite[] };

/** Continues a run that was killed or interrupted. @throws WitnessError if it cannot be resumed: the record stays unchanged. */
export const resumeJob = (
  path: string,
  flags: ResumeSettings,
  control: Control,
): Promise<FinishedRun> =>
  withFleet(flags, control, async (whole) => {
    const file = findRunFile(path);
    const unlock = await lockRunSoon(dirname(file));
    let run: OpenRun;
    try {
      run = await reopen(file, unlock, flags, whole);
    } catch (error) {
      unlock();
      throw error;
    }
    return concludeRun(run, await workOf(run));
  });

async function reopen(
  file: string,
  unlock: () => void,
  flags: ResumeSettings,
  control: Control,
): Promise<OpenRun> {
  const { header, bytes } = await findResumePoint(file);
  const settings = { ...(await settingsOf(header, flags)), ...control };
  const recorded = new Recorded();
  const fold = emptyFold();
  const counts: Record<string, number> = {};
  await readRun(
    file,
    (record) => {
      recorded.take(record);
      foldRecord(fold, record);
      counts[record.type] = (counts[record.type] ?? 0) + 1;
    },
    bytes,
  );
  const resumed: RunSettings = { ...settings, recorded };
  await resumed.fleet?.requirePlan(header);
  // Without it, the check at the start of every run comes first anyway.
  if (recorded.approach !== undefined)
    await requireResponse(resumed).catch(async (error: unknown) => {
      await resumed.served?.stop();
      throw error;
    });
  const writer = RunWriter.append(file, bytes, counts, unlock);
  const path = dirname(file);
  return { settings: resumed, writer, follow: (record) => foldRecord(fold, record), fold, path };
}

/** The original plan, from the header. Throws if it would be a different one. */
async function settingsOf(
  header: RunHeader,
  { waitForMs, inline = [], ...way }: ResumeSettings,
): Promise<Omit<RunSettings, "signal">> {
  requireResumable(header, inline);
  const values = requireValues(interfaceOf(header), way);
  const { options, target } = header;
  const plan = await planAgain(header, inline);
  if (catalogueHash(plan.planned) !== header.catalogue)
    throw refused(
      "its cases differ from this catalogue",
      "restore the suites and the corpus of the first call",
    );
  return {
    ...plan,
    replan: (fresh) => planAgain(fresh, inline),
    header: { ...header, options: { ...options, waitForMs: waitForMs ?? options.waitForMs } },
    target: routed(parseBaseUrl(target.baseUrl), recordedRoute(options, way), values),
    tally: new SentCount(),
    served: options.serve && new Served(serveOf(options.serve), parseBaseUrl(target.baseUrl)),
  };
}

function requireResumable({ options, tool }: RunHeader, inline: readonly Suite[]): void {
  if (options.verb === "compare" || (options.targets ?? 1) > 1)
    throw refused(
      "it is part of a comparison, which sends to all targets together",
      "start a new comparison",
    );
  if (tool.version !== VERSION)
    throw refused(
      `version ${tool.version} started it, this is ${VERSION}: the same seed may give other cases`,
      `use version ${tool.version}`,
    );
  if (options.suites === true && inline.length === 0)
    throw refused(
      "a program passed its own suites",
      "use resume() of the package, with the same suites",
    );
}

const refused = (reason: string, hint: string): WitnessError =>
  new WitnessError("resume", `this run cannot be resumed: ${reason}`, { hint });

/** Throws if the target does not respond: the record stays unchanged, to be resumed later. */
async function requireResponse(settings: RunSettings): Promise<void> {
  const contact = await respondsAgain(settings);
  if (settings.signal.aborted || contact.state === "responding") return;
  const { target } = settings.header;
  if (contact.state === "unreachable") throw unreachable(target, unreachableText(contact.why));
  throw new WitnessError("not-answering", `${target.baseUrl} does not respond to a valid request`, {
    hint: "the run is unchanged: resume it when the target responds",
    exitCode: 3,
  });
}

async function workOf(run: OpenRun): Promise<RunOutcome> {
  const { verb } = run.settings.header.options;
  if (verb === "load") return sendRounds(run);
  if (verb === "run") return sendRun(run);
  const [outcome] = await exploreTogether([run]);
  return outcome ?? { end: "interrupted" };
}
