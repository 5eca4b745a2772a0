import { type Case, type Observation, hasResponded } from "../model/index.ts";
import type { Dispatcher } from "./dispatcher.ts";
import type { SentSlice, SliceSender } from "./run-settings.ts";
import { type Journal, observationOf } from "./journal.ts";
import type { PlannedSuite } from "./plan.ts";
import type { Recorded } from "./recorded.ts";
import { Schedule, untilAborted } from "./schedule.ts";
import type { SendingOrder, PlannedSlice, SendingPlace } from "./sending-order.ts";
import type { Returned } from "./target-supervisor.ts";

type Options = {
  campaign: SliceSender;
  order: SendingOrder;
  recorded?: Recorded | undefined;
  announce: (sent: SendingPlace["sent"]) => number;
  take: (returned: Returned) => void;
  goOn: () => Promise<boolean>;
};

type Sender = { dispatcher: Dispatcher; journal: Journal };

/** How many cases of a suite were recorded before, and whether the run must end. */
type Sent = { known: number; isOver: boolean };

type Alone = { orderly: PlannedSlice[]; hazards: PlannedSlice[] };

/**
 * Has agents send a suite, and takes the results in the order of the plan, whichever agent is faster. First all agents
 * send the cases that may be sent beside others. Then one agent, while the target serves nobody else, sends the cases
 * that must be alone, and finally the hazards.
 */
export async function sendByAgents(suite: PlannedSuite, options: Options): Promise<Sent> {
  const sent: Sent = { known: 0, isOver: false };
  const left: Alone = { orderly: [], hazards: [] };
  const send = async (slices: Iterable<PlannedSlice>, alone: boolean): Promise<void> => {
    if (sent.isOver) return;
    await options.campaign.send(slices, { alone }, async (slice) => {
      for (const each of returnedIn(slice, options.announce)) options.take(each);
      sent.isOver = !(await options.goOn());
      return !sent.isOver;
    });
  };
  await send(besideIn(suite, options, left, sent), false);
  await send(left.orderly, true);
  await send(left.hazards, true);
  return sent;
}

/** Whether a suite repeats identities on purpose: then its order matters, and one agent sends it. */
const repeatsIdentity = ({ cases }: PlannedSuite): boolean =>
  cases.some(({ sameIdentity }) => sameIdentity === true);

function* besideIn(
  suite: PlannedSuite,
  { order, recorded }: Options,
  left: Alone,
  sent: Sent,
): Generator<PlannedSlice> {
  const isOrderly = repeatsIdentity(suite);
  const wayOf = ({ placement }: SendingPlace) =>
    placement === "beside" && isOrderly ? "alone" : placement;
  for (const slice of order.slices(suite)) {
    const places = slice.places.filter(({ fresh }) => recorded?.has(fresh) !== true);
    sent.known += slice.places.length - places.length;
    const only = (way: SendingPlace["placement"]): PlannedSlice => ({
      ...slice,
      places: places.filter((each) => wayOf(each) === way),
    });
    const [alone, hazards] = [only("alone"), only("hazard")];
    if (alone.places.length > 0) left.orderly.push(alone);
    if (hazards.places.length > 0) left.hazards.push(hazards);
    yield only("beside");
  }
}

/** Has one agent, while the target serves nobody else, check whether the target responds. Returns the recorded observation. */
export async function askByAgent(
  asking: Case,
  check: string,
  { campaign, dispatcher, journal }: Pick<Options, "campaign"> & Sender,
): Promise<Observation> {
  const observed = await campaign.ask(asking, dispatcher.reserve(asking));
  const { atMs, agent = "" } = observed;
  return journal.observe(asking, observed, atMs, { check, agent });
}

function* returnedIn(
  { slice, agent, observations }: SentSlice,
  announce: Options["announce"],
): Generator<Returned> {
  const byPlace = new Map(observations.map((each) => [plannedNumber(each), each]));
  for (const { sent, fresh } of slice.places) {
    const dispatched = byPlace.get(fresh);
    if (dispatched === undefined) continue;
    const { suite } = slice;
    const sending = { case: sent, suite, fresh, attempt: announce(sent), tries: 1 };
    yield { sending, dispatched, atMs: dispatched.atMs, agent };
  }
}

export const plannedNumber = ({ planned, fresh }: Observation): number => planned ?? fresh;

/** After this many consecutive sendings without a response, it is checked whether the target still responds. */
export const SILENT_ROW = 30;

type SliceOptions = {
  dispatcher: Dispatcher;
  schedule: Schedule;
  signal: AbortSignal;
  nowMs: () => number;
  agent: string;
  /** Gets each result at once: a slice of them need not be kept. */
  take: (observation: Observation) => void;
  /** The cases may have been sent before: they get new values. */
  isAgain: boolean;
  /** Throws before a case if this process must not send it any more. */
  requireHeld?: (() => void) | undefined;
};

/** Sends a slice for a run of another process, which numbers it. Ends early if the target falls silent. */
export async function sendSlice(
  places: Iterable<SendingPlace>,
  { dispatcher, schedule, signal, nowMs, agent, take, isAgain, requireHeld }: SliceOptions,
): Promise<void> {
  let silent = 0;
  for (const { sent, fresh, placement } of places) {
    if (signal.aborted || silent >= SILENT_ROW) break;
    await schedule.start(async (release) => {
      requireHeld?.();
      const atMs = nowMs();
      const { answers, settled, lingers } = await dispatcher.reply(
        sent,
        isAgain ? undefined : fresh,
      );
      release({ lingers });
      silent = hasResponded(answers.at(-1)) ? 0 : silent + 1;
      const at = { seq: 0, atMs, attempt: 1 };
      const as = { planned: fresh, agent };
      take(observationOf(sent, await settled, at, as));
    }, placement);
  }
  await untilAborted(schedule.finished(), signal);
}
