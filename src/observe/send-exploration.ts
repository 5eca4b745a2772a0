import { interfaceOf } from "../contract/index.ts";
import { allowedBy, axesOf, drawCases, drawNumbers, familyOf } from "../generate/index.ts";
import { requestSize, runNumbers, simplerRequests } from "../generate/index.ts";
import type { Candidate, Replies, RequestOperations } from "../learn/index.ts";
import * as learn from "../learn/index.ts";
import type { Axis, CaseRequest, ExplorePlan, RunEnd, RunHeader } from "../model/index.ts";
import type { StatesCompared, Suite } from "../model/index.ts";
import type { CalibratedRun } from "./calibrate-target.ts";
import { ExploredTarget, type TargetReply } from "./explored-target.ts";
import { beginAfterPlan } from "./fresh-sequence.ts";
import { type LearnedStates, learnStates, STATE_CLAUSES } from "./learn-states.ts";
import type { RunSettings } from "./run-settings.ts";
import { compareMachines } from "../analyse/index.ts";

/** Properties of the requests of a run. With the profile safe, simpler ones do no more than the operation either. */
function natureOf(header: RunHeader): RequestOperations {
  const from = interfaceOf(header);
  const isAllowed = allowedBy(header.options.profile, from);
  return {
    familyOf: (request) => familyOf(request, from),
    sizeOf: (request) => requestSize(request, from),
    *simplerRequests(request) {
      for (const simpler of simplerRequests(request, from)) if (isAllowed(simpler)) yield simpler;
    },
  };
}

/** Axes that are explored only if they are named, because they take long. */
const OPT_IN = new Set(["idle"]);

/** Explores targets separately, then together, by the options in the first header. Returns how each ended. */
export async function sendExploration(all: [CalibratedRun, ...CalibratedRun[]]): Promise<RunEnd[]> {
  const { header, signal } = all[0].settings;
  const options = header.options.explore;
  if (options === undefined) throw new Error("an exploration has its options in the header");
  if (all.every(({ settings }) => settings.recorded?.isExplored === true))
    return all.map(() => "done");
  for (const { settings, approached } of all)
    beginAfterPlan(approached.dispatcher.numbers, settings, options.maxRequests);
  const beganMs = performance.now();
  const { maxRequests, maxTimeMs, compare, ignore } = options;
  const comparison = { parts: compare, ignore };
  const targets = all.map(
    (exploring) => new ExploredTarget(exploring, { maxRequests, maxTimeMs, signal }, comparison),
  );
  const learned = await Promise.all(
    targets.map((target, index) => exploreAlone(target, all[index] ?? all[0], options)),
  );
  await compareStates(
    targets.flatMap((target, at) => {
      const states = learned[at];
      return states === undefined ? [] : [{ ...states, target }];
    }),
  );
  const before = targets.map(({ budget }) => budget.refused);
  const search = options.parts.includes("divergences")
    ? await compareTargets(targets, all[0].settings, options, natureOf(header))
    : undefined;
  const named = all.map(({ settings: { header: own } }) => ({ ...own.target, runId: own.runId }));
  for (const [index, target] of targets.entries()) {
    await target.finished();
    const { refused, requests } = target.budget;
    // The search beyond the first pass is meant to last as long as the budget: that is not a cut.
    const spent = search?.whole === true && (refused === "max-requests" || refused === "max-time");
    const cut = before[index] ?? (spent ? undefined : refused);
    target.tell({
      type: "exploration",
      targets: named,
      requests,
      durationMs: Math.round(performance.now() - beganMs),
      compared: search?.compared,
      cut,
    });
  }
  return targets.map(({ end }) => end);
}

/** States, boundaries and smallest examples of one target, as far as the budget allows. Returns the states. */
async function exploreAlone(
  target: ExploredTarget,
  { settings }: CalibratedRun,
  options: ExplorePlan,
): Promise<LearnedStates | undefined> {
  let learned: LearnedStates | undefined;
  const { events = {} } = settings;
  const doubtful = (): boolean => target.doubtful;
  const asking = target.probe;
  const nature = natureOf(settings.header);
  const work = async (): Promise<void> => {
    await target.meet();
    if (options.parts.includes("states")) {
      const progress = (text: string): void => events.explore?.(target.progress(text));
      learned = await learnStates(target, settings.header, progress);
      target.tell(learned.finding);
    }
    if (options.parts.includes("boundaries"))
      for (const axis of walkedAxes(settings.header, options)) {
        events.explore?.(target.progress(`boundaries  ${axis.title}`));
        const finding = await learn.findBoundaries(axis, asking, {
          doubtful,
          isRandom: target.isRandom,
        });
        target.tell(finding);
        // What one axis was too slow for, another is not.
        if (finding.cut !== undefined && finding.cut !== "too-slow")
          throw new learn.Spent(finding.cut);
      }
    if (options.parts.includes("examples"))
      for (const { name, properties } of settings.suites)
        for (const property of properties) {
          const id = `${name}/${property.name}`;
          events.explore?.(target.progress(`smallest examples  ${id}`));
          const cases = [
            ...drawCases(name, property, settings.header.seed, options.runsPerProperty),
          ];
          const tell = target.tell.bind(target);
          await learn.findSmallest({ id, property, cases, doubtful, tell }, nature, asking);
        }
  };
  await learn.untilSpent(work);
  return learned;
}

/** An axis whose requests may do more than the operation is not walked with the profile safe. */
function walkedAxes(header: RunHeader, { axes, caps }: ExplorePlan): Axis[] {
  const from = interfaceOf(header);
  const isAllowed = allowedBy(header.options.profile, from);
  return axesOf(from, caps)
    .filter(({ name }) => axes?.includes(name) ?? !OPT_IN.has(name))
    .filter(({ rungs, request }) => rungs.every((at) => isAllowed(request(at))));
}

/** Generated cases of each property that are compared at a time, after the first pass. */
const DRAWN_AT_A_TIME = 100;
/** Requests that are compared before their differences are examined. */
const AT_A_TIME = 500;

type AllReplies = Replies & { each: TargetReply[] };

/**
 * Sends the catalogue and generated requests to every target, the same bytes to each, and looks for differences until
 * the budget is spent. Returns the number of compared requests, and whether the catalogue and the first draws were
 * completed; further draws last as long as the budget.
 */
async function compareTargets(
  targets: ExploredTarget[],
  { suites, header, events = {} }: RunSettings,
  options: ExplorePlan,
  nature: RequestOperations,
): Promise<{ compared: number; whole: boolean }> {
  const ask = async (request: CaseRequest): Promise<AllReplies> => {
    const fresh = drawForAll(targets, request, header);
    const each = await Promise.all(targets.map((target) => target.ask(request, fresh)));
    events.explore?.(`comparing  ${search.compared} requests so far`);
    const byTarget = each.map(({ signature }) => signature);
    return { signature: JSON.stringify(byTarget), byTarget, each };
  };
  const search = new learn.DivergenceSearch<AllReplies>(
    {
      targets: targets.map(({ name }) => name),
      doubtful: () => targets.some(({ doubtful }) => doubtful),
      tell: (finding) => {
        for (const target of targets)
          if (finding.kind !== "unstable" || finding.where === target.name) target.tell(finding);
      },
    },
    nature,
    {
      ask,
      keep: (evidence, replies) => {
        const kept = targets.map((target, index) =>
          target.keep(
            evidence,
            replies.flatMap(({ each }) => each[index] ?? []),
          ),
        );
        return kept[0] ?? "";
      },
      width: Math.min(...targets.map(({ concurrency }) => concurrency)),
    },
  );
  const { seed } = header;
  const first = await learn.untilSpent(() => comparePlanned(search, suites, seed, options));
  const whole = !(first instanceof learn.Spent);
  if (whole) await learn.untilSpent(() => searchOn(search, suites, seed));
  search.tell();
  return { compared: search.compared, whole };
}

function drawForAll(
  targets: readonly ExploredTarget[],
  request: CaseRequest,
  header: RunHeader,
): number {
  const free = Math.max(...targets.map((target) => target.nextFresh));
  const { fresh, next } = drawNumbers(request, free, runNumbers(header));
  for (const target of targets) target.skipTo(next);
  return fresh;
}

async function comparePlanned(
  search: learn.DivergenceSearch<AllReplies>,
  suites: readonly Suite[],
  seed: number,
  { runsPerProperty }: ExplorePlan,
): Promise<void> {
  const catalogue = suites.flatMap(({ cases }) => cases.map((each): Candidate => ({ case: each })));
  const planned = [...catalogue, ...drawn(suites, seed, runsPerProperty)];
  for (let at = 0; at < planned.length; at += AT_A_TIME)
    await search.compare(planned.slice(at, at + AT_A_TIME));
}

/** Generated cases without end; rejects with `Spent`. */
async function searchOn(
  search: learn.DivergenceSearch<AllReplies>,
  suites: readonly Suite[],
  seed: number,
): Promise<void> {
  for (let turn = 1; ; turn += 1) {
    const more = drawn(suites, (seed + turn) | 0, DRAWN_AT_A_TIME);
    if (more.length === 0) return;
    await search.compare(more);
  }
}

function drawn(suites: readonly Suite[], seed: number, runs: number): Candidate[] {
  return suites.flatMap(({ name, properties }) =>
    properties.flatMap((property) =>
      [...drawCases(name, property, seed, runs)].map((each) => ({ case: each, property })),
    ),
  );
}

type Compared = LearnedStates & { target: ExploredTarget };

/** Compares machines, sends the shortest sequence on which they differ to each target once more, and records the result. */
async function compareStates(all: readonly Compared[]): Promise<void> {
  const found = compareMachines(all.map(({ finding }) => finding));
  if (found === undefined) return;
  const compared = {
    type: "finding" as const,
    kind: "states-compared" as const,
    targets: all.map(({ target }) => target.name),
  };
  const result =
    "letters" in found ? await withDifference(all, compared, found) : { ...compared, ...found };
  if (result !== undefined) for (const { target } of all) target.tell(result);
}

async function withDifference(
  all: readonly Compared[],
  compared: Pick<StatesCompared, "type" | "kind" | "targets">,
  found: Pick<NonNullable<StatesCompared["difference"]>, "letters" | "unusual">,
): Promise<StatesCompared | undefined> {
  const { letters } = found;
  const sent = await learn.untilSpent(() =>
    Promise.all(
      all.map(({ teacher }) =>
        teacher.send(letters.map((id) => teacher.letters.findIndex((each) => each.id === id))),
      ),
    ),
  );
  if (sent instanceof learn.Spent) return undefined;
  const outputs = all.map(({ target }, at) => ({
    target: target.name,
    outputs: sent[at]?.outputs ?? [],
  }));
  if (new Set(outputs.map((each) => each.outputs.join())).size === 1) return undefined;
  const cases = all.flatMap(({ target }, at) => {
    const { request, reply } = sent[at] ?? {};
    if (request === undefined || reply === undefined) return [];
    const reason = `the shortest sequence on which the targets differ: ${letters.join(", ")}`;
    const evidence = { name: "states/difference", reason, clauses: STATE_CLAUSES, request };
    return [target.keep(evidence, [reply])];
  });
  return { ...compared, difference: { ...found, outputs, case: cases[0] ?? "" } };
}
