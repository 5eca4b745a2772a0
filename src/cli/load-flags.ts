import { WitnessError } from "../errors.ts";
import type { LoadOptions, Offered } from "../model/load.ts";

/** The load that ends `witness run`: short, and no more than a browser would open. */
const SHORT = { rounds: 3, warmupMs: 1000 };
const CONNECTIONS = 10;
const TIMEOUT_MS = 10_000;
const ROUNDS = 3;
/** Up to 4,096 connections, or 4,096 times the first rate. */
const SWEEP_STEPS = 13;
/** Open model: what falls due in two seconds may be under way, within these bounds. */
const OPEN_SECONDS = 2;
const OPEN_LEAST = 100;
const OPEN_MOST = 10_000;

/** Settings of `witness load` as they are given. */
export type LoadFlags = {
  connections?: number;
  pipelining: number;
  duration: number;
  rounds?: number;
  warmup: number;
  processes: number;
  rate?: number;
  arrivals: "even" | "poisson";
  sweep?: true;
  timeout: number;
};

/** What the flags ask for; throws where they contradict each other. */
export function loadOptions(flags: LoadFlags): LoadOptions {
  const offered = flags.rate === undefined ? closedOffer(flags) : openOffer(flags, flags.rate);
  const sweep = flags.sweep === true;
  if (flags.duration < 1) throw refused("--duration 0 measures nothing", "give it a time, e.g. 5s");
  const first = offered.connections;
  if (flags.processes > first)
    throw refused(
      `${flags.processes} processes cannot share ${first} connection${first === 1 ? "" : "s"}`,
      "give --connections as many, or more",
    );
  return {
    offered,
    processes: flags.processes,
    warmupMs: Math.round(flags.warmup),
    durationMs: Math.round(flags.duration),
    rounds: flags.rounds ?? (sweep ? SWEEP_STEPS : ROUNDS),
    timeoutMs: flags.timeout,
    sweep,
  };
}

function closedOffer({ connections, pipelining, sweep, arrivals }: LoadFlags): Offered {
  if (arrivals === "poisson")
    throw refused("--arrivals is for a fixed rate", "give --rate too, or leave it out");
  const first = sweep === true ? 1 : CONNECTIONS;
  return { model: "closed", connections: connections ?? first, pipelining };
}

function openOffer({ connections, pipelining, arrivals }: LoadFlags, rate: number): Offered {
  if (pipelining > 1)
    throw refused(
      "--rate and --pipelining exclude each other: at a fixed rate every request has a connection of its own",
      "leave one of them out",
    );
  const wanted = Math.min(OPEN_MOST, Math.max(OPEN_LEAST, Math.ceil(rate * OPEN_SECONDS)));
  return { model: "open", ratePerSecond: rate, arrivals, connections: connections ?? wanted };
}

const refused = (message: string, hint: string): WitnessError =>
  new WitnessError("load-options", message, { hint });

/** The short load at the end of `witness run`: rounds of so many milliseconds. */
export function shortLoad(durationMs: number): LoadOptions {
  if (durationMs < 1)
    throw refused("--load-duration 0 measures nothing", "--no-load leaves the load out");
  return {
    offered: { model: "closed", connections: CONNECTIONS, pipelining: 1 },
    processes: 1,
    warmupMs: Math.min(SHORT.warmupMs, Math.round(durationMs)),
    durationMs: Math.round(durationMs),
    rounds: SHORT.rounds,
    timeoutMs: TIMEOUT_MS,
    sweep: false,
  };
}
