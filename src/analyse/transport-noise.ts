import type { Case, Example, Observation, RequestResult } from "../model/index.ts";
import { hasResponded, resultWord, suiteOf } from "../model/index.ts";
import { groupBy, unevenLosses } from "../stats/index.ts";
import { counted, sharePercent, shortNumber, were, whole } from "../text/index.ts";

/** Fewer losses show nothing about what they have in common. */
const LEAST = 3;
/** Below this probability, the losses are not independent of the request. */
const LEAST_P = 0.01;
/** So many of the requests of one kind, or of one case, are what the server does with these. */
const CONCENTRATED = { kind: { lost: 5, share: 0.05 }, case: { lost: 2, share: 1 / 3 } };
/** A larger share is what the server does, and no noise. */
const MOST_SHARE = 0.6;
const MOST_EXAMPLES = 2000;
const MANY_REQUESTS = 10;

/** Requests that are recorded, and sendings of them that were lost before. */
type Losses = { kept: number; lost: number };

export type LostFold = {
  /** By suite, and by whether the request is valid; `lost` are those that got no response, or an error, at first. */
  groups: Map<string, Losses>;
  /** The same for each hand-chosen case. */
  cases: Map<string, Losses>;
  words: Map<string, number>;
  valid: number;
  examples: Example[];
  /** Requests of the ordinary client, and those that it sent again by itself: their kept connection had ended. */
  client: { sent: number; resent: number };
  /** The target was gone: that explains what was lost. */
  isExplained?: true;
};

export const emptyLost = (): LostFold => ({
  groups: new Map(),
  cases: new Map(),
  words: new Map(),
  valid: 0,
  examples: [],
  client: { sent: 0, resent: 0 },
});

export function foldLost(fold: LostFold, { case: sent, observation }: Example): void {
  const { lost: all = [], ...kept } = observation;
  if (sent.request.sender === "client") {
    fold.client.sent += 1;
    // What a new connection loses, too, is what the server does with this request.
    if (observation.answers.some(hasResponded)) fold.client.resent += observation.resent ?? 0;
  }
  // A case of many requests is lost with any of them: its share says nothing about one request.
  if (observation.answers.length > MANY_REQUESTS) return;
  // What it got again is its result, and no noise.
  const words = new Set(observation.answers.map(resultWord));
  const lost = all.filter((result) => !words.has(resultWord(result)));
  const counts = lost.filter((result) => !isOfConnection(sent, result));
  const add = (groups: Map<string, Losses>, key: string): void => {
    const group = groups.get(key) ?? { kept: 0, lost: 0 };
    groups.set(key, group);
    // Each sending had as many requests, and was lost with one of them.
    group.kept += observation.answers.length * (1 + counts.length) - counts.length;
    group.lost += counts.length;
  };
  add(fold.groups, keyOf(sent));
  if (sent.generated === undefined) add(fold.cases, `${sent.request.sender} ${sent.id}`);
  if (counts.length > 0 && sent.valid === true) fold.valid += 1;
  for (const result of lost) {
    const word = resultWord(result);
    if (counts.includes(result)) fold.words.set(word, (fold.words.get(word) ?? 0) + 1);
    if (fold.examples.length < MOST_EXAMPLES)
      fold.examples.push({ case: sent, observation: resultOnly(kept, result) });
  }
}

/** A server may close a connection after any response (RFC 9112, 9.5), so that later requests on it get none. */
function isOfConnection({ request }: Case, { outcome }: RequestResult): boolean {
  if (request.sender === "client" || (outcome !== "closed" && outcome !== "reset")) return false;
  const read = request.steps.flatMap((step) => (step.do === "read" ? [step.on ?? 0] : []));
  return new Set(read).size < read.length;
}

/** The ordinary client hides losses on kept connections, and sends again by itself: senders are not compared. */
const keyOf = (sent: Case): string =>
  `${sent.request.sender} ${suiteOf(sent.id)} ${sent.valid === true ? "valid" : ""}`;

const resultOnly = (
  observation: Observation,
  result: Observation["answers"][number],
): Observation => ({
  ...observation,
  answers: [result],
  end: "none",
  leftover: undefined,
  resent: undefined,
});

/** So many requests that were lost on kept connections are worth a note, if they are this share. */
const MANY_RESENT = { least: 5, share: 0.005 };

/** Requests that were lost on kept connections; undefined if they are few. */
export function lostOnKept({ client, isExplained }: LostFold): LostFold["client"] | undefined {
  const { sent, resent } = client;
  const isMany = resent >= MANY_RESENT.least && resent >= MANY_RESENT.share * sent;
  return isMany && isExplained !== true ? client : undefined;
}

/** HTTP lets a client send again on a new connection (RFC 9112, 9.3.1), and a server close a kept one. */
export const lostOnKeptText = ({ sent, resent }: LostFold["client"]): string =>
  `noise on kept connections: ${whole(resent)} of ${counted(sent, "request")} were lost on a connection that was used before, and got a response on a new one; a server that closes such connections looks the same`;

export type TransportNoise = {
  /** The outcomes, and how often each came, the most frequent first: `reset`, `timed-out`, `502`. */
  words: [string, number][];
  lost: number;
  sent: number;
  /** How likely losses as uneven as these are if each request is lost alike. Absent if there are too few to say so. */
  p?: number;
  /** Of few losses, the cases. */
  cases?: string[];
  /** Valid requests that got no response, or an error, at first. */
  valid: number;
};

/**
 * The share of requests that got no response, or an error of the server, and something else when they were sent again.
 * Undefined if they are most of all, or more than chance of one kind or case, and many of it. They are independent of the request by the statistic G over
 * suites and validity, and over cases, within each sender, with its distribution by permutation; each test has half of the rate,
 * so that at most 1 in 100 runs with noise is called uneven. One or two are too few for that test: they are told with their
 * cases, if these are two.
 */
export function transportNoise(fold: LostFold): TransportNoise | undefined {
  const all = [...fold.groups.values()];
  const lost = all.reduce((sum, group) => sum + group.lost, 0);
  if (lost === 0 || fold.isExplained === true) return undefined;
  const sent = all.reduce((sum, { kept }) => sum + kept, lost);
  const known = judged.get(fold);
  if (known?.sent === sent) return known.noise;
  const noise = judge(fold, lost, sent);
  judged.set(fold, { sent, noise });
  return noise;
}

/** The last judgement of each fold: several parts of a report ask for it. */
const judged = new WeakMap<LostFold, { sent: number; noise: TransportNoise | undefined }>();

function judge(fold: LostFold, lost: number, sent: number): TransportNoise | undefined {
  if (lost > MOST_SHARE * sent) return undefined;
  const found = { words: wordsOf(fold), lost, sent, valid: fold.valid };
  const cases = casesOf(fold);
  if (lost < LEAST && cases.length < lost) return undefined;
  if (lost === 1) return { ...found, cases };
  const tests = [fold.groups, fold.cases].map((groups) =>
    unevenLosses(
      [...groupBy([...groups], ([key]) => key.split(" ", 1)[0] ?? "").values()].map(losses),
    ),
  );
  const p = Math.min(1, tests.length * Math.min(...tests));
  if (p < LEAST_P && isConcentrated(fold)) return undefined;
  return lost < LEAST ? { ...found, cases } : { ...found, p };
}

const isConcentrated = ({ groups, cases }: LostFold): boolean =>
  (
    [
      [groups, CONCENTRATED.kind],
      [cases, CONCENTRATED.case],
    ] as const
  ).some(([all, most]) =>
    [...all.values()].some(
      ({ kept, lost }) => lost >= most.lost && lost >= most.share * (kept + lost),
    ),
  );

const casesOf = ({ examples }: LostFold): string[] => {
  const ofRequests = examples.filter(({ case: sent, observation: { answers } }) =>
    answers.some((result) => !isOfConnection(sent, result)),
  );
  return [...new Set(ofRequests.map(({ case: { id } }) => id))];
};

const losses = (entries: readonly [string, Losses][]): Losses[] => entries.map(([, each]) => each);

const wordsOf = ({ words }: LostFold): [string, number][] =>
  [...words].toSorted((a, b) => b[1] - a[1]);

const isStatus = (word: string): boolean => /^\d/.test(word);

export function noiseText({ words, lost, sent, p, cases = [], valid }: TransportNoise): string {
  const [got, other] = gotText(words, lost);
  if (p === undefined)
    return `${whole(lost)} of ${counted(sent, "request")} ${got}: ${cases.join(" and ")} got ${other} when sent again`;
  const ofValid =
    valid === 0
      ? ""
      : `, ${counted(valid, "valid one")} among them; each got ${other} when sent again`;
  const how =
    p < LEAST_P ? "few of each kind, but not alike for all" : "independent of the request";
  return `noise: ${sharePercent(lost / sent)} of the requests ${got}, ${how}: ${whole(lost)} of ${whole(sent)}, p = ${shortNumber(p.toFixed(2))}${ofValid}`;
}

export function exploredNoiseText({
  times,
  ...noise
}: Pick<TransportNoise, "words" | "lost" | "sent" | "p"> & { times?: number | undefined }): string {
  if (times === undefined)
    return noiseText({ ...noise, valid: 0 }).replace("noise", "noise while exploring");
  const { words, lost, sent } = noise;
  const [got, other] = gotText(words, lost);
  return `short outages or bans: ${whole(lost)} of ${counted(sent, "request")} ${got}, ${counted(times, "time")} several in a row, and ${other} when sent again`;
}

/** The same in one short line, where it is not what the page is about; undefined without noise. */
export function randomText(fold: LostFold): string | undefined {
  const noise = transportNoise(fold);
  if (noise === undefined) return undefined;
  if (noise.p === undefined) return noiseText(noise);
  const [got, other] = gotText(noise.words, noise.lost);
  return `${whole(noise.lost)} of ${counted(noise.sent, "request")} ${got} at random; each got ${other} when sent again`;
}

/** What the requests got, and then each when sent again. */
function gotText(words: TransportNoise["words"], lost: number): [string, string] {
  const [[word = ""] = [], second] = words;
  const other = words.some(([each]) => isStatus(each)) ? "another response" : "a response";
  // The server may only have been slow.
  if (second === undefined && word === "timed-out")
    return ["got no response in time (timed-out)", other];
  if (second === undefined)
    return [isStatus(word) ? `got ${word}` : `${were(lost)} lost (${word})`, other];
  return [
    `got an error or no response (${words.map(([each, times]) => `${each} ×${whole(times)}`).join(", ")})`,
    other,
  ];
}
