import {
  DivergenceSearch,
  Spent,
  untilSpent,
  type Candidate,
  type Replies,
  type RequestOperations,
} from "../learn/index.ts";
import { drawCases, drawNumbers, runNumbers } from "../generate/index.ts";
import type { CaseRequest, ExplorePlan, RunHeader, Suite } from "../model/index.ts";
import type { ExploredTarget, TargetReply } from "./explored-target.ts";
import type { RunSettings } from "./run-settings.ts";

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
export async function compareTargets(
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
  const search = new DivergenceSearch<AllReplies>(
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
  const first = await untilSpent(() => comparePlanned(search, suites, seed, options));
  const whole = !(first instanceof Spent);
  if (whole) await untilSpent(() => searchOn(search, suites, seed));
  search.tell();
  return { compared: search.compared, whole };
}

/** The fresh number of a request that every target gets. */
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

/** The catalogue, and the wanted number of generated cases. */
async function comparePlanned(
  search: DivergenceSearch<AllReplies>,
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
  search: DivergenceSearch<AllReplies>,
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
