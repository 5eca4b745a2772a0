import fc from "fast-check";
import { interfaceOf } from "../contract/index.ts";
import { untilSpent } from "../learn/index.ts";
import { familyOf } from "../generate/index.ts";
import type { CaseRequest, Property, RunEnd, Suite } from "../model/index.ts";
import { unseenEstimate } from "../stats/index.ts";
import type { CalibratedRun } from "./calibrate-target.ts";
import { beginAfterPlan } from "./fresh-sequence.ts";
import { ExploredTarget } from "./explored-target.ts";

/** Uniform draws of each property in a round, and draws where the last round was new. */
const UNIFORM = 50;
const NOVEL = 100;
const MOST = { maxRequests: 200_000, maxTimeMs: 600_000 };

type Stream = { id: string; property: Property; counts: Map<string, number> };

/**
 * Draws generated cases until the probability that the next one shows new behaviour is below a share, by the upper limit
 * of its estimate. Behaviour is a family of requests with its response. Only uniform draws count for the
 * estimate; further ones, from the property that brought the most new behaviour, are a stream of their own.
 */
export async function drawUntilSeen(
  run: CalibratedRun,
  share: number,
  most: typeof MOST = MOST,
): Promise<RunEnd> {
  const { header, signal, suites, events = {} } = run.settings;
  beginAfterPlan(run.approached.dispatcher.numbers, run.settings, most.maxRequests);
  const target = new ExploredTarget(run, most);
  const from = interfaceOf(header);
  const streams = streamsOf(suites);
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
      if (chanceIn(all) < share) return;
    }
  });
  noteEstimates(run, target, { streams, all, beyond });
  await target.finished();
  if (signal.aborted) return "interrupted";
  noteBound(run, target.budget.requests, streams.length === 0 ? 0 : chanceIn(all), share);
  return target.end;
}

const streamsOf = (suites: readonly Suite[]): Stream[] =>
  suites.flatMap(({ name, properties }) =>
    properties.map((property) => ({
      id: `${name}/${property.name}`,
      property,
      counts: new Map<string, number>(),
    })),
  );

type Seen = { streams: readonly Stream[]; all: ReadonlyMap<string, number>; beyond: Set<string> };

function noteEstimates(
  { journal }: CalibratedRun,
  target: ExploredTarget,
  { streams, all, beyond }: Seen,
): void {
  const estimates = [
    unseenEstimate("all properties", all),
    ...streams.map(({ id, counts }) => unseenEstimate(id, counts)),
  ];
  for (const estimate of estimates) target.tell({ type: "finding", kind: "unseen", estimate });
  const more = [...beyond].filter((species) => !all.has(species)).length;
  if (more > 0) journal.note({ kind: "explore", code: "more-behaviours", count: more });
}

const chanceIn = (all: ReadonlyMap<string, number>): number =>
  unseenEstimate("all properties", all).discoveryAtMost ?? 1;

function noteBound({ journal }: CalibratedRun, requests: number, chance: number, share: number) {
  if (chance >= share)
    journal.note({ kind: "explore", code: "drawing-stopped", requests, chance, share });
}

/** Draws an unbiased sample: by default, fast-check prefers small and extreme values. */
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
