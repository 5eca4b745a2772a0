import { misconfigurationHint, addValidResult, type AllValid } from "../analyse/index.ts";
import type {
  Interface,
  Case,
  FieldDigits,
  SendLimits,
  RequestResult,
  UniqueField,
} from "../model/index.ts";
import { isSuccess, resultWord } from "../model/index.ts";
import { interfaceOf, withFresh, type BaseUrl } from "../contract/index.ts";
import { layoutOf } from "../generate/index.ts";
import { Dispatcher } from "./dispatcher.ts";
import { findDigits, findUnique } from "./find-unique.ts";
import { groupBy } from "../stats/index.ts";
import { endWithoutContact, firstContact } from "./first-contact.ts";
import { checkSequence, type FreshSequence } from "./fresh-sequence.ts";
import type { Journal } from "./journal.ts";
import { catalogueHash } from "./plan.ts";
import { type TimesInRow, timesInRow } from "./response-times.ts";
import { addClass, measuredLimits } from "./measured-limits.ts";
import type { PlannedRun, RunOutcome, RunSettings } from "./run-settings.ts";
import { countingControls, sendingOf } from "./run-settings.ts";

const SHORT_TIMEOUT_MS = 1000;

/** What the check of a target found: the valid request that got a response, and how to treat the target. */
type Found = {
  asking: Case;
  manner: SendLimits;
  unique: readonly UniqueField[];
  /** Numbers that are shorter in each request, because the target refuses the usual ones. */
  digits?: readonly FieldDigits[];
  /** What the valid request got, by `controlClass`; empty for a resumed run. */
  classes: readonly string[];
  /** How long the first responses took; absent for a resumed run. */
  times?: TimesInRow | undefined;
};

/** A target that responds, before the requests for it are planned. */
export type Calibrated = Found & {
  settings: RunSettings;
  journal: Journal;
  numbers: FreshSequence;
  isNew?: true;
};

/** A target that responds. `settings` are those of the run, with the values fresh that have to be unique. */
type Approached = Found & { settings: RunSettings; dispatcher: Dispatcher };

export type CalibratedRun = { settings: RunSettings; approached: Approached; journal: Journal };

/** What follows the suites gets some time also where they took all that the user gives. */
const LEAST_MS = 10_000;

/** The milliseconds that an exploration may take: at most these, and what the user gives the run. */
export const timeLeft = ({ settings, journal }: CalibratedRun, mostMs: number): number =>
  Math.min(mostMs, Math.max(LEAST_MS, (settings.endsAtMs ?? Infinity) - journal.nowMs()));

/** Calibrates the target of a run, and plans the requests for it. If it does not respond, returns how the run ends. */
export async function calibrateTarget(
  settings: RunSettings,
  journal: Journal,
): Promise<Approached | RunOutcome> {
  const met = await calibrate(settings, journal);
  if ("end" in met) return met;
  const [{ approached }] = await planTogether([met]);
  return approached;
}

/** Checks that the target responds, and measures how much it tolerates. If it does not respond, returns how the run ends. */
export async function calibrate(
  settings: RunSettings,
  journal: Journal,
): Promise<Calibrated | RunOutcome> {
  await settings.fleet?.requirePlan(settings.header);
  const numbers = checkSequence(settings);
  const known = approachedBefore(settings);
  if (known !== undefined) return { ...known, settings, journal, numbers };
  return countingControls(settings, journal, () => meetTarget({ settings, journal, numbers }));
}

async function meetTarget({
  settings,
  journal,
  numbers,
}: Pick<Calibrated, "settings" | "journal" | "numbers">): Promise<Calibrated | RunOutcome> {
  const { signal, events = {} } = settings;
  const common = sendingOf(settings);
  const careful = new Dispatcher({ ...common, keep: false }, numbers);
  events.phase?.("checking that a valid request gets a response");
  const contact = await firstContact(settings, careful, journal);
  if (contact.state !== "responding" || signal.aborted) {
    await careful.close();
    return endWithoutContact(contact, signal, journal);
  }
  const { asking, latencyMs } = contact;
  const tried = await triedValues({ settings, dispatcher: careful, journal, ...contact });
  const { results, settings: own, digits, unique, times } = tried;
  // What is unique was repeated by the second of them.
  const met = unique.length > 0 ? results.slice(0, 1) : results;
  // The target may have had the stated value: those that are sent from here on are new.
  const isTaken = unique.length > 0 && !isSuccess(met[0]);
  const unexpected = heedFirst(settings, isTaken ? [] : met, journal);
  if (unexpected !== undefined) return unexpected;
  const classes = new Set<string>();
  for (const each of met) addClass(each, classes);
  const shortMs = Math.min(common.timeoutMs, Math.max(SHORT_TIMEOUT_MS, Math.ceil(20 * latencyMs)));
  const manner =
    settings.manner ??
    (await measuredLimits(own, { ...contact, shortMs, numbers }, classes, journal));
  return {
    settings,
    journal,
    numbers,
    asking,
    manner,
    unique,
    digits,
    classes: [...classes],
    times,
    isNew: true,
  };
}

/** Tries which values the target accepts, and how long its first responses take; closes the dispatcher. */
async function triedValues({ dispatcher, asking, ...search }: Search & { asking: Case }) {
  const shorter = await shorterNumbers({ ...search, dispatcher }).finally(() => dispatcher.close());
  const { settings, results } = shorter;
  const own = new Dispatcher({ ...sendingOf(settings), keep: false }, dispatcher.numbers);
  try {
    const times = settings.fleet === undefined ? await timesInRow(own, asking, results) : undefined;
    const unique = await findUnique({ ...search, ...shorter, dispatcher: own });
    return { ...shorter, times, unique };
  } finally {
    await own.close();
  }
}

type Search = Parameters<typeof findUnique>[0];

/** The settings with numbers that the target accepts, if it refused those of the stated request, and its responses to them. */
async function shorterNumbers(search: Search) {
  const { settings, results } = search;
  const { digits: known = [] } = settings;
  const found = known.length > 0 ? { digits: [...known] } : await findDigits(search);
  if (found === undefined) return { settings, results, digits: [] };
  const header = withFresh(settings.header, [], found.digits);
  return { settings: { ...settings, header }, results, ...found };
}

type AtLeastOne<T> = [T, ...T[]];

/** Plans the same requests for all, and records how each target is treated. What one keeps unique is fresh for all. */
export async function planTogether(
  all: AtLeastOne<Calibrated>,
): Promise<AtLeastOne<CalibratedRun>> {
  const [first] = all;
  const { fresh } = layoutOf(interfaceOf(first.settings.header));
  const paths = new Set(all.flatMap(({ unique }) => unique.map(({ path }) => path)));
  const changed: Changed = {
    added: [...paths].filter((path) => !fresh.has(path)),
    digits: shortestOf(all.flatMap(({ digits = [] }) => digits)),
    identity: otherIdentity(interfaceOf(first.settings.header), paths),
  };
  for (const each of all) if (each.isNew) writeCalibration(each, changed);
  const again = await planAnew(first.settings, changed);
  const planned = async (each: Calibrated): Promise<CalibratedRun> => {
    const { settings, journal, manner, unique, classes, times, numbers } = each;
    // Values of its own in the requests: it has a plan of its own.
    const isOwn = settings.header.interface !== first.settings.header.interface;
    const own = await withPlan(
      settings,
      isOwn ? await planAnew(settings, changed) : again,
      changed,
    );
    const asking = each.asking.id === own.valid.raw.id ? own.valid.raw : own.valid.client;
    const dispatcher = new Dispatcher({ ...sendingOf(own), ...manner }, numbers);
    const approached = { settings: own, asking, manner, unique, classes, times, dispatcher };
    return { settings: own, approached, journal };
  };
  const [one, ...others] = all;
  const runs: AtLeastOne<CalibratedRun> = [await planned(one)];
  for (const each of others) runs.push(await planned(each));
  return runs;
}

/** What differs from the plan that a run began with. */
type Changed = {
  added: readonly string[];
  digits: readonly FieldDigits[];
  identity: string | undefined;
};

/**
 * The unique field that says whether a request is the same again; undefined if that is the first fresh value anyway, or the
 * path: it names the resource.
 */
function otherIdentity(from: Interface, unique: ReadonlySet<string>): string | undefined {
  const { identity, parameters, fields } = layoutOf(from);
  const isKnown = identity !== undefined && unique.has(identity);
  const isNamed = from.givenPath !== undefined || parameters.some(({ path }) => path === identity);
  if (isKnown || isNamed) return undefined;
  return fields.find(({ slot }) => unique.has(slot.path))?.slot.path;
}

/** Of each field, the fewest digits that a target asks for. */
const shortestOf = (all: readonly FieldDigits[]): FieldDigits[] =>
  [...groupBy(all, ({ path }) => path)].map(([path, each]) => ({
    path,
    digits: Math.min(...each.map(({ digits }) => digits)),
  }));

/** Finds out and records which values of a load have to be unique, or shorter. Returns the settings in which they are so. */
export async function approachLoad(search: Search, asking: Case): Promise<RunSettings> {
  const { settings, journal, dispatcher } = search;
  const { digits, ...shorter } = await countingControls(settings, journal, () =>
    shorterNumbers(search),
  );
  const unique = await findUnique({ ...search, ...shorter });
  const { fresh } = layoutOf(interfaceOf(settings.header));
  const added = unique.map(({ path }) => path).filter((path) => !fresh.has(path));
  const changed = { added, digits, identity: undefined };
  writeCalibration({ settings, journal, numbers: dispatcher.numbers, asking, unique }, changed);
  return withPlan(settings, await planAnew(settings, changed), changed);
}

type CalibrationParts = Omit<Calibrated, "manner" | "isNew" | "classes" | "times"> & {
  manner?: SendLimits;
};

/** Records the calibration of a target; `added` are the fields that are fresh from here on. */
function writeCalibration(met: CalibrationParts, { added, digits, identity }: Changed): void {
  const { settings, journal, numbers, asking, manner, unique } = met;
  const others = added.filter((path) => !unique.some((own) => own.path === path));
  journal.write({
    type: "approach",
    asking: asking.id,
    ...usedAddress(settings.target),
    manner,
    unique: unique.length > 0 ? [...unique] : undefined,
    alsoFresh: others.length > 0 ? others : undefined,
    identity,
    digits: digits.length > 0 ? [...digits] : undefined,
    nextFresh: numbers.next,
  });
  if (unique.length + others.length + digits.length > 0 || identity !== undefined)
    journal.announceAgain();
}

/** The plan with what has changed; undefined if nothing has. */
const planAnew = async (
  { header, replan }: RunSettings,
  { added, digits, identity }: Changed,
): Promise<PlannedRun | undefined> =>
  added.length + digits.length === 0 && identity === undefined
    ? undefined
    : replan(withFresh(header, added, digits, identity));

/** The settings with another plan, which the agents of a fleet need to have, too. */
async function withPlan(
  settings: RunSettings,
  again: PlannedRun | undefined,
  { added, digits, identity }: Changed,
): Promise<RunSettings> {
  if (again === undefined) return settings;
  const catalogue = catalogueHash(again.planned);
  const header = { ...withFresh(settings.header, added, digits, identity), catalogue };
  await settings.fleet?.requirePlan(header);
  return { ...settings, ...again, header };
}

function usedAddress({ route = {} }: BaseUrl): { address?: string } {
  const address = route.address ?? route.used?.address;
  return address === undefined ? {} : { address };
}

/** Notes a probable mistake in the first responses to valid requests, and ends the run if the user expects others. */
function heedFirst(
  { header, events = {} }: RunSettings,
  results: readonly RequestResult[],
  journal: Journal,
): RunOutcome | undefined {
  let same: AllValid | undefined;
  for (const [index, result] of results.entries())
    same = index === 0 || same !== undefined ? addValidResult(same, result) : undefined;
  const hint = same && misconfigurationHint(same, header);
  if (hint !== undefined) events.phase?.(hint);
  const { expect = [] } = header.options;
  if (expect.length === 0) return undefined;
  const other = results.map(resultWord).find((word) => !expect.some((each) => fits(each, word)));
  if (other === undefined) return undefined;
  journal.note({ kind: "check", code: "not-expected", got: other, expect });
  return { end: "not-expected" };
}

const fits = (expected: string, word: string): boolean =>
  expected === word || (expected.endsWith("xx") && /^\d{3}$/.test(word) && expected[0] === word[0]);

function approachedBefore({ recorded, valid }: RunSettings) {
  const { asking: id, manner, unique = [], digits = [] } = recorded?.approach ?? {};
  const asking = [valid.client, valid.raw].find((each) => each.id === id);
  if (recorded === undefined || asking === undefined || manner === undefined) return undefined;
  return { asking, manner, unique, digits, classes: [] };
}
