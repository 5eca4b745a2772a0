import type { Observation } from "../model/observation.ts";
import type { SentSlice, SliceSender } from "./fleet-work.ts";
import type { PlannedSuite } from "./plan.ts";
import type { Recorded } from "./recorded.ts";
import type { SendingOrder } from "./sending-order.ts";
import type { PlannedSlice, SendingPlace } from "./slices.ts";
import type { Returned } from "./target-life.ts";

type Options = {
  campaign: SliceSender;
  order: SendingOrder;
  recorded?: Recorded | undefined;
  /** Numbers a sending of a case. */
  announce: (sent: SendingPlace["sent"]) => number;
  take: (returned: Returned) => void;
  /** After each slice: whether to go on. */
  goOn: () => Promise<boolean>;
};

/** What agents did not send of a suite, because it must be sent by itself, and how many cases were recorded before. */
type Rest = { alone: SendingPlace[]; known: number; isOver: boolean };

/**
 * Has agents send what may be sent beside other cases of a suite, and takes it in the order of the plan, whichever
 * agent is faster.
 */
export async function sendByAgents(suite: PlannedSuite, options: Options): Promise<Rest> {
  const rest: Rest = { alone: [], known: 0, isOver: false };
  await options.campaign.send(slicesFor(suite, options, rest), async (sent) => {
    for (const each of returnedIn(sent, options.announce)) options.take(each);
    rest.isOver = !(await options.goOn());
    return !rest.isOver;
  });
  return rest;
}

/** Whether a suite sends identities again on purpose: its order is kept, and one process sends it. */
export const repeatsIdentity = ({ cases }: PlannedSuite): boolean =>
  cases.some(({ sameIdentity }) => sameIdentity === true);

function* slicesFor(
  suite: PlannedSuite,
  { order, recorded }: Options,
  rest: Rest,
): Generator<PlannedSlice> {
  for (const slice of order.slices(suite)) {
    const beside = slice.places.filter(({ manner }) => manner === "beside");
    const places = beside.filter(({ fresh }) => recorded?.has(fresh) !== true);
    rest.alone.push(...slice.places.filter(({ manner }) => manner !== "beside"));
    rest.known += beside.length - places.length;
    yield { ...slice, places };
  }
}

function* returnedIn(
  { slice, agent, observations }: SentSlice,
  announce: Options["announce"],
): Generator<Returned> {
  const byPlace = new Map(observations.map((each) => [plannedAs(each), each]));
  for (const { sent, fresh } of slice.places) {
    const dispatched = byPlace.get(fresh);
    if (dispatched === undefined) continue;
    const { suite } = slice;
    const sending = { case: sent, suite, fresh, attempt: announce(sent), tries: 1 };
    yield { sending, dispatched, atMs: dispatched.atMs, agent };
  }
}

/** The first fresh value that the plan has for an observation. */
export const plannedAs = ({ planned, fresh }: Observation): number => planned ?? fresh;
