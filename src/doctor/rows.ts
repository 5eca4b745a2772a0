import type { Offered } from "../model/index.ts";
import type { Conduct, Delay, ServerBehaviour } from "../servers/index.ts";

/** One server of known behaviour, and its measurement. */
export type RowPlan = {
  name: string;
  behaviour: ServerBehaviour;
  durationMs: number;
  /** The latency includes opening a connection, which the server's clock does not see. */
  opens?: boolean;
} & (
  | { by: "closed" | "open"; offered: Offered }
  /** This many requests of the recorder, one after the other. */
  | { by: "client" | "wire"; requests: number }
);

/** Each status has its own response time, so a latency in the wrong place is visible. */
const BY_STATUS: Delay = { kind: "by-status", ms: { 200: 1, 201: 5, 202: 10, 400: 20, 503: 2 } };
const STATUSES = [200, 201, 202, 400, 503];
/** The same, with a status that has no body. */
const WITH_BODYLESS = [200, 201, 202, 400, 204];
const WITH_BODYLESS_DELAY: Delay = {
  kind: "by-status",
  ms: { 200: 1, 201: 5, 202: 10, 400: 20, 204: 2 },
};
/** A stall lasts this share of its period, and begins at this share of it. */
const STALL_SHARE = 0.05;
const STALL_FROM = 0.4;
const RECORDED = 20;
const REFUSE: Conduct = { kind: "refuse", afterMs: 150, forMs: 500 };

const closed = (connections: number, pipelining = 1): Offered => ({
  model: "closed",
  connections,
  pipelining,
});
const open = (ratePerSecond: number): Offered => ({
  model: "open",
  ratePerSecond,
  arrivals: "even",
  connections: 100,
});

/** All measurements, in this order. Few counts need less time than good percentiles. */
export function rowPlans(countsOnly: boolean): RowPlan[] {
  const long = countsOnly ? 400 : 1500;
  const short = countsOnly ? 400 : 1000;
  return [
    ...constantDelays(long),
    {
      name: "log-normal, median 3 ms",
      by: "closed",
      behaviour: plain({ kind: "log-normal", medianMs: 3, sigma: 0.6, seed: 1 }),
      offered: closed(10),
      durationMs: long,
    },
    ...atRate(countsOnly ? 1000 : 2000, short),
    ...oddServers(short),
    ...pipelined(short),
    ...recorded(),
  ];
}

const plain = (delay: Delay): ServerBehaviour => ({
  delay,
  statuses: [200],
  conduct: { kind: "keep" },
});

/**
 * Few connections if responses are fast: equal delays make the responses of all connections arrive together, and the
 * last one waits while the generator reads the others.
 */
const constantDelays = (durationMs: number): RowPlan[] =>
  (
    [
      [0.2, 1],
      [1, 2],
      [5, 4],
      [20, 6],
      [50, 10],
    ] as const
  ).map(([ms, connections]) => ({
    name: `constant ${ms} ms`,
    by: "closed",
    behaviour: plain({ kind: "constant", ms }),
    offered: closed(connections),
    durationMs,
  }));

function atRate(periodMs: number, durationMs: number): RowPlan[] {
  const stall = { everyMs: periodMs, fromMs: STALL_FROM * periodMs, forMs: STALL_SHARE * periodMs };
  return [
    {
      name: `stalls ${stall.forMs} ms in ${periodMs / 1000} s`,
      by: "open",
      behaviour: { ...plain({ kind: "constant", ms: 1 }), stall },
      offered: open(500),
      durationMs: periodMs,
    },
    {
      name: "closes after every response",
      by: "open",
      behaviour: odd({ kind: "close", every: 1, announced: true }),
      offered: open(300),
      durationMs,
      opens: true,
    },
    {
      name: "drops every tenth",
      by: "open",
      behaviour: odd({ kind: "drop", every: 10 }),
      offered: open(300),
      durationMs,
      opens: true,
    },
  ];
}

const odd = (conduct: Conduct): ServerBehaviour => ({
  delay: BY_STATUS,
  statuses: STATUSES,
  conduct,
});

function oddServers(durationMs: number): RowPlan[] {
  const row = (name: string, conduct: Conduct, more: Partial<RowPlan> = {}): RowPlan =>
    ({
      name,
      by: "closed",
      behaviour: odd(conduct),
      offered: closed(10),
      durationMs,
      ...more,
    }) as RowPlan;
  return [
    row(
      "statuses 1 to 20 ms apart",
      { kind: "keep" },
      {
        behaviour: {
          delay: WITH_BODYLESS_DELAY,
          statuses: WITH_BODYLESS,
          conduct: { kind: "keep" },
        },
      },
    ),
    row("closes after every response", { kind: "close", every: 1, announced: true }),
    row("closes after every fifth", { kind: "close", every: 5, announced: true }),
    row("the same, without a word", { kind: "close", every: 5, announced: false }),
    row("closing ends the body", { kind: "until-close" }),
    row("drops every tenth", { kind: "drop", every: 10 }),
    row("truncates every tenth", { kind: "truncate", every: 10 }),
    row("refuses for 0.5 s", REFUSE, { durationMs: Math.max(1000, durationMs) }),
    row("interim 100, 102, 103", { kind: "interim", statuses: [100, 102, 103] }),
    row("HTTP/1.0", { kind: "http-1.0" }),
    row("in pieces of seven bytes", { kind: "pieces", bytes: 7 }, { offered: closed(2) }),
    row("responds to every seventh twice", { kind: "twice", every: 7 }),
    row("resets after every seventh", { kind: "reset", every: 7 }),
  ];
}

/** If responses are lost, delays are continuous: with fixed steps, each request would wait for the ones before it. */
function pipelined(durationMs: number): RowPlan[] {
  const smooth: Delay = { kind: "log-normal", medianMs: 5, sigma: 0.4, seed: 2 };
  const rows: [string, Conduct, Delay][] = [
    ["4 pipelined", { kind: "keep" }, BY_STATUS],
    ["4 pipelined, closes after fifth", { kind: "close", every: 5, announced: true }, smooth],
    ["4 pipelined, drops every tenth", { kind: "drop", every: 10 }, smooth],
  ];
  return rows.map(([name, conduct, delay]) => ({
    name,
    by: "closed",
    behaviour: { delay, statuses: STATUSES, conduct },
    offered: closed(2, 4),
    durationMs,
  }));
}

/** The recorder, whose requests are sequential: both senders, against unusual servers. */
function recorded(): RowPlan[] {
  const conducts: [string, Conduct][] = [
    ["constant 5 ms", { kind: "keep" }],
    ["closing ends the body", { kind: "until-close" }],
    ["drops every tenth", { kind: "drop", every: 10 }],
    ["truncates every tenth", { kind: "truncate", every: 10 }],
    ["HTTP/1.0", { kind: "http-1.0" }],
  ];
  const delay: Delay = { kind: "constant", ms: 5 };
  return (["client", "wire"] as const).flatMap((by) =>
    conducts.map(([name, conduct]) => ({
      name,
      by,
      behaviour: { delay, statuses: STATUSES, conduct },
      requests: RECORDED,
      durationMs: 0,
      opens: by === "wire" || conduct.kind !== "keep",
    })),
  );
}
