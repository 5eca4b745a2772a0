import { duration, integer, positiveNumber } from "./amount-kinds.ts";
import { names, oneOf, someOf, text, toggle } from "./option-parser.ts";
import { option } from "./option-row.ts";

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

/** The verbs that agents send for. */
const SENT = { run: undefined, load: undefined, compare: undefined };
/** The verbs that connect to a broker. */
const CONNECTED = { ...SENT, resume: undefined, agent: undefined, fleet: undefined };

/** Agents on other machines, and the broker (NATS) that connects them. */
export const fleetRows = {
  fleet: option({
    flag: "fleet",
    example: "nats://broker:4222",
    kind: text("<url>"),
    help: "send from the agents at this NATS broker: nats://host:4222 or tls://host:4222",
    helpFor: {
      agent: "serve the controllers at this NATS broker: nats://host:4222 or tls://host:4222",
      fleet: "list the agents at this NATS broker: nats://host:4222 or tls://host:4222",
    },
    defaults: CONNECTED,
    without: "requests are sent from this machine",
  }),
  agents: option({
    flag: "agents",
    example: 4,
    kind: integer({ min: 1, max: 1000 }),
    help: "send from this many agents of --fleet",
    defaults: SENT,
    without: "all agents",
  }),
  agentsWhere: option({
    flag: "agents-where",
    example: ["zone=a"],
    kind: names("<labels>"),
    help: "send only from agents of --fleet with all of these --labels: zone=a,kind=large",
    helpFor: { fleet: "list only agents with all of these --labels: zone=a,kind=large" },
    defaults: { ...SENT, resume: undefined, fleet: undefined },
    without: "agents with any labels",
  }),
  natsCreds: option({
    flag: "nats-creds",
    kind: text("<file>"),
    help: "give the broker the credentials in this file (JWT and seed)",
    defaults: CONNECTED,
  }),
  natsNkey: option({
    flag: "nats-nkey",
    kind: text("<file>"),
    help: "give the broker the NKey whose seed is in this file",
    defaults: CONNECTED,
  }),
  natsCa: option({
    flag: "nats-ca",
    kind: text("<file>"),
    help: "trust the certificates in this file (PEM) for the broker, and require TLS",
    defaults: CONNECTED,
  }),
  natsCert: option({
    flag: "nats-cert",
    kind: text("<file>"),
    help: "show the broker the certificate in this file (PEM), and require TLS",
    defaults: CONNECTED,
  }),
  natsKey: option({
    flag: "nats-key",
    kind: text("<file>"),
    help: "use the private key in this file (PEM) for --nats-cert",
    defaults: CONNECTED,
  }),
  resumeRun: option({
    flag: "resume",
    kind: text("<run>"),
    help: "continue this run of --fleet: plan again, and send what is missing",
    defaults: { run: undefined },
    commandLineOnly: true,
  }),
  agentName: option({
    flag: "name",
    kind: text("<name>"),
    help: "give this agent a name: letters, digits, dashes and underscores",
    defaults: { agent: undefined },
    without: "the name of the machine",
    commandLineOnly: true,
  }),
  agentLabels: option({
    flag: "labels",
    kind: names("<labels>"),
    help: "describe this agent, for witness fleet and the report: zone=a,kind=large",
    defaults: { agent: [] },
    without: "none",
    commandLineOnly: true,
  }),
};

/** Additional output of `witness gate`. */
const REPORTERS = ["html", "junit", "ctrf", "markdown", "pr-comment"] as const;
export type Reporter = (typeof REPORTERS)[number];

/** Options for judging a run. */
export const gateRows = {
  baseline: option({
    flag: "baseline",
    example: "witness.baseline.json",
    inApi: false,
    kind: text("<file>"),
    help: "fail on drift from this baseline (create it with witness baseline save)",
    defaults: { run: undefined, gate: undefined },
  }),
  inconclusive: option({
    flag: "inconclusive",
    example: "fail",
    inApi: false,
    kind: oneOf(["pass", "fail"]),
    help: "treat insufficient evidence as: pass or fail",
    defaults: { run: undefined, gate: undefined },
    without: "exit code 4",
  }),
  reporter: option({
    flag: "reporter",
    example: ["junit", "markdown"],
    inApi: false,
    kind: someOf(REPORTERS),
    help: `also write ${REPORTERS.join(", ")}`,
    defaults: { run: [], gate: [] },
    without: "none",
  }),
};
