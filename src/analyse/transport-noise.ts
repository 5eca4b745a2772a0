import { type Case, type Example, type Observation, resultWord, suiteOf } from "../model/index.ts";
import { groupBy, unevenLosses } from "../stats/index.ts";
import { counted, sharePercent, shortNumber, were, whole } from "../text/index.ts";

/** Fewer losses show nothing about what they have in common. */
const LEAST = 3;
/** Below this probability, the losses are not independent of the request. */
const LEAST_P = 0.01;
const MOST_EXAMPLES = 2000;

export type LostFold = {
  /** Sendings by suite, and by whether the request is valid; `lost` are those that got no response at first. */
  groups: Map<string, { sent: number; lost: number }>;
  words: Map<string, number>;
  valid: number;
  examples: Example[];
};

export const emptyLost = (): LostFold => ({
  groups: new Map(),
  words: new Map(),
  valid: 0,
  examples: [],
});

export function foldLost(fold: LostFold, { case: sent, observation }: Example): void {
  const key = keyOf(sent);
  const group = fold.groups.get(key) ?? { sent: 0, lost: 0 };
  fold.groups.set(key, group);
  const { lost = [], ...kept } = observation;
  group.sent += 1 + lost.length;
  group.lost += lost.length;
  if (lost.length > 0 && sent.valid === true) fold.valid += 1;
  for (const result of lost) {
    const word = resultWord(result);
    fold.words.set(word, (fold.words.get(word) ?? 0) + 1);
    if (fold.examples.length < MOST_EXAMPLES)
      fold.examples.push({ case: sent, observation: resultOnly(kept, result) });
  }
}

/** The ordinary client hides losses on kept connections, and sends again by itself: senders are not compared. */
const keyOf = (sent: Case): string =>
  `${sent.request.sender} ${suiteOf(sent.id)} ${sent.valid === true ? "valid" : ""}`;

const resultOnly = (
  observation: Observation,
  result: Observation["answers"][number],
): Observation => ({ ...observation, answers: [result], end: "none", leftover: undefined });

export type TransportNoise = {
  /** The outcome that is the most frequent. */
  word: string;
  lost: number;
  sent: number;
  /** How likely losses as uneven as these are if each request is lost alike. */
  p: number;
  /** Valid requests that got no response at first. */
  valid: number;
};

/**
 * The share of requests that got no response, and one when they were sent again. Undefined if there are few, or if they are not
 * independent of the request: Pearson's statistic over suites and validity, within each sender, with its distribution by permutation (at most 1 in
 * 100 runs with noise is not called so).
 */
export function transportNoise(fold: LostFold): TransportNoise | undefined {
  const all = [...fold.groups].map(([key, group]) => ({ ...group, sender: key.split(" ", 1)[0] }));
  const lost = all.reduce((sum, group) => sum + group.lost, 0);
  if (lost < LEAST) return undefined;
  const sent = all.reduce((sum, group) => sum + group.sent, 0);
  const known = judged.get(fold);
  if (known?.sent === sent) return known.noise;
  const noise = judge(fold, { all, lost, sent });
  judged.set(fold, { sent, noise });
  return noise;
}

/** The last judgement of each fold: several parts of a report ask for it. */
const judged = new WeakMap<LostFold, { sent: number; noise: TransportNoise | undefined }>();

type Group = { sent: number; lost: number; sender: string | undefined };

function judge(
  { words, valid }: LostFold,
  { all, lost, sent }: { all: Group[]; lost: number; sent: number },
): TransportNoise | undefined {
  const p = unevenLosses([...groupBy(all, ({ sender = "" }) => sender).values()]);
  if (p < LEAST_P) return undefined;
  const [word = ""] = [...words].toSorted((a, b) => b[1] - a[1])[0] ?? [];
  return { word, lost, sent, p, valid };
}

export function noiseText({ word, lost, sent, p, valid }: TransportNoise): string {
  const ofValid =
    valid === 0
      ? ""
      : `, ${counted(valid, "valid one")} among them; each got a response when sent again`;
  return `noise: ${sharePercent(lost / sent)} of the requests ${were(lost)} lost (${word}), independent of the request: ${whole(lost)} of ${whole(sent)}, p = ${shortNumber(p.toFixed(2))}${ofValid}`;
}
