/** The figure of a threshold. Latencies are milliseconds, `status` is a share from 0 to 1. */
export type Metric =
  | { kind: "latency"; percentile: number | "avg" }
  | { kind: "throughput" | "goodput" | "unanswered" }
  | { kind: "status"; word: string };

/** The limit: a number, or a multiple of the same figure elsewhere. */
type Limit =
  | { against: "number"; value: number }
  | { against: "baseline"; factor: number }
  | { against: "target"; target: string; factor: number };

/** A parsed threshold of a policy. */
export type Threshold = { metric: Metric; op: "<" | "<=" | ">" | ">=" | "==" | "!="; limit: Limit };

const SHAPE =
  /^\s*(?<metric>[a-z]+(?:\([^)]*\))?)\s*(?<op><=|>=|===?|!==?|<|>)\s*(?<limit>\S.*?)\s*$/;
const NUMBER = String.raw`\d+(?:\.\d+)?`;
const TIMES = new RegExp(
  `^(?:(?<factor>${NUMBER})\\s*[*×]\\s*)?(?<name>baseline|target\\(\\s*[^)\\s]+\\s*\\))$`,
);

/** Metrics that a threshold may name. */
const METRICS = [
  "p(95)",
  "avg",
  "min",
  "med",
  "max",
  "throughput",
  "goodput",
  "status(201)",
  "unanswered",
] as const;

const PERCENTILES: Record<string, number | "avg"> = { min: 0, med: 50, max: 100, avg: "avg" };

/** Parses thresholds like `p(95)<20`; returns a sentence about the problem if it is not valid. */
export function parseThreshold(text: string): Threshold | string {
  const { metric: name = "", op = "", limit: against = "" } = SHAPE.exec(text)?.groups ?? {};
  if (name === "") return 'it must look like "p(95)<20" or "throughput >= 0.9 * baseline"';
  const metric = parseMetric(name);
  if (metric === undefined) return `there is no figure ${name}: use one of ${METRICS.join(", ")}`;
  const limit = parseLimit(against);
  if (limit === undefined)
    return `${JSON.stringify(against)} is neither a number nor "0.9 * baseline" nor "0.9 * target(name)"`;
  const threshold = { metric, op: op.replace(/^([=!])=+$/, "$1=") as Threshold["op"], limit };
  if (limit.against === "number") return threshold;
  if (metric.kind === "status" || metric.kind === "unanswered")
    return `${name} is only compared with a number`;
  return /[=!]=/.test(threshold.op) ? "a ratio is never exact: use >= or <=" : threshold;
}

function parseMetric(name: string): Metric | undefined {
  const named = PERCENTILES[name];
  if (named !== undefined) return { kind: "latency", percentile: named };
  if (name === "throughput" || name === "goodput" || name === "unanswered") return { kind: name };
  const percentile = /^p\(\s*(\d+(?:\.\d+)?)\s*\)$/.exec(name)?.[1];
  if (percentile !== undefined && Number(percentile) <= 100)
    return { kind: "latency", percentile: Number(percentile) };
  const word = /^status\(\s*([1-5](?:xx|\d\d))\s*\)$/.exec(name)?.[1];
  return word === undefined ? undefined : { kind: "status", word };
}

function parseLimit(text: string): Limit | undefined {
  if (new RegExp(`^${NUMBER}$`).test(text)) return { against: "number", value: Number(text) };
  const { factor = "1", name } = TIMES.exec(text)?.groups ?? {};
  if (name === undefined || Number(factor) === 0) return undefined;
  if (name === "baseline") return { against: "baseline", factor: Number(factor) };
  return {
    against: "target",
    target: name.slice("target(".length, -1).trim(),
    factor: Number(factor),
  };
}
