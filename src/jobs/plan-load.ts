import { WitnessError } from "../errors.ts";
import type { LoadPlan, Offered } from "../model/index.ts";
import type { OptionsOf } from "../options/index.ts";
import { counted } from "../text/index.ts";

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
/** Rounds of a comparison: `--quick` trades certainty for time. */
const PAIRED = {
  usual: { rounds: 10, durationMs: 5000, warmupMs: 2000 },
  quick: { rounds: 6, durationMs: 1000, warmupMs: 300 },
};

/**
 * The load for the options of `witness load`. @throws WitnessError `load-options` if they
 * contradict each other.
 */
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

/** The short load at the end of a run, in rounds of `durationMs`. */
export function shortLoad(durationMs: number): LoadPlan {
  return {
    offered: { model: "closed", connections: CONNECTIONS, pipelining: 1 },
    processes: 1,
    warmupMs: Math.min(SHORT_WARMUP_MS, Math.round(durationMs)),
    durationMs: Math.round(durationMs),
    rounds: ROUNDS,
    timeoutMs: TIMEOUT_MS,
    sweep: false,
  };
}

/** The paired rounds of a comparison. */
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
