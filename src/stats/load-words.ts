import type { LoadCheck, LoadFigures, LoadSummary, Offered, Unwatched } from "../model/index.ts";
import type { WithoutResponse, Speed, SpeedRank } from "../model/index.ts";
import { counted, latencyText, number, percent, signed, whole } from "../text/index.ts";

/** "10 connections", "10 connections, 4 requests pipelined", "500 requests/s, evenly spaced". */
export function offerText(offered: Offered): string {
  if (offered.model === "open") {
    const spacing = offered.arrivals === "even" ? "evenly spaced" : "at random times (Poisson)";
    return `${number(offered.ratePerSecond)} request${offered.ratePerSecond === 1 ? "" : "s"}/s, ${spacing}`;
  }
  const { connections, pipelining } = offered;
  const pipelined = pipelining > 1 ? `, ${pipelining} requests pipelined on each` : "";
  return `${counted(connections, "connection")}${pipelined}`;
}

/** " (connections closed after 5 responses)" if they are. */
function closingText(closesAfter: number | undefined): string {
  if (closesAfter === undefined) return "";
  if (closesAfter === 1) return " (a connection for each request)";
  return ` (connections closed after ${counted(closesAfter, "response")})`;
}

/** "27% of this machine's ceiling of 14,018/s", or that the ceiling was exceeded. */
export function ceilingText(
  { perSecond, reached, tooLow, closesAfter }: NonNullable<LoadFigures["ceiling"]>,
  what = "",
): string {
  const ceiling = `this machine's ceiling of ${whole(perSecond)}/s${what}${closingText(closesAfter)}`;
  return tooLow === true
    ? `${ceiling} was measured too low: the target was faster, and no check uses it`
    : `${percent(reached)} of ${ceiling}`;
}

export function unwatchedText(unwatched: Unwatched | string): string {
  if (typeof unwatched === "string") return unwatched;
  const { why, port = 0, name = "" } = unwatched;
  const it = `the process that listens on port ${port}`;
  switch (why) {
    case "not-linux":
      return "this needs Linux";
    case "invisible":
      return `no visible process listens on port ${port}: it may run in a container`;
    case "other-user":
      return `${it} belongs to another user`;
    case "container":
      return `${it} runs in a container`;
    case "forwarder":
      return `${it} is ${name}, not the server itself`;
    case "several":
      return `different processes listen on port ${port} of different addresses`;
  }
}

/** "reset ×3, timed-out ×1". */
export const outcomesText = (outcomes: WithoutResponse): string =>
  Object.entries(outcomes)
    .map(([outcome, count]) => `${outcome} ×${whole(count)}`)
    .join(", ");

/** The trend of a round; "–" if its first half has no responses. */
export const trendText = ({ trend }: { trend?: number | undefined }): string =>
  trend === undefined ? "–" : signed(trend);

/** A share of one core's time: "0.62 of a core", "1.8 cores". */
export const cores = (share: number): string =>
  share < 1 ? `${share.toFixed(2)} of a core` : `${share.toFixed(1)} cores`;

/** Checks whose names state what is true if they pass. */
const POSITIVE: readonly LoadCheck["name"][] = ["stationary", "together"];

export const doubtNames = (checks: readonly LoadCheck[]): string[] =>
  checks
    .filter(({ held }) => !held)
    .map(({ name }) => (POSITIVE.includes(name) ? `not ${name}` : name));

export const failedChecks = ({ checks }: Pick<LoadFigures, "checks">): LoadCheck[] =>
  checks.filter(({ held }) => !held);

/** A rate of these figures; marked as a lower bound if the generator was the limit. */
export const boundedRate = (figures: Pick<LoadFigures, "checks">, rate: number): string =>
  (failedChecks(figures).some(({ name }) => name === "generator") ? "≥ " : "") + number(rate);

/** How far the rounds differ. Undefined where they are not stationary: it would be the spread of a trend. */
export function steadySpread({ pooled, rounds, spread, sweep }: LoadSummary): number | undefined {
  const figures = pooled ?? rounds.find(({ nth }) => nth === sweep?.knee);
  const isSteady = figures !== undefined && !doubtNames(figures.checks).includes("not stationary");
  return isSteady ? spread : undefined;
}

export const certainKnee = (sweep: LoadSummary["sweep"]): number | undefined =>
  sweep?.doubt === undefined ? sweep?.knee : undefined;

/** The knee in words: not certain with too few steps, or where its step does not pass its checks. */
export const kneeText = ({ doubt, text }: NonNullable<LoadSummary["sweep"]>): string =>
  doubt === undefined ? text : `not certain (${doubt}): ${text}`;

/** A smaller share of goodput is told. */
const MOSTLY_GOOD = 0.9;

/** The speed that a load comes to, in texts: of all rounds, or of the step at the knee. Undefined without figures. */
export function speedOf(load: LoadSummary) {
  const { pooled, rounds, sweep, site } = load;
  const figures = pooled ?? rounds.find(({ nth }) => nth === sweep?.knee);
  if (figures === undefined) return undefined;
  const rate = boundedRate(figures, sweep === undefined ? figures.perSecond : figures.goodput);
  const names = doubtNames(figures.checks);
  const spread = steadySpread(load);
  return {
    // A limit responds, too, and faster than what it protects.
    ...(sweep === undefined &&
      figures.goodput < MOSTLY_GOOD * figures.perSecond && {
        good: `, of which ${number(figures.goodput)}/s with a status from before the load`,
      }),
    rate: `${rate}/s${spread !== undefined ? ` ±${percent(spread)}` : ""}`,
    p99: `p99 ${latencyText(figures.latencyUs.p99)}`,
    ...(sweep !== undefined && {
      at: `${sweep.doubt === undefined ? "at the knee, " : ""}${offerText(figures.offered)}`,
    }),
    doubts: [
      ...names,
      ...(site?.local === true ? [`shares ${site.cores} cores with the generator`] : []),
    ].map(inWords),
  };
}

export function speedText(load: LoadSummary): string {
  const speed = speedOf(load);
  if (speed === undefined) return "";
  const { rate, good = "", p99, at, doubts } = speed;
  const doubt = doubts.length === 0 ? "" : `; in doubt: ${doubts.join(", ")}`;
  return `${rate.replace("/s", " responses/s")}${good}, ${[p99, at ?? `with ${offerText(load.options.offered)}`].join(", ")}${doubt}`;
}

/** What a failed check has found, where its name alone does not say it. */
const DOUBT_WORDS: Partial<Record<string, string>> = {
  "loop-delay": "the generator was late",
  lateness: "requests were sent late",
  generator: "the generator was the limit",
  samples: "too few samples",
  unanswered: "requests without a response",
  hung: "requests that hung",
  "round-length": "rounds too short",
  spread: "the rounds disagree",
  gaps: "times without responses",
  "status-mix": "other statuses than before",
  conservation: "counts that do not add up",
  little: "latencies that do not fit the rate",
  rate: "the offered rate was not reached",
  connections: "much time went into opening connections",
  "not stationary": "the rate was not steady",
  "not together": "the agents did not begin together",
};

const inWords = (name: string): string => DOUBT_WORDS[name] ?? name;

/** `24,310/s`, `≥ 28,410/s` where the generator was the limit. */
export const rateText = ({ perSecond, limited }: SpeedRank): string =>
  `${limited ? "≥ " : ""}${whole(perSecond)}/s`;

/** `[24,021, 24,600]`; empty for a lower bound, and without enough rounds. */
export const intervalText = ({ low, high, limited }: SpeedRank): string =>
  limited || low === undefined || high === undefined ? "" : `[${whole(low)}, ${whole(high)}]`;

/** Targets that the paired rounds show to be slower than this one. */
export const beatenBy = ({ pairs }: Speed, target: number): number[] =>
  pairs.flatMap(({ a, b, throughput }) => {
    if (a === target && throughput?.verdict === "more") return [b];
    return b === target && throughput?.verdict === "less" ? [a] : [];
  });

export function rankTexts({ pairs, ranking }: Speed): string[] {
  const places = new Map(ranking.map(({ target }, at) => [target, at]));
  const [faster, slower] = [ranking.map(() => 0), ranking.map(() => 0)];
  for (const { a, b, throughput } of pairs) {
    const [one, other] = [places.get(a), places.get(b)];
    if (one === undefined || other === undefined) continue;
    const [fast, slow] = throughput?.verdict === "more" ? [one, other] : [other, one];
    if (throughput?.verdict !== "more" && throughput?.verdict !== "less") continue;
    slower[fast] = (slower[fast] ?? 0) + 1;
    faster[slow] = (faster[slow] ?? 0) + 1;
  }
  let least = 1;
  const firsts = faster.map((count) => (least = Math.max(least, 1 + count)));
  let most = ranking.length;
  const lasts = slower.toReversed().map((count) => (most = Math.min(most, ranking.length - count)));
  return firsts.map((first, at) => {
    const last = lasts[ranking.length - 1 - at] ?? first;
    return first >= last ? String(first) : `${first} to ${last}`;
  });
}
