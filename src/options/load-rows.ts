import { duration, durationOrZero, integer, positiveNumber } from "./amounts.ts";
import { names, oneOf, someOf, text, toggle } from "./option-parser.ts";
import { option, flag, CASES, defaults } from "./option-row.ts";

/** A shorter round measures nothing. */
const SHORTEST_ROUND_MS = 100;

export const loadRows = {
  load: option("load", toggle(), defaults(CASES, true), {
    help: "skip the short load test at the end",
    helpFor: { compare: "skip the paired rounds of load" },
  }),
  loadDurationMs: option(
    "load-duration",
    duration(SHORTEST_ROUND_MS),
    defaults(["run", "gate"], 2000),
    { help: "set the length of each round of the short load test" },
  ),
  connections: option(
    "connections",
    integer(1, 100_000),
    defaults(["load"], undefined, { compare: 10 }),
    {
      help: "keep this many connections open",
      helpFor: { load: "keep this many connections open; with --rate, open at most this many" },
      without: "10; 1 with --sweep; with --rate twice the rate, from 100 to 10,000",
    },
  ),
  pipelining: option("pipelining", integer(1, 1000), defaults(["load"], 1), {
    help: "send this many requests at a time on each connection",
  }),
  durationMs: option(
    "duration",
    duration(SHORTEST_ROUND_MS),
    defaults(["load"], 5000, { compare: undefined }),
    {
      help: "set the length of each round",
      helpFor: { compare: "set the length of each target's part of a round" },
      without: "5s; 1s with --quick",
    },
  ),
  rounds: option("rounds", integer(1, 1000), defaults(["load", "compare"]), {
    help: "measure this many rounds (or steps of a sweep)",
    helpFor: { compare: "measure this many paired rounds" },
    without: "load: 3, 13 with --sweep; compare: 10, 6 with --quick",
  }),
  warmupMs: option("warmup", durationOrZero(10), defaults(["load"], 2000, { compare: undefined }), {
    help: "send for this time before measuring, and discard the result",
    without: "2s; 300ms with --quick",
  }),
  processes: option("processes", integer(1, 16), defaults(["load"], 1), {
    help: "send from this many processes; each needs a free core",
  }),
  ratePerSecond: option("rate", positiveNumber(), defaults(["load"]), {
    help: "send this many requests per second, whether or not earlier ones have finished (open model)",
    without: "closed model: the next request follows the response",
  }),
  arrivals: option("arrivals", oneOf(["even", "poisson"]), defaults(["load"], "even"), {
    help: "space the requests of --rate evenly or at random",
  }),
  sweep: option("sweep", toggle(), defaults(["load"], false), {
    help: "double the connections (or --rate) step by step until throughput stops growing",
  }),
  mix: option("mix", names("<operation=weight>"), defaults(["load"], []), {
    example: ["getItem=5", "createItem=1"],
    inApi: false,
    help: "load these operations of --openapi together, as often as their weights: getItem=5,createItem=1; without weights equally often",
    without: "each operation by itself",
  }),
  quick: option("quick", toggle(), defaults(["compare"], false), {
    help: "measure 6 rounds of 0.3 + 1 s instead of 10 of 2 + 5 s; intervals get wider",
  }),
};

/** The verbs that agents send for, and those that connect to a broker. */
const SENT = ["run", "load", "compare"] as const;
const CONNECTED = [...SENT, "resume", "agent", "fleet"] as const;

export const fleetRows = {
  fleet: option("fleet", text("<url>"), defaults(CONNECTED), {
    example: "nats://broker:4222",
    help: "send from the agents at this NATS broker: nats://host:4222 or tls://host:4222",
    helpFor: {
      agent: "serve the controllers at this NATS broker: nats://host:4222 or tls://host:4222",
      fleet: "list the agents at this NATS broker: nats://host:4222 or tls://host:4222",
    },
    without: "requests are sent from this machine",
  }),
  agents: option("agents", integer(1, 1000), defaults(SENT), {
    example: 4,
    help: "send from this many agents of --fleet",
    without: "all agents",
  }),
  agentsWhere: option("agents-where", names("<labels>"), defaults([...SENT, "resume", "fleet"]), {
    example: ["zone=a"],
    help: "send only from agents of --fleet with all of these --labels: zone=a,kind=large",
    helpFor: { fleet: "list only agents with all of these --labels: zone=a,kind=large" },
    without: "agents with any labels",
  }),
  natsCreds: option("nats-creds", text("<file>"), defaults(CONNECTED), {
    help: "give the broker the credentials in this file (JWT and seed)",
  }),
  natsNkey: option("nats-nkey", text("<file>"), defaults(CONNECTED), {
    help: "give the broker the NKey whose seed is in this file",
  }),
  natsCa: option("nats-ca", text("<file>"), defaults(CONNECTED), {
    help: "trust the certificates in this file (PEM) for the broker, and require TLS",
  }),
  natsCert: option("nats-cert", text("<file>"), defaults(CONNECTED), {
    help: "show the broker the certificate in this file (PEM), and require TLS",
  }),
  natsKey: option("nats-key", text("<file>"), defaults(CONNECTED), {
    help: "use the private key in this file (PEM) for --nats-cert",
  }),
  resumeRun: flag("resume", text("<run>"), defaults(["run"]), {
    help: "continue this run of --fleet or of a whole document: plan again, and send what is missing",
  }),
  agentName: flag("name", text("<name>"), defaults(["agent"]), {
    help: "give this agent a name: letters, digits, dashes and underscores",
    without: "the name of the machine",
  }),
  agentLabels: flag("labels", names("<labels>"), defaults(["agent"], []), {
    help: "describe this agent, for witness fleet and the report: zone=a,kind=large",
    without: "none",
  }),
};

const REPORTERS = ["html", "junit", "ctrf", "markdown", "pr-comment", "sarif"] as const;
export type Reporter = (typeof REPORTERS)[number];

export const gateRows = {
  against: option("against", text("<url or command>"), defaults(["gate"]), {
    example: "node old/server.js --port {port}",
    inApi: false,
    help: "load this build of the server in turn with the target, and fail if the target is slower: a base URL, or a command with {port} that starts it",
  }),
  againstTimeMs: option("against-time", duration(10_000), defaults(["gate"], 60_000), {
    inApi: false,
    help: "take at most about this time for the rounds of --against",
  }),
  baseline: option("baseline", text("<file>"), defaults(["run", "gate"]), {
    example: "witness.baseline.json",
    inApi: false,
    help: "fail on drift from this baseline (create it with witness baseline learn)",
  }),
  reset: option("reset", text("<command>"), defaults(["run", "gate", "baseline learn"]), {
    example: "npm run reset-database",
    inApi: false,
    help: "run this command before the run, and before each confirmation that needs a target without memory: it gives the target a fresh store",
  }),
  inconclusive: option("inconclusive", oneOf(["pass", "fail"]), defaults(["run", "gate"]), {
    example: "fail",
    inApi: false,
    help: "treat insufficient evidence as: pass or fail",
    without: "exit code 4",
  }),
  strict: option("strict", toggle(), defaults(["run", "gate"], false), {
    inApi: false,
    help: "fail on warnings (flaky cases), and on insufficient evidence",
  }),
  warn: option("warn", toggle(), defaults(["run", "gate"], false), {
    inApi: false,
    help: "report failures and insufficient evidence, but exit with 0",
  }),
  reporter: option("reporter", someOf(REPORTERS), defaults(["run", "gate"], []), {
    example: ["junit", "markdown"],
    inApi: false,
    help: `also write ${REPORTERS.join(", ")}`,
    without: "none",
  }),
};
