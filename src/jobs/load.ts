import { expectedStatuses } from "../analyse/index.ts";
import { WitnessError } from "../errors.ts";
import type { Catalogue } from "./load-suites.ts";
import { concludeAndKeep, type FinishedRun, type PartRun, partRunOf } from "./conclude-run.ts";
import { type Control, drawSeed, openRun, seedOf } from "./open-run.ts";
import { requireServed, servedTargets } from "./served-target.ts";
import { withFleet } from "./with-fleet.ts";
import type { GivenTarget, LoadPlan, Offered } from "../model/index.ts";
import type { Journal, FreshSequence, RunOutcome, RunSettings, RunTask } from "../observe/index.ts";
import type { LoadMix } from "../observe/index.ts";
import { approachLoad, checkSequence, Dispatcher, endWithoutContact } from "../observe/index.ts";
import { firstContact, loadSettingsOf, searchLeak, sendingOf, sendLoad } from "../observe/index.ts";
import { withRecord } from "../observe/index.ts";
import type { OptionsOf } from "../options/index.ts";
import { counted } from "../text/index.ts";

/** Valid requests sent one by one before the load, to record their responses without load. */
const ASKED_BEFORE = 5;

/** `witness load`. @throws WitnessError if the options contradict each other, or the folder cannot be written to. */
export const loadJob = (
  given: GivenTarget,
  catalogue: Catalogue,
  options: OptionsOf<"load">,
  control: Control,
): Promise<FinishedRun> =>
  withFleet(options, control, async (whole) => {
    const load = planLoad(options);
    const seed = options.seed ?? drawSeed();
    requireServed([given], options);
    const [target = given] = await servedTargets([given], options.serve);
    const plan = { ...planOf(catalogue, load), target, seed, leaks: "if-suspected" as const };
    const run = openRun(plan, options, whole);
    return concludeAndKeep(run, await sendRounds(run), options);
  });

const planOf = (catalogue: Catalogue, load: LoadPlan) => ({
  verb: "load" as const,
  catalogue,
  planned: [],
  explored: [],
  load,
});

/** Loads one target as a part of a whole document; the run is in this folder. @throws as `loadJob`. */
export async function loadPart(
  target: GivenTarget,
  catalogue: Catalogue,
  options: OptionsOf<"load">,
  control: Control,
  inside: { folder: string; name: string },
  mixed?: { share: NonNullable<LoadPlan["mix"]>; mix: LoadMix },
): Promise<PartRun> {
  const load = { ...planLoad(options), mix: mixed?.share };
  const plan = { ...planOf(catalogue, load), target, seed: seedOf(options), part: inside.name };
  const run = openRun(plan, options, control, inside.folder);
  return partRunOf(run, await sendRounds(run, mixed?.mix.join), inside.folder, options);
}

/** Checks that the target responds, records the response to a valid request on an idle server, then sends the rounds. */
export function sendRounds(run: RunTask, send = sendLoad): Promise<RunOutcome> {
  return withRecord(run, async (journal, settings) => {
    const { recorded, header, signal, events = {} } = settings;
    const { load } = header.options;
    if (load === undefined) throw new Error("a run of load has its options in the header");
    if (recorded?.approach !== undefined) {
      const expected = expectedStatuses(recorded.statuses);
      return sendLoad(loadSettingsOf({ settings, journal }, load, expected));
    }
    const dispatcher = new Dispatcher(
      { ...sendingOf(settings), keep: true },
      checkSequence(settings),
    );
    try {
      events.phase?.("checking that a valid request gets a response");
      const contact = await firstContact(settings, dispatcher, journal);
      if (contact.state !== "responding" || signal.aborted)
        return endWithoutContact(contact, signal, journal);
      const { asking, results } = contact;
      const own = await approachLoad({ settings, dispatcher, journal, results }, asking);
      const before = await askBefore(own, dispatcher.numbers, journal);
      if (load.offered.model === "closed" && load.offered.pipelining > 1 && before.closes)
        throw new WitnessError(
          "pipelining",
          "this server closes the connection after a response: nothing can be pipelined on it",
          { hint: "leave --pipelining out" },
        );
      const expected = expectedStatuses(before.statuses);
      const loadedAtMs = journal.nowMs() + load.warmupMs;
      const loaded = await send(loadSettingsOf({ settings: own, journal }, load, expected));
      if (loaded.end === "done" && own.leaks !== undefined)
        await searchLeak(
          { settings: own, journal, approached: { dispatcher, asking } },
          { loadedAtMs, cases: "none" },
        );
      return loaded;
    } finally {
      await dispatcher.close();
    }
  });
}

/** The statuses of the valid request on an idle server, and whether its connection is then closed. */
async function askBefore(settings: RunSettings, numbers: FreshSequence, journal: Journal) {
  const { client, raw } = settings.valid;
  const dispatcher = new Dispatcher({ ...sendingOf(settings), keep: true }, numbers);
  const statuses: Record<string, number> = {};
  let closes = false;
  for (const sent of [raw, ...Array.from({ length: ASKED_BEFORE - 1 }, () => client)]) {
    const atMs = journal.nowMs();
    const dispatched = await dispatcher.send(sent);
    journal.observe(sent, dispatched, atMs, { check: "before the load" });
    const [result] = dispatched.answers;
    if (result?.outcome === "answered")
      statuses[result.status] = (statuses[result.status] ?? 0) + 1;
    closes ||= sent === client && (dispatched.end === "closed" || dispatched.end === "reset");
  }
  await dispatcher.close();
  return { statuses, closes };
}

type LoadOptions = OptionsOf<"load">;

const CONNECTIONS = 10;
const ROUNDS = 3;
/** Up to 4,096 connections, or 4,096 times the first rate. */
const SWEEP_STEPS = 13;
const TIMEOUT_MS = 10_000;
/** Open model: requests due within two seconds may be in flight, within these bounds. */
const OPEN_SECONDS = 2;
const OPEN_LEAST = 100;
const OPEN_MOST = 10_000;
/** The short load at the end of a run warms up for the length of a round, up to this time. */
const SHORT_WARMUP_MS = 1000;
const PAIRED = {
  usual: { rounds: 10, durationMs: 5000, warmupMs: 2000 },
  quick: { rounds: 6, durationMs: 1000, warmupMs: 300 },
};

/** The load for the options of `witness load`. @throws WitnessError `load-options` if they contradict each other. */
export function planLoad(options: LoadOptions): LoadPlan {
  const { ratePerSecond, processes, warmupMs, durationMs, rounds, timeoutMs, sweep } = options;
  const offered =
    ratePerSecond === undefined ? closedOffer(options) : openOffer(options, ratePerSecond);
  if (processes > offered.connections)
    throw refused(
      `${processes} processes cannot share ${counted(offered.connections, "connection")}`,
      "set --connections to at least the number of processes",
    );
  return {
    offered,
    processes,
    warmupMs: Math.round(warmupMs),
    durationMs: Math.round(durationMs),
    rounds: rounds ?? (sweep ? SWEEP_STEPS : ROUNDS),
    timeoutMs,
    sweep,
  };
}

function closedOffer({ connections, pipelining, sweep, arrivals }: LoadOptions): Offered {
  if (arrivals === "poisson")
    throw refused("--arrivals requires --rate", "add --rate, or leave --arrivals out");
  return { model: "closed", connections: connections ?? (sweep ? 1 : CONNECTIONS), pipelining };
}

function openOffer({ connections, pipelining, arrivals }: LoadOptions, rate: number): Offered {
  if (pipelining > 1)
    throw refused(
      "--rate and --pipelining cannot be combined: at a fixed rate every request has its own connection",
      "leave one of them out",
    );
  const wanted = Math.min(OPEN_MOST, Math.max(OPEN_LEAST, Math.ceil(rate * OPEN_SECONDS)));
  return { model: "open", ratePerSecond: rate, arrivals, connections: connections ?? wanted };
}

const refused = (message: string, hint: string): WitnessError =>
  new WitnessError("load-options", message, { hint });

export const shortLoad = (durationMs: number): LoadPlan => ({
  offered: { model: "closed", connections: CONNECTIONS, pipelining: 1 },
  processes: 1,
  warmupMs: Math.min(SHORT_WARMUP_MS, Math.round(durationMs)),
  durationMs: Math.round(durationMs),
  rounds: ROUNDS,
  timeoutMs: TIMEOUT_MS,
  sweep: false,
});

/** Rounds next to an older build: short, because the machine is the more alike for two the closer they are. */
const AGAINST = { durationMs: 500, mostWarmupMs: 2000, warmupShare: 0.05 };
/** Between two rounds: their processes get ready, and requests in flight end. */
const BETWEEN_MS = 100;
/** Starting both builds and the generator, two warm-ups and the ceiling. */
const BEFORE_PAIRS_MS = 8000;

export function againstLoad(against: NonNullable<LoadPlan["against"]>): LoadPlan {
  const { durationMs, mostWarmupMs, warmupShare } = AGAINST;
  const warmupMs = Math.round(Math.min(mostWarmupMs, warmupShare * against.timeMs));
  const pairMs = 2 * (durationMs + BETWEEN_MS);
  const rounds = Math.max(1, Math.floor((against.timeMs - BEFORE_PAIRS_MS) / pairMs));
  return { ...shortLoad(durationMs), warmupMs, rounds, against };
}

export function pairedLoad(
  options: Pick<
    OptionsOf<"compare">,
    "quick" | "rounds" | "durationMs" | "warmupMs" | "connections"
  >,
): LoadPlan {
  const usual = options.quick ? PAIRED.quick : PAIRED.usual;
  return {
    offered: { model: "closed", connections: options.connections, pipelining: 1 },
    processes: 1,
    warmupMs: options.warmupMs ?? usual.warmupMs,
    durationMs: options.durationMs ?? usual.durationMs,
    rounds: options.rounds ?? usual.rounds,
    timeoutMs: TIMEOUT_MS,
    sweep: false,
  };
}
