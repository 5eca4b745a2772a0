import type { LoadCheck, Round, StateFact, Tally } from "../model/index.ts";
import { STATE_FACTS } from "../model/index.ts";
import { latenciesOf, sum } from "../stats/index.ts";
import { counted, significant } from "../text/index.ts";
import type { JudgedRun } from "./judged-run.ts";
import { signatureFits } from "./match.ts";

/** The figure of a threshold. Latencies are milliseconds, `status` is a share from 0 to 1. */
export type Metric =
  | { kind: "latency"; percentile: number | "avg" }
  | { kind: "throughput" | "goodput" | "unanswered" }
  | { kind: "status"; word: string };

type Limit =
  | { against: "number"; value: number }
  | { against: "baseline"; factor: number }
  | { against: "target"; target: string; factor: number };

type Op = "<" | "<=" | ">" | ">=" | "==" | "!=";
export type Threshold = { about: "load"; metric: Metric; op: Op; limit: Limit };

export type MemoryThreshold = {
  about: "memory";
  figure: "peak" | "growthPerRequest";
  op: Op;
  bytes: number;
};
export type NoiseThreshold = { about: "noise"; op: Op; share: number };
/** A rule about what the target remembers: `state.race == none`. */
export type StateRule = { about: "state"; fact: StateFact; op: Op; word: string };

export const HOLDS: Record<Op, (value: number, limit: number) => boolean> = {
  "<": (value, limit) => value < limit,
  "<=": (value, limit) => value <= limit,
  ">": (value, limit) => value > limit,
  ">=": (value, limit) => value >= limit,
  "==": (value, limit) => value === limit,
  "!=": (value, limit) => value !== limit,
};

const SHAPE =
  /^\s*(?<metric>[a-z]+(?:\([^)]*\))?)\s*(?<op><=|>=|===?|!==?|<|>)\s*(?<limit>\S.*?)\s*$/;
const NUMBER = String.raw`\d+(?:\.\d+)?`;
const TIMES = new RegExp(
  `^(?:(?<factor>${NUMBER})\\s*[*×]\\s*)?(?<name>baseline|target\\(\\s*[^)\\s]+\\s*\\))$`,
);

const METRICS =
  "p(95), avg, min, med, max, throughput, goodput, status(201), unanswered, memory.peak, memory.growthPerRequest, state.race, transport-noise";

const PERCENTILES: Record<string, number | "avg"> = { min: 0, med: 50, max: 100, avg: "avg" };

type Parsed = Threshold | MemoryThreshold | NoiseThreshold | StateRule;
type Groups = Partial<Record<string, string>>;

const UNITS: Record<string, number> = {
  B: 1,
  kB: 1e3,
  KB: 1e3,
  MB: 1e6,
  GB: 1e9,
  KiB: 2 ** 10,
  MiB: 2 ** 20,
  GiB: 2 ** 30,
};

/** Figures that are not of a load, by their first word: how the rest is written, and read. */
const OTHERS: Record<string, [shape: RegExp, read: (parts: Groups) => Parsed | string]> = {
  state: [
    /^\.(?<fact>\w+)\s*(?<op>[=!])==?\s*(?<word>[\w+-]+)\s*$/,
    ({ fact, op, word = "" }) => {
      const known = STATE_FACTS.find((each) => each === fact);
      if (known !== undefined) return { about: "state", fact: known, op: `${op as "="}=`, word };
      return `it must look like "state.race == none" or "state.duplicate == 409"; the facts are ${STATE_FACTS.join(", ")}`;
    },
  ],
  "transport-noise": [
    /^\s*(?<op><=?|>=?)\s*(?<percent>\d+(?:\.\d+)?)\s*%\s*$/,
    ({ op, percent }) =>
      op === undefined
        ? 'it must look like "transport-noise<=0.5%"'
        : { about: "noise", op: op as Op, share: Number(percent) / 100 },
  ],
  memory: [
    /^\.(?<figure>\w+)\s*(?<op><=?|>=?)\s*(?<size>\d+(?:\.\d+)?)\s*(?<unit>[A-Za-z]*)\s*$/,
    ({ figure, op, size, unit = "" }) => {
      const like = 'it must look like "memory.peak<200MB" or "memory.growthPerRequest<1KB"';
      const factor = Object.hasOwn(UNITS, unit) ? UNITS[unit] : undefined;
      if (figure !== "peak" && figure !== "growthPerRequest") return like;
      if (factor === undefined) return `${like}, with a size in ${Object.keys(UNITS).join(", ")}`;
      return { about: "memory", figure, op: op as Op, bytes: Number(size) * factor };
    },
  ],
};

/** Parses `p(95)<20`, `memory.peak<200MB`, `state.race == none`; returns a sentence about the problem if it is not valid. */
export function parseThreshold(text: string): Parsed | string {
  const [, word = "", rest = ""] = /^\s*(state|transport-noise|memory)\b(.*)$/s.exec(text) ?? [];
  const [shape, read] = OTHERS[word] ?? [];
  return shape && read ? read(shape.exec(rest)?.groups ?? {}) : parseLoadThreshold(text);
}

function parseLoadThreshold(text: string): Threshold | string {
  const { metric: name = "", op = "", limit: against = "" } = SHAPE.exec(text)?.groups ?? {};
  if (name === "") return 'it must look like "p(95)<20" or "throughput >= 0.9 * baseline"';
  const metric = parseMetric(name);
  if (metric === undefined) return `there is no figure ${name}: use one of ${METRICS}`;
  const limit = parseLimit(against);
  if (limit === undefined)
    return `${JSON.stringify(against)} is neither a number nor "0.9 * baseline" nor "0.9 * target(name)"`;
  const threshold: Threshold = {
    about: "load",
    metric,
    op: op.replace(/^([=!])=+$/, "$1=") as Op,
    limit,
  };
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
  const target = name.slice("target(".length, -1).trim();
  return { against: "target", target, factor: Number(factor) };
}

/** A figure of a load: of all rounds together, and of each. Milliseconds, responses per second, a share, or a count. */
export type Measured = { whole: number; each: number[] };

export function measure(metric: Metric, { gate, summary }: JudgedRun): Measured | string {
  const { load } = summary;
  if (load === undefined) return "there was no load in this run";
  if (load.options.sweep) return "the load was a sweep: its rounds differ in the offered load";
  const rounds = gate.run.load.rounds.filter(({ tally }) => tally.counts.answered > 0);
  if (rounds.length === 0) return "no request got a response under load";
  const of = (some: readonly Round[]): number =>
    figure(
      metric,
      some.map(({ tally }) => tally),
      load.expectedStatuses,
    );
  return { whole: of(rounds), each: rounds.map((round) => of([round])) };
}

function figure(metric: Metric, tallies: readonly Tally[], expected: readonly string[]): number {
  const seconds = sum(tallies.map(({ durationMs }) => durationMs)) / 1000;
  const responses = sum(tallies.map(({ counts }) => counts.answered));
  const { kind } = metric;
  if (kind === "latency") return latency(metric.percentile, tallies);
  if (kind === "status")
    return countOf([metric.word], tallies) / (responses + withoutResponse(tallies));
  if (kind === "unanswered") return withoutResponse(tallies);
  const isAny = kind === "throughput" || expected.length === 0;
  return (isAny ? responses : countOf(expected, tallies)) / seconds;
}

function latency(percentile: number | "avg", tallies: readonly Tally[]): number {
  const histogram = latenciesOf(...tallies);
  const us = percentile === "avg" ? histogram.mean : histogram.getValueAtPercentile(percentile);
  return us / 1000;
}

const countOf = (words: readonly string[], tallies: readonly Tally[]): number =>
  sum(
    tallies.flatMap(({ statuses }) =>
      Object.entries(statuses).map(([status, { count }]) =>
        signatureFits(words as Parameters<typeof signatureFits>[0], status) ? count : 0,
      ),
    ),
  );

/** Ended without a response in a round or its drain, or hung then. */
const withoutResponse = (tallies: readonly Tally[]): number =>
  sum(
    tallies.flatMap(({ counts, drained }) => [
      ...Object.values(counts.unanswered),
      drained.ended,
      drained.silent,
    ]),
  );

/** Significant digits, or decimals of a percentage, that a figure has at most. */
const MOST_DIGITS = 12;

/** A measured figure with enough digits to differ from its limit, if it does: `3.104 ms`, `97.91%`, `0.0016%`. */
export function figureText({ kind }: Metric, value: number, limit: number): string {
  if (kind === "latency") return `${exactly(value, limit, 4)} ms`;
  if (kind === "throughput" || kind === "goodput") return `${exactly(value, limit, 5)}/s`;
  if (kind === "unanswered") return counted(value, "request");
  const percent = value * 100;
  // Rounded down: 100% means all of them.
  const down = (decimals: number): number =>
    Math.floor(percent * 10 ** decimals + 1e-6) / 10 ** decimals;
  return `${down(apart(percent, Number((limit * 100).toPrecision(MOST_DIGITS)), 2, down))}%`;
}

const exactly = (value: number, limit: number, from: number): string =>
  significant(
    value,
    apart(value, limit, from, (digits) => Number(value.toPrecision(digits))),
  );

/** With how many digits, `from` or more, a figure differs from its limit and from 0. */
function apart(
  value: number,
  limit: number,
  from: number,
  shown: (digits: number) => number,
): number {
  let digits = from;
  const isHidden = (other: number): boolean => value !== other && shown(digits) === other;
  while (digits < MOST_DIGITS && (isHidden(limit) || isHidden(0))) digits += 1;
  return digits;
}

/** `trust`: may be completely wrong. `noise`: rounds differ. `limited`: the generator affected it, the target is no worse. */
export type Doubts = { trust: string[]; noise: string[]; limited: string[] };

const NOISE: readonly LoadCheck["name"][] = ["stationary", "spread", "gaps"];
const LIMITED: readonly LoadCheck["name"][] = ["generator", "loop-delay", "lateness"];
/** Goodput counts only the usual statuses: others are already missing in it. */
const NOT_OF_GOODPUT: readonly LoadCheck["name"][] = ["status-mix", "unanswered"];
/** Checks of how responses are counted; the others are about time. */
const OF_COUNTS: readonly LoadCheck["name"][] = ["conservation"];

export function loadDoubts(metric: Metric, { gate, summary }: JudgedRun): Doubts {
  const failed = (summary.load?.pooled?.checks ?? []).filter(
    ({ name, held }) => !held && bearsOn(metric, name),
  );
  const textsOf = (names: readonly LoadCheck["name"][]): string[] =>
    failed.filter(({ name }) => names.includes(name)).map(({ text }) => text);
  const rest = failed.filter(({ name }) => !NOISE.includes(name) && !LIMITED.includes(name));
  const empty = gate.run.load.rounds.filter(({ tally }) => tally.counts.answered === 0);
  return {
    trust: [
      ...rest.map(({ text }) => text),
      ...(empty.length === 0 ? [] : [`${empty.length} of the rounds got no response at all`]),
    ],
    noise: textsOf(NOISE),
    limited: textsOf(LIMITED),
  };
}

function bearsOn(metric: Metric, name: LoadCheck["name"]): boolean {
  // Gaps and late ends lower responses per second; latencies include the waiting.
  if (metric.kind === "latency") return name !== "gaps";
  if (metric.kind === "unanswered" || metric.kind === "status") return OF_COUNTS.includes(name);
  const others = metric.kind === "goodput" ? NOT_OF_GOODPUT : [];
  return !["loop-delay", "lateness", "samples", ...others].includes(name);
}
