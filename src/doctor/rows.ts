import type { Offered } from "../model/index.ts";
import type { Conduct, Delay, ServerBehaviour } from "../servers/index.ts";

/** One server of known behaviour, and its measurement. */
export type RowPlan = {
  name: string;
  behaviour: ServerBehaviour;
  durationMs: number;
  /** The latency includes opening a connection, which the server's clock does not see. */
  opens?: boolean;
} & ({ by: "closed" | "open"; offered: Offered } | { by: "client" | "wire"; requests: number });

/** Each status has its own response time, so a latency in the wrong place is visible. */
const BY_STATUS: Delay = { kind: "by-status", ms: { 200: 1, 201: 5, 202: 10, 400: 20, 503: 2 } };
const STATUSES = [200, 201, 202, 400, 503];
const BODYLESS_DELAY: Delay = {
  kind: "by-status",
  ms: { 200: 1, 201: 5, 202: 10, 400: 20, 204: 2 },
};
const WITH_BODYLESS = [200, 201, 202, 400, 204];
/** A stall lasts this share of its period, and begins at this share of it. */
const STALL_SHARE = 0.05;
const STALL_FROM = 0.4;
const RECORDED = 20;
const KEEP: Conduct = { kind: "keep" };
const REFUSE: Conduct = { kind: "refuse", afterMs: 150, forMs: 500 };
const CLOSE = { kind: "close", every: 1, announced: true } as const;
const DROP: Conduct = { kind: "drop", every: 10 };
const UNTIL_CLOSE: Conduct = { kind: "until-close" };
const TRUNCATE: Conduct = { kind: "truncate", every: 10 };
const OLD: Conduct = { kind: "http-1.0" };

const plain = (delay: Delay): ServerBehaviour => ({ delay, statuses: [200], conduct: KEEP });
const constant = (ms: number): ServerBehaviour => plain({ kind: "constant", ms });
const odd = (conduct: Conduct, delay: Delay = BY_STATUS): ServerBehaviour => ({
  delay,
  statuses: STATUSES,
  conduct,
});

function closed(
  name: string,
  behaviour: ServerBehaviour,
  durationMs: number,
  [connections, pipelining]: [connections: number, pipelining: number] = [10, 1],
): RowPlan {
  const offered: Offered = { model: "closed", connections, pipelining };
  return { name, by: "closed", behaviour, offered, durationMs };
}

const open = (
  name: string,
  behaviour: ServerBehaviour,
  durationMs: number,
  ratePerSecond: number,
): RowPlan => ({
  name,
  by: "open",
  behaviour,
  offered: { model: "open", ratePerSecond, arrivals: "even", connections: 100 },
  durationMs,
});

/** All measurements, in this order. Few counts need less time than good percentiles. */
export function rowPlans(countsOnly: boolean): RowPlan[] {
  const long = countsOnly ? 400 : 1500;
  const short = countsOnly ? 400 : 1000;
  const logNormal = plain({ kind: "log-normal", medianMs: 3, sigma: 0.6, seed: 1 });
  return [
    // Few connections if responses are fast: equal delays make the responses of all connections arrive together, and
    // the last one waits while the generator reads the others.
    closed("constant 0.2 ms", constant(0.2), long, [1, 1]),
    closed("constant 1 ms", constant(1), long, [2, 1]),
    closed("constant 5 ms", constant(5), long, [4, 1]),
    closed("constant 20 ms", constant(20), long, [6, 1]),
    closed("constant 50 ms", constant(50), long, [10, 1]),
    closed("log-normal, median 3 ms", logNormal, long),
    ...atRate(countsOnly ? 1000 : 2000, short),
    ...oddServers(short),
    ...pipelined(short),
    ...recorded(),
  ];
}

function atRate(periodMs: number, durationMs: number): RowPlan[] {
  const stall = { everyMs: periodMs, fromMs: STALL_FROM * periodMs, forMs: STALL_SHARE * periodMs };
  const stalls = `stalls ${stall.forMs} ms in ${periodMs / 1000} s`;
  return [
    open(stalls, { ...constant(1), stall }, periodMs, 500),
    { ...open("closes after every response", odd(CLOSE), durationMs, 300), opens: true },
    { ...open("drops every tenth", odd(DROP), durationMs, 300), opens: true },
  ];
}

function oddServers(durationMs: number): RowPlan[] {
  const row = (name: string, conduct: Conduct): RowPlan => closed(name, odd(conduct), durationMs);
  const bodyless = { delay: BODYLESS_DELAY, statuses: WITH_BODYLESS, conduct: KEEP };
  const pieces = odd({ kind: "pieces", bytes: 7 });
  return [
    closed("statuses 1 to 20 ms apart", bodyless, durationMs),
    row("closes after every response", CLOSE),
    row("closes after every fifth", { ...CLOSE, every: 5 }),
    row("the same, without a word", { ...CLOSE, every: 5, announced: false }),
    row("closing ends the body", UNTIL_CLOSE),
    row("drops every tenth", DROP),
    row("truncates every tenth", TRUNCATE),
    closed("refuses for 0.5 s", odd(REFUSE), Math.max(1000, durationMs)),
    row("interim 100, 102, 103", { kind: "interim", statuses: [100, 102, 103] }),
    row("HTTP/1.0", OLD),
    closed("in pieces of seven bytes", pieces, durationMs, [2, 1]),
    row("responds to every seventh twice", { kind: "twice", every: 7 }),
    row("resets after every seventh", { kind: "reset", every: 7 }),
  ];
}

/** If responses are lost, delays are continuous: with fixed steps, each request would wait for the ones before it. */
function pipelined(durationMs: number): RowPlan[] {
  const smooth: Delay = { kind: "log-normal", medianMs: 5, sigma: 0.4, seed: 2 };
  const closesFifth = odd({ ...CLOSE, every: 5 }, smooth);
  return [
    closed("4 pipelined", odd(KEEP), durationMs, [2, 4]),
    closed("4 pipelined, closes after fifth", closesFifth, durationMs, [2, 4]),
    closed("4 pipelined, drops every tenth", odd(DROP, smooth), durationMs, [2, 4]),
  ];
}

/** The recorder, whose requests are sequential: both senders, against unusual servers. */
function recorded(): RowPlan[] {
  const conducts: [string, Conduct][] = [
    ["constant 5 ms", KEEP],
    ["closing ends the body", UNTIL_CLOSE],
    ["drops every tenth", DROP],
    ["truncates every tenth", TRUNCATE],
    ["HTTP/1.0", OLD],
  ];
  return (["client", "wire"] as const).flatMap((by) =>
    conducts.map(([name, conduct]) => ({
      name,
      by,
      behaviour: odd(conduct, { kind: "constant", ms: 5 }),
      requests: RECORDED,
      durationMs: 0,
      opens: by === "wire" || conduct.kind !== "keep",
    })),
  );
}
