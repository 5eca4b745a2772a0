import { option } from "./option-row.ts";
import { oneOf, toggle } from "./option-parser.ts";
import { duration, integer, positiveNumber } from "./amount-kinds.ts";

/** A shorter round measures nothing. */
const SHORTEST_ROUND_MS = 100;

/** How much load is offered, and for how long. */
export const loadRows = {
  load: option({
    flag: "load",
    kind: toggle(),
    help: "skip the short load test at the end",
    helpFor: { compare: "skip the paired rounds of load" },
    defaults: { run: true, compare: true, gate: true },
  }),
  loadDurationMs: option({
    flag: "load-duration",
    kind: duration({ min: SHORTEST_ROUND_MS }),
    help: "set the length of each round of the short load test",
    defaults: { run: 2000, gate: 2000 },
  }),
  connections: option({
    flag: "connections",
    kind: integer({ min: 1, max: 100_000 }),
    help: "keep this many connections open",
    helpFor: { load: "keep this many connections open; with --rate, open at most this many" },
    defaults: { load: undefined, compare: 10 },
    without: "10; 1 with --sweep; with --rate twice the rate, from 100 to 10,000",
  }),
  pipelining: option({
    flag: "pipelining",
    kind: integer({ min: 1, max: 1000 }),
    help: "send this many requests at a time on each connection",
    defaults: { load: 1 },
  }),
  durationMs: option({
    flag: "duration",
    kind: duration({ min: SHORTEST_ROUND_MS }),
    help: "set the length of each round",
    helpFor: { compare: "set the length of each target's part of a round" },
    defaults: { load: 5000, compare: undefined },
    without: "5s; 1s with --quick",
  }),
  rounds: option({
    flag: "rounds",
    kind: integer({ min: 1, max: 1000 }),
    help: "measure this many rounds (or steps of a sweep)",
    helpFor: { compare: "measure this many paired rounds" },
    defaults: { load: undefined, compare: undefined },
    without: "load: 3, 13 with --sweep; compare: 10, 6 with --quick",
  }),
  warmupMs: option({
    flag: "warmup",
    kind: duration({ min: 10, orZero: true }),
    help: "send for this time before measuring, and discard the result",
    defaults: { load: 2000, compare: undefined },
    without: "2s; 300ms with --quick",
  }),
  processes: option({
    flag: "processes",
    kind: integer({ min: 1, max: 16 }),
    help: "send from this many processes; each needs a free core",
    defaults: { load: 1 },
  }),
  ratePerSecond: option({
    flag: "rate",
    kind: positiveNumber(),
    help: "send this many requests per second, whether or not earlier ones have finished (open model)",
    defaults: { load: undefined },
    without: "closed model: the next request follows the response",
  }),
  arrivals: option({
    flag: "arrivals",
    kind: oneOf(["even", "poisson"]),
    help: "space the requests of --rate evenly or at random",
    defaults: { load: "even" },
  }),
  sweep: option({
    flag: "sweep",
    kind: toggle(),
    help: "double the connections (or --rate) step by step until throughput stops growing",
    defaults: { load: false },
  }),
  quick: option({
    flag: "quick",
    kind: toggle(),
    help: "measure 6 rounds of 0.3 + 1 s instead of 10 of 2 + 5 s; intervals get wider",
    defaults: { compare: false },
  }),
};
