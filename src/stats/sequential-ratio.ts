import { counted, latencyText } from "../text/index.ts";
import { intervalRank, median, walshAverages } from "./exact-ranks.ts";

/** The share of equally fast servers that is called slower, or faster: goodput and processor time have half of it each. */
const ERROR = 0.01 / 2;
/** Below it a build is slower: processes of one build differ by some per cent, and no number of rounds shows more. */
const SLOWER_BELOW = 0.95;
/** Above this ratio it is not: a slowdown by 10% is excluded. */
const NOT_SLOWER_ABOVE = 0.9;
/** A ratio that is not decided after all rounds passes above this one: a slowdown by 20% is excluded. */
const NOT_MUCH_SLOWER_ABOVE = 0.8;
const FIRST_LOOK = 10;
/** Each look comes after this many times as many rounds. */
const GROWTH = 1.4;

/** The ratio of a figure of a new build to that of an old one. `low` and `high` are absent before the first look. */
export type SequentialRatio = {
  ratio: number;
  low?: number;
  high?: number;
  /** Paired rounds until the decision. */
  rounds: number;
  verdict: "slower" | "not-slower" | "undecided";
};

/**
 * A ratio over paired rounds that are added until it is decided, at most `most` of them. `logRatios` has the logarithm
 * of new / old for each round, in order. Looking several times would add up errors: each look is given a share of the
 * error in proportion to the rounds since the look before it (a linear spending function: Lan and DeMets, Discrete
 * sequential boundaries for clinical trials, Biometrika 70, 1983), and the shares add up (Bonferroni), whatever the
 * looks have in common. At each look the bounds are those of the exact signed-rank interval (Hollander and Wolfe,
 * Nonparametric Statistical Methods, chapter 3). It assumes that the difference of a pair is as likely to be above the
 * true one as below it, which the balanced order of the pairs ensures for equal servers, however skewed the noise is.
 */
export function sequentialRatio(logRatios: readonly number[], most: number): SequentialRatio {
  const rounds = logRatios.length;
  let before = 0;
  let last: SequentialRatio = { ratio: 1, rounds: 0, verdict: "undecided" };
  for (const look of [...looksBefore(rounds, most), rounds].filter((each) => each > 0)) {
    last = ratioAt(logRatios.slice(0, look), (ERROR * (look - before)) / most);
    if (last.verdict !== "undecided") break;
    before = look;
  }
  return last;
}

/** Whether a ratio is looked at after this many rounds, before there are all of them. */
export const isLook = (rounds: number, most: number): boolean =>
  looksBefore(rounds + 1, most).at(-1) === rounds;

/** A look shortly before the last one would leave it little of the error, and its interval wide. */
function looksBefore(rounds: number, most: number): number[] {
  const looks: number[] = [];
  const end = Math.min(rounds, most / GROWTH);
  for (let look = FIRST_LOOK; look < end; look = Math.ceil(look * GROWTH)) looks.push(look);
  return looks;
}

/** `error`: the probability of each bound to be wrong. Bounds are absent if there are too few rounds for it. */
function ratioAt(logRatios: readonly number[], error: number): SequentialRatio {
  const averages = walshAverages(logRatios);
  const rounds = logRatios.length;
  const ratio = Math.exp(median(averages));
  const { rank, confidence } = intervalRank(rounds, 1 - 2 * error);
  const [low, high] = [averages[rank - 1], averages.at(-rank)].map((each = 0) => Math.exp(each));
  if (low === undefined || high === undefined || confidence < 1 - 2 * error)
    return { ratio, rounds, verdict: "undecided" };
  const slower = high < SLOWER_BELOW;
  const verdict = slower ? "slower" : low > NOT_SLOWER_ABOVE ? "not-slower" : "undecided";
  return { ratio, low, high, rounds, verdict };
}

/** Latencies are of all rounds together. `verdict` is that of the goodput; where it is undecided, that of the processor time. */
export type AgainstFigures = SequentialRatio & {
  decidedBy?: "goodput" | "cpu";
  /** The processor time of the old build for a response, divided by that of the new one: below 1, the new one needs more. */
  cpu?: SequentialRatio;
  p99Us: number;
  otherP99Us: number;
};

/**
 * The verdict by goodput, and by processor time where it is known: other work on the machine takes time from a build, but adds
 * little to what it needs for a response. A build that needs more is slower. One that needs no more may still wait longer: it
 * is not slower only after the last round, and if the goodput does not show that it is.
 */
export function againstVerdict(
  goodput: SequentialRatio,
  cpu: SequentialRatio | undefined,
): Pick<AgainstFigures, "verdict" | "decidedBy"> {
  const { verdict, high = 0 } = goodput;
  if (verdict !== "undecided") return { verdict, decidedBy: "goodput" };
  if (cpu?.verdict === "slower" || (cpu?.verdict === "not-slower" && high >= 1))
    return { verdict: cpu.verdict, decidedBy: "cpu" };
  return { verdict };
}

/** Whether more rounds may change the verdict. */
export const isOpen = ({ verdict, decidedBy }: AgainstFigures): boolean =>
  decidedBy === undefined || (decidedBy === "cpu" && verdict === "not-slower");

/** Whether goodput or processor time excludes a slowdown by 20%, and nothing shows a smaller one. */
export function excludesMuchSlower({ verdict, cpu, ...goodput }: AgainstFigures): boolean {
  const isEqual = ({ high = 0 }: Pick<SequentialRatio, "high">): boolean => high >= 1;
  const bounds = [goodput, ...(cpu === undefined ? [] : [cpu])];
  return (
    verdict === "undecided" &&
    bounds.every(isEqual) &&
    bounds.some(({ low = 0 }) => low > NOT_MUCH_SLOWER_ABOVE)
  );
}

/** What the processor time alone shows: the goodput is that of a generator that can do no more. */
export function byProcessorTime(figures: AgainstFigures): AgainstFigures {
  const { cpu } = figures;
  return cpu === undefined
    ? { ...figures, verdict: "undecided", decidedBy: undefined }
    : { ...figures, verdict: cpu.verdict, decidedBy: "cpu" };
}

const VERDICTS = {
  slower: "slower",
  "not-slower": "not slower",
  undecided: "not decided",
} as const;

/** `goodput is 0.82 of the old build's (0.79 to 0.86, 14 paired rounds): slower; p99 12 ms, 9.1 ms with the old build`. */
export function againstText(figures: AgainstFigures): string {
  const { ratio, rounds, verdict, decidedBy, cpu, p99Us, otherP99Us } = figures;
  const bounds = (given: SequentialRatio): string => {
    const { low, high } = given;
    return low === undefined || high === undefined ? "" : `${low.toFixed(2)} to ${high.toFixed(2)}`;
  };
  const paired = (given: string): string =>
    [given, counted(rounds, "paired round")].filter(Boolean).join(", ");
  const p99 = `p99 ${latencyText(p99Us)}, ${latencyText(otherP99Us)} with the old build`;
  const goodput = `goodput is ${ratio.toFixed(2)} of the old build's`;
  if (decidedBy !== "cpu" || cpu === undefined)
    return `${goodput} (${paired(bounds(figures))}): ${VERDICTS[verdict]}; ${p99}`;
  const { ratio: inverse, low = 1, high = 1 } = cpu;
  const range = `${(1 / high).toFixed(2)} to ${(1 / low).toFixed(2)}`;
  return `the processor time for a response is ${(1 / inverse).toFixed(2)} of the old build's (${paired(range)}): ${VERDICTS[verdict]}; ${goodput} (${bounds(figures)}), not decided; ${p99}`;
}
