import fc from "fast-check";
import { interfaceOf } from "../contract/user-submission.ts";
import { Budget, untilSpent } from "../explore/budget.ts";
import { familyOf } from "../generate/family.ts";
import type { CaseRequest } from "../model/request.ts";
import type { RunEnd } from "../model/run.ts";
import type { Property } from "../model/suite.ts";
import { FURTHEST, predictNew, unseenSpecies } from "../stats/unseen-species.ts";
import { counted, percent, whole } from "../text/numbers.ts";
import type { ApproachedRun } from "./approach.ts";
import { ExploredTarget } from "./explored-target.ts";

/** Uniform draws of each property in a round, and draws where the last round was new. */
const UNIFORM = 50;
const NOVEL = 100;
/** Limits of all draws. */
const MOST_REQUESTS = 200_000;
const MOST_MS = 600_000;
/** The horizon of a prediction, if the sample is large enough for it. */
const AHEAD = 10_000;

type Stream = { id: string; property: Property; counts: Map<string, number> };

/**
 * Draws generated cases until the probability that the next one shows new behaviour is below a share, by the upper limit
 * of its estimate. Behaviour is a family of requests with its response. Only uniform draws count for the
 * estimate; further ones, from the property that brought the most new behaviour, are a stream of their own.
 */
export async function drawUntilSeen(run: ApproachedRun, share: number): Promise<RunEnd> {
  const { header, signal, suites, events = {} } = run.settings;
  const limits = { maxRequests: MOST_REQUESTS, maxTimeMs: MOST_MS, signal };
  const budget = new Budget({ ...limits, now: () => performance.now() });
  const target = new ExploredTarget(run, { aspects: ["status"], ignore: [] }, budget);
  const from = interfaceOf(header);
  const streams = suites.flatMap(({ name, properties }) =>
    properties.map((property) => ({
      id: `${name}/${property.name}`,
      property,
      counts: new Map<string, number>(),
    })),
  );
  const all = new Map<string, number>();
  const beyond = new Set<string>();
  const send = async (requests: readonly CaseRequest[]): Promise<string[]> =>
    Promise.all(
      requests.map(
        async (request) => `${familyOf(request, from)} ${(await target.ask(request)).signature}`,
      ),
    );
  const round = async (nth: number): Promise<void> => {
    for (const stream of streams) {
      const drawn = draw(stream.property, header.seed + nth, UNIFORM, true);
      for (const species of await send(drawn)) {
        count(all, species);
        count(stream.counts, species);
      }
    }
    const novel = streams.reduce((best, each) => (onceIn(each) > onceIn(best) ? each : best));
    for (const species of await send(draw(novel.property, header.seed - nth - 1, NOVEL, false)))
      beyond.add(species);
  };
  await untilSpent(async () => {
    for (let nth = 0; streams.length > 0; nth += 1) {
      events.explore?.(target.progress("generated cases, until little is unseen"));
      await round(nth);
      if ((unseenSpecies(all.values())?.discoveryAtMost ?? 1) < share) return;
    }
  });
  noteEstimates(run, { streams, all, beyond });
  if (signal.aborted) return "interrupted";
  return budget.refused === "target-lost" ? "target-lost" : "done";
}

/** Writes what the samples tell, of all properties together and of each. */
function noteEstimates(
  { journal }: ApproachedRun,
  {
    streams,
    all,
    beyond,
  }: { streams: readonly Stream[]; all: ReadonlyMap<string, number>; beyond: Set<string> },
): void {
  journal.note("explore", sentenceOf("all properties", all));
  for (const { id, counts } of streams) journal.note("explore", sentenceOf(id, counts));
  const more = [...beyond].filter((species) => !all.has(species)).length;
  if (more > 0) journal.note("explore", moreText(more));
}

const moreText = (more: number): string =>
  `where there was novelty, ${whole(more)} more behaviours were found; the estimate leaves them out`;

/** Fast-check's draws are biased towards small and extreme values unless it is told otherwise: those are no sample. */
const draw = (
  { arbitrary }: Property,
  seed: number,
  numRuns: number,
  isUniform: boolean,
): CaseRequest[] => fc.sample(arbitrary, { seed, numRuns, unbiased: isUniform });

const count = (counts: Map<string, number>, species: string): void => {
  counts.set(species, (counts.get(species) ?? 0) + 1);
};

const onceIn = ({ counts }: Stream): number => [...counts.values()].filter((n) => n === 1).length;

/** What a sample of uniform draws tells, in words. */
export function sentenceOf(what: string, counts: ReadonlyMap<string, number>): string {
  const drawn = [...counts.values()].reduce((sum, each) => sum + each, 0);
  const estimate = unseenSpecies(counts.values());
  const seen = `${what}: ${counted(counts.size, "behaviour")} in ${whole(drawn)} uniform draws`;
  if (estimate === undefined) return `${seen}; too little was drawn for an estimate`;
  const ahead = Math.min(AHEAD, FURTHEST * drawn);
  const next = predictNew(estimate, ahead);
  const chance = `the next one is new with a probability of ${percent(estimate.discovery)}, at most ${percent(estimate.discoveryAtMost)}`;
  return next === undefined
    ? `${seen}; ${chance}`
    : `${seen}; ${chance}; in the next ${whole(ahead)} generated requests, ${counted(Math.round(next.expected), "new behaviour")} ${Math.round(next.expected) === 1 ? "is" : "are"} expected [${whole(next.from)}, ${whole(next.to)}]`;
}
