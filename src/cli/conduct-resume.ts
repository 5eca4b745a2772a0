import { dirname } from "node:path";
import { emptyFold, foldRecord } from "../analyse/run-fold.ts";
import { parseBaseUrl } from "../contract/base-url.ts";
import { WitnessError } from "../errors.ts";
import type { RunHeader } from "../model/run.ts";
import type { Suite } from "../model/suite.ts";
import { findResumePoint } from "../record/resume-point.ts";
import { findRunFile } from "../record/run-folder.ts";
import { lockRun } from "../record/run-lock.ts";
import { readRun } from "../record/run-reader.ts";
import { RunWriter } from "../record/run-writer.ts";
import { answersAgain } from "../run/answers-again.ts";
import { exploreRuns } from "../run/explore-runs.ts";
import { catalogueHash } from "../run/plan.ts";
import { Recorded } from "../run/recorded.ts";
import { runLoad } from "../run/run-load.ts";
import type { RunOutcome, RunSettings } from "../run/run-settings.ts";
import { runSuites } from "../run/run.ts";
import { VERSION } from "../version.ts";
import { exploredBy, planRun } from "./conduct-run.ts";
import { unreachable } from "./exit-codes.ts";
import {
  concludeRun,
  validCases,
  type Conducted,
  type Control,
  type OpenRun,
} from "./record-run.ts";

/** What may be said anew when a run is resumed. */
export type ResumeFlags = {
  /** How long to keep trying until the target responds, in milliseconds; by default as when the run was begun. */
  waitFor?: number;
  /** The suites that a program handed over when it began the run. */
  inline?: Suite[];
};

/** Goes on with a run that was killed or interrupted, from its folder: sends what is missing, and writes the reports. */
export async function conductResume(
  path: string,
  flags: ResumeFlags,
  control: Control,
): Promise<Conducted> {
  const file = findRunFile(path);
  const unlock = lockRun(dirname(file));
  let run: OpenRun;
  try {
    run = await reopen(file, unlock, flags, control);
  } catch (error) {
    unlock();
    throw error;
  }
  return concludeRun(run, await workOf(run));
}

async function reopen(
  file: string,
  unlock: () => void,
  flags: ResumeFlags,
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
  // Without it, the check that every run begins with comes first anyway.
  if (recorded.approach !== undefined) await requireAnswer(resumed);
  const writer = RunWriter.append(file, bytes, counts, unlock);
  const path = dirname(file);
  return { settings: resumed, writer, follow: (record) => foldRecord(fold, record), fold, path };
}

/** The plan as it was, from the header. Throws where it would be another one. */
async function settingsOf(
  header: RunHeader,
  { waitFor, inline = [] }: ResumeFlags,
): Promise<Omit<RunSettings, "signal">> {
  requireResumable(header, inline);
  const { options, seed, target } = header;
  const { verb, readLimitBytes } = options;
  const suites = await suitesOf(header, inline);
  const selection = {
    suite: options.only ?? [],
    runs: options.runsPerProperty,
    repeats: options.repeats,
    ...(options.grep !== undefined && { grep: new RegExp(options.grep, options.grepFlags) }),
  };
  const planned = verb === "run" ? planRun(suites, selection, seed) : [];
  if (catalogueHash(planned) !== header.catalogue)
    throw refused(
      "its cases are not those of this catalogue",
      "restore the suites and the corpus that it was begun with",
    );
  return {
    header,
    target: parseBaseUrl(target.baseUrl),
    planned,
    suites: verb === "load" ? suites : exploredBy(suites, selection),
    valid: validCases(suites),
    insecure: options.insecure ?? false,
    ...(readLimitBytes !== undefined && { limitBytes: readLimitBytes }),
    waitForMs: waitFor ?? options.waitForMs ?? 0,
  };
}

function requireResumable({ options, tool }: RunHeader, inline: readonly Suite[]): void {
  if (options.verb === "compare" || (options.targets ?? 1) > 1)
    throw refused(
      "it is part of a comparison, whose targets are sent to together",
      "begin the comparison anew",
    );
  if (tool.version !== VERSION)
    throw refused(
      `version ${tool.version} began it, this is ${VERSION}: the same seed may give other cases`,
      `use version ${tool.version}`,
    );
  if (options.suites === true && inline.length === 0)
    throw refused(
      "a program handed over its suites",
      "use resume() of the package, with the same suites",
    );
}

/** The suites that it was begun with, in their order: those of a program stand before the corpus. */
async function suitesOf({ options }: RunHeader, inline: readonly Suite[]): Promise<Suite[]> {
  const { corpus, suites: module } = options;
  const { loadSuites } = await import("./load-suites.ts");
  const loaded = await loadSuites({
    ...(typeof module === "string" && { suites: module }),
    ...(corpus !== undefined && { corpus }),
  });
  return loaded.toSpliced(loaded.length - (corpus === undefined ? 0 : 1), 0, ...inline);
}

const refused = (reason: string, hint: string): WitnessError =>
  new WitnessError("resume", `this run cannot be resumed: ${reason}`, { hint });

/** Throws where the target does not respond: the record stays as it is, to be resumed later. */
async function requireAnswer(settings: RunSettings): Promise<void> {
  const contact = await answersAgain(settings);
  if (settings.signal.aborted || contact.state === "answering") return;
  const { target } = settings.header;
  if (contact.state === "unreachable") throw unreachable(target, contact.reason);
  throw new WitnessError("not-answering", `${target.baseUrl} does not respond to a valid request`, {
    hint: "the run is left as it was: resume it when the target responds",
    exitCode: 3,
  });
}

async function workOf({ settings, writer, follow }: OpenRun): Promise<RunOutcome> {
  const { verb } = settings.header.options;
  if (verb === "load") return runLoad(settings, writer, follow);
  if (verb === "run") return runSuites(settings, writer, follow);
  const [outcome] = await exploreRuns([{ settings, writer, follow }]);
  return outcome ?? { end: "interrupted" };
}
