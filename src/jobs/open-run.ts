import { randomInt } from "node:crypto";
import { join } from "node:path";
import { type RunFold, emptyFold, foldRecord } from "../analyse/index.ts";
import { parseBaseUrl, userSubmission } from "../contract/index.ts";
import { WitnessError } from "../errors.ts";
import { readNamed } from "../machine-fault.ts";
import { failedCases, planAgain, validCases } from "./plan-suites.ts";
import type { Catalogue } from "./load-suites.ts";
import { routed } from "./routed.ts";
import type { Settings } from "./settings.ts";
import { recordedServe } from "./served-target.ts";
import type { Baseline, DocumentBaseline, ExplorePlan, GivenTarget } from "../model/index.ts";
import type { LoadPlan, RunHeader, Suite } from "../model/index.ts";
import { EXPLORE_SUITE, RUN_FORMAT } from "../model/index.ts";
import type { FleetWork, PlannedSuite, RunEvents, RunSettings, RunTask } from "../observe/index.ts";
import { Served, catalogueHash, SentCount } from "../observe/index.ts";
import { recordedOptions } from "../options/index.ts";
import { caseDrifts, confirmDrifts, parseAnyBaseline, parseBaseline } from "../policy/index.ts";
import { RUN_FILE, RunWriter, createPart, createRunFolder } from "../record/index.ts";
import { VERSION } from "../version.ts";

export type Control = {
  signal: AbortSignal;
  events: RunEvents;
  heard?: NonNullable<RunSettings["heard"]>;
  heardBody?: RunSettings["heardBody"];
  withCurrent?: RunSettings["withCurrent"];
  known?: RunSettings["known"];
  fleet?: FleetWork;
  served?: Served;
};

type RunPlan = {
  verb: "run" | "load" | "explore" | "compare";
  target: GivenTarget;
  catalogue: Catalogue;
  planned: PlannedSuite[];
  explored: Suite[];
  seed: number;
  load?: LoadPlan | undefined;
  explore?: ExplorePlan | undefined;
  /** The build that is loaded in turn with the target. */
  against?: GivenTarget | undefined;
  leaks?: RunSettings["leaks"];
  targets?: number;
  /** The name of its folder inside of one with several runs; by default that of the target. */
  part?: string;
};

export type OpenRun = RunTask & { fold: RunFold; path: string };

/** A random seed: seven digits, short enough to type. */
export const drawSeed = (): number => randomInt(1_000_000, 10_000_000);

/** The given seed, else the seed of the run whose failed cases are sent again, else a random one. */
export const seedOf = ({ seed, onlyFailed }: { seed?: number; onlyFailed?: string }): number =>
  seed ?? (onlyFailed === undefined ? undefined : failedCases(onlyFailed).seed) ?? drawSeed();

/** Ten times a drawn id is above 32 bits, signed or not, and a date made of it is in the past, also of a load. */
const FIRST_DRAWN = { from: 550_000_000, to: 750_000_000 };

export const drawFirstId = (): number => randomInt(FIRST_DRAWN.from, FIRST_DRAWN.to);

/** Makes the run's folder and opens its record; `inside` a comparison it is named after the target, or as the plan says. */
export function openRun(
  plan: RunPlan,
  options: Settings,
  control: Control,
  inside?: string,
): OpenRun {
  const { target, catalogue, planned, explored, seed, against } = plan;
  refuseInline(catalogue, control);
  const limited = limitedTime(plan, options);
  const startedAt = new Date();
  // Before the folder is made: these throw if a case is too large, or an option cannot be used.
  const hash = catalogueHash(planned);
  const baseUrl = routed(parseBaseUrl(target.baseUrl), options, catalogue.hidden);
  const { path, runId } =
    inside === undefined
      ? createRunFolder(options.outputDir, { startedAt, target: target.name, seed })
      : createPart(inside, plan.part ?? target.name);
  const header = headerOf({ ...plan, ...limited?.parts }, options, { runId, startedAt, hash });
  // Of an operation of a document it is given, and of one of several targets it is that with its name.
  const isCompared = inside !== undefined && plan.part === undefined;
  const baseline = givenBaseline(options, isCompared ? target.name : undefined);
  const keepBodies = baseline?.compares !== undefined;
  const fold = emptyFold({ keepGenerated: isCompared, keepBodies });
  const settings: RunSettings = {
    header,
    target: baseUrl,
    planned,
    suites: explored,
    valid: validCases(catalogue.suites),
    replan: (fresh) => planAgain(fresh, catalogue.inline),
    confirm:
      baseline && (() => confirmDrifts(baseline, fold, caseDrifts(baseline, fold).drifts).wanted),
    reset: options.reset,
    ...treatmentOf(options, baseline),
    suitesUntilMs: limited?.suitesUntilMs,
    loadUntilMs: limited?.loadUntilMs,
    endsAtMs: options.maxTimeMs,
    served: target.serve && new Served(target.serve, baseUrl),
    against: against && reachedBy(against, options, catalogue),
    leaks: plan.leaks,
    tally: new SentCount(),
    ...control,
  };
  const writer = RunWriter.create(join(path, RUN_FILE));
  return { settings, writer, follow: (record) => foldRecord(fold, record), fold, path };
}

const treatmentOf = ({ manner, unique }: Settings, baseline: Baseline | undefined) => ({
  manner: manner ?? baseline?.manner,
  digits: baseline?.digits,
  unique,
});

/** The baseline; of several targets, only the one with this name is compared with it. */
function givenBaseline(options: Settings, target?: string): Baseline | undefined {
  const { baseline: given } = options;
  const baseline = typeof given === "string" ? readBaseline(given) : given;
  return target === undefined || baseline?.target === target ? baseline : undefined;
}

const readBaseline = (path: string): Baseline => parseBaseline(readNamed(path, "file"), path);

/** Reads a baseline of an operation, or of a whole document. @throws WitnessError `file` or `baseline-file`. */
export const readAnyBaseline = (path: string): Baseline | DocumentBaseline =>
  parseAnyBaseline(readNamed(path, "file"), path);

function reachedBy({ baseUrl, serve }: GivenTarget, options: Settings, { hidden }: Catalogue) {
  const target = routed(parseBaseUrl(baseUrl), options, hidden);
  return { target, served: serve && new Served(serve, target) };
}

/** Agents plan by themselves, so they cannot send suites that exist only in this program. */
function refuseInline({ own }: Catalogue, { fleet }: Control): void {
  if (fleet === undefined || own !== true) return;
  throw new WitnessError("fleet", "suites of a program cannot be sent by agents", {
    hint: "put them into a module that every agent has, and name it with --suites",
  });
}

/** The time plan of a run with a time limit; an exploration alone has its own limit. */
function limitedTime(plan: RunPlan, options: Settings): TimePlan | undefined {
  const { maxTimeMs } = options;
  return maxTimeMs === undefined || plan.verb === "explore" ? undefined : timePlan(maxTimeMs, plan);
}

function headerOf(
  plan: RunPlan,
  options: Settings,
  { runId, startedAt, hash }: { runId: string; startedAt: Date; hash: string },
): RunHeader {
  const { target, catalogue, planned, seed } = plan;
  return {
    type: "header",
    format: RUN_FORMAT,
    tool: { name: "api-witness", version: VERSION },
    runId,
    target: { name: target.name, baseUrl: target.baseUrl },
    seed,
    firstId: options.firstId ?? drawFirstId(),
    catalogue: hash,
    interface: catalogue.interface === userSubmission ? undefined : catalogue.interface,
    options: headerOptions(plan, options),
    suites: [
      ...planned.map((suite) => ({ name: suite.name, about: suite.about })),
      ...(plan.explore === undefined ? [] : [EXPLORE_SUITE]),
    ],
    startedAt: startedAt.toISOString(),
    platform: `node ${process.versions.node} ${process.platform} ${process.arch}`,
  };
}

/** The options that the record keeps: with the catalogue, they plan the same requests again. */
function headerOptions(plan: RunPlan, options: Settings): RunHeader["options"] {
  const { verb, target, catalogue, load, explore, targets = 1 } = plan;
  const { grep, onlyFailed } = options;
  return {
    // Values for which a verb has no option.
    repeats: 0,
    concurrency: 1,
    ...recordedOptions(verb, options),
    ...(plan.planned.length === 0 && { runsPerProperty: 0 }),
    suites: catalogue.own,
    grepFlags: grep?.flags === "" ? undefined : grep?.flags,
    serve: target.serve && recordedServe(target.serve),
    cases: onlyFailed === undefined ? undefined : failedCases(onlyFailed).cases,
    targets: targets > 1 ? targets : undefined,
    explore,
    load,
    verb,
  } as RunHeader["options"];
}

/** What each part of a run may take of the time that the user gives it. */
type TimePlan = {
  suitesUntilMs: number;
  loadUntilMs: number;
  parts: { explore?: ExplorePlan | undefined };
};

/** Exploration gets this share of the time at most, if there is any. */
const EXPLORE_SHARE = 0.25;
/** So does the search for memory that grows, if a rule asks for it. */
const MEMORY_SHARE = 0.25;
/** Starting generators and measuring their ceiling, before and after the rounds. */
const AROUND_LOAD_MS = 4000;

/** How a run of at most `maxTimeMs` spends its time: rounds first, a share for exploring, and half for the suites. */
function timePlan(
  maxTimeMs: number,
  { explore, load, leaks }: Pick<RunPlan, "explore" | "load" | "leaks">,
): TimePlan {
  const exploring =
    explore === undefined ? 0 : Math.min(explore.maxTimeMs, maxTimeMs * EXPLORE_SHARE);
  const roundsMs = load === undefined ? 0 : load.warmupMs + load.rounds * load.durationMs;
  const loading = load === undefined ? 0 : (load.against?.timeMs ?? roundsMs) + AROUND_LOAD_MS;
  // A rule needs the growth of memory; otherwise it is measured if there is time.
  const measuring = leaks === "always" ? maxTimeMs * MEMORY_SHARE : 0;
  return {
    suitesUntilMs: Math.max(maxTimeMs / 2, maxTimeMs - exploring - loading - measuring),
    loadUntilMs: maxTimeMs - measuring,
    parts: { explore: explore && { ...explore, maxTimeMs: Math.max(100, Math.round(exploring)) } },
  };
}
