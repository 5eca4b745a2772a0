import { isUnavailable } from "../../model/index.ts";
import { sum, wilsonInterval } from "../../stats/index.ts";
import type { CaseFold, RunFold } from "../run-fold.ts";
import { digestOf, isConstant, sendingsOf, type UnwordedState as Found } from "./sequences.ts";

const AT_ONCE = /^(?:repetition\/at-once-same|explore\/state\/at-once)-(\d+)$/;
const OF_SUITE = /^repetition\/at-once-same-(\d+)$/;
const DIFFERENT = /^repetition\/at-once-different-\d+$/;
const IN_ORDER = /^explore\/state\/in-order-(\d+)$/;

/** The chance at which a server that responds at random would be called a race. */
const ERROR_RATE = 0.001;

/** Equal requests whose last bytes were sent together, and their responses. */
type Round = { fold: CaseFold; words: string[]; times: number };

/** What rounds of concurrent duplicates show. `shown`: no order of the requests gives the same responses. */
type RaceRounds = { all: Round[]; shown: Round[]; accepted: Round[] };

/** The responses to a repeated identity, one after the other; `count` after the first. */
export type InOrder = { words: readonly string[]; count: number };

/** Whether the first of equal requests gets something else than all later ones: only then duplicates can be recognised. */
export const tellsDuplicates = ([first, ...later]: readonly string[]): boolean =>
  later.length >= 2 && isConstant(later) && later[0] !== first;

/**
 * Responses to equal requests at the same moment that no order of them gives, one after the other. Equal requests have one
 * order only, but for their places. Said only if the responses one after the other are always the same, and if a server that
 * responds at random would show it in less than 0.1% of runs: Fisher's exact test, one-sided (R. A. Fisher, The Design of
 * Experiments, 1935, II). The share of rounds has the interval of Wilson.
 */
export function raceIn(run: RunFold, inOrder: InOrder): Found[] {
  if (!tellsDuplicates(inOrder.words)) return [];
  const controls = controlsOf(run, inOrder.words);
  if (controls === undefined) return [];
  const { all, shown, accepted } = roundsOf(run, inOrder.words);
  const [first = "", again = ""] = inOrder.words;
  const surplusIn = ({ words }: Round): number => words.filter((word) => word === first).length - 1;
  const surplus = sum(accepted.map((each) => surplusIn(each) * each.times));
  const tried = sum(all.map((each) => (each.words.length - 1) * each.times));
  const others = inOrder.count + controls;
  if (surplus > 0 && chanceOf(surplus, tried, others) <= ERROR_RATE)
    return [sentence("race", accepted, all, { first, again, isIt: (word) => word === first })];
  const strange = (word: string): boolean => word !== first && word !== again;
  const odd = shown.filter(({ words }) => words.some(strange));
  const count = sum(odd.map((each) => each.words.filter(strange).length * each.times));
  if (count === 0 || chanceOf(count, tried, others) > ERROR_RATE) return [];
  const [word = ""] = odd[0]?.words.filter(strange) ?? [];
  return [sentence("race-other", odd, all, { first: word, again, isIt: strange })];
}

/**
 * The same for a target that gives every repeated request the body of its first response: whether concurrent ones get several
 * bodies. The first request with a body has its own.
 */
export function raceOfBodies(run: RunFold, { words: [word = ""], count }: InOrder): Found[] {
  const all = [...run.cases.values()].flatMap((fold) =>
    AT_ONCE.test(fold.case.id)
      ? (sendingsOf(fold)?.sendings ?? []).map(({ answers }): Round => {
          const bodies = answers.map(digestOf);
          const words = bodies.map((body, at) => (bodies.indexOf(body) === at ? OWN : "again"));
          return { fold, words, times: 1 };
        })
      : [],
  );
  const ownIn = ({ words }: Round): number => words.filter((each) => each === OWN).length;
  const surplus = sum(all.map((each) => ownIn(each) - 1));
  const tried = sum(all.map(({ words }) => words.length - 1));
  if (surplus === 0 || chanceOf(surplus, tried, count) > ERROR_RATE) return [];
  const shown = all.filter((each) => ownIn(each) > 1);
  const what = { first: word, again: word, isIt: (each: string) => each === OWN };
  return [sentence("race-other", shown, all, what)];
}

const OWN = "own";

/** Whether the run shows no race, though a duplicate could be distinguished from the first request: in how many rounds. */
export function roundsWithoutRace(run: RunFold, inOrder: InOrder): number {
  if (!tellsDuplicates(inOrder.words)) return 0;
  const { all, shown } = roundsOf(run, inOrder.words);
  return shown.length > 0 ? 0 : sum(all.map(({ times }) => times));
}

type What = { first: string; again: string; isIt: (word: string) => boolean };

function sentence(
  code: "race" | "race-other",
  shown: readonly Round[],
  all: readonly Round[],
  { first, again, isIt }: What,
): Found {
  const countOf = ({ words }: Round): number => words.filter(isIt).length;
  const shareOf = (round: Round): number => countOf(round) / round.words.length;
  const timesAt = (rounds: readonly Round[], size: number): number =>
    sum(rounds.filter(({ words }) => words.length === size).map(({ times }) => times));
  // Of equal shares, the one with the most rounds is known best.
  const [most] = shown.toSorted(
    (a, b) =>
      shareOf(b) - shareOf(a) ||
      timesAt(all, b.words.length) * b.words.length - timesAt(all, a.words.length) * a.words.length,
  );
  const of = most?.words.length ?? 1;
  const timesOf = (rounds: readonly Round[]): number => timesAt(rounds, of);
  const rounds = { shown: timesOf(shown), of: timesOf(all) };
  return {
    code,
    responses: [first, again],
    count: most === undefined ? 1 : countOf(most),
    of,
    rounds: { ...rounds, ...wilsonInterval(rounds.shown, rounds.of) },
    case: most?.fold.case.id ?? "",
  };
}

function roundsOf(run: RunFold, inOrder: readonly string[]): RaceRounds {
  const [first = "", again = ""] = inOrder;
  const together = concurrent(run, DIFFERENT);
  const ofConcurrency = new Set(together.flatMap(({ words }) => words));
  const isKnown = (word: string): boolean => word === first || word === again;
  const all = concurrent(run, AT_ONCE).filter(({ words }) =>
    words.every((word) => isKnown(word) || !ofConcurrency.has(word)),
  );
  const shown = all.filter(({ words }) => !hasOrder(words, inOrder));
  const accepted = shown.filter(
    ({ words }) => words.every(isKnown) && words.filter((word) => word === first).length > 1,
  );
  return { all, shown, accepted };
}

/** Whether equal requests, one after the other, get these responses in some order. What follows the known responses is as the last. */
export const hasOrder = (words: readonly string[], inOrder: readonly string[]): boolean =>
  linearOrder(
    words.map((response) => ({ request: "same", response })),
    0,
    (before) => ({
      state: Math.min(before + 1, inOrder.length),
      response: inOrder[Math.min(before, inOrder.length - 1)] ?? "",
    }),
  ) !== undefined;

/** The rounds of the cases with these ids. A case may have several, each with an identity of its own. */
function concurrent(run: RunFold, ids: RegExp): Round[] {
  return [...run.cases.values()].flatMap((fold) => {
    const size = Number(ids.exec(fold.case.id)?.[1] ?? 0);
    if (!ids.test(fold.case.id)) return [];
    return (sendingsOf(fold)?.sendings ?? []).flatMap(({ words, times }) =>
      groupsOf(words, size).map((group) => ({ fold, words: group, times })),
    );
  });
}

const groupsOf = (words: readonly string[], size: number): string[][] =>
  size === 0
    ? [[...words]]
    : Array.from({ length: Math.floor(words.length / size) }, (_, nth) =>
        words.slice(nth * size, (nth + 1) * size),
      );

/**
 * How many duplicates of as many requests, one after the other, got what a repeated identity gets; undefined if one did not:
 * then the known responses are not the rule.
 */
function controlsOf(run: RunFold, inOrder: readonly string[]): number | undefined {
  const [first, again] = inOrder;
  const rounds = concurrent(run, IN_ORDER);
  const isRule = rounds.every(({ words }) =>
    words.every((word, at) => word === (at === 0 ? first : again)),
  );
  return isRule ? sum(rounds.map(({ words, times }) => (words.length - 1) * times)) : undefined;
}

/** The chance that all of `surplus` events are among `tried` of `tried + others` places. */
function chanceOf(surplus: number, tried: number, others: number): number {
  let chance = 1;
  for (let at = 0; at < surplus; at += 1) chance *= (tried - at) / (tried + others - at);
  return chance;
}

/**
 * One of several requests that were in flight together: which request it is, its response, and when it was sent and its
 * response came, on one clock. Without times, it may have been carried out before or after any other.
 */
export type InFlight<Request, Response> = {
  request: Request;
  response: Response;
  sentMs?: number;
  respondedMs?: number;
};

/** What a server does with one request after others: its response, and the state after it. Undefined where that is not known. */
type Sequential<State, Request, Response> = (
  state: State,
  request: Request,
) => { state: State; response: Response } | undefined;

/** A longer history has too many orders. */
const MOST_OPERATIONS = 64;

/**
 * An order in which these requests, one after the other, get the same responses, as places in the list; undefined if there is
 * none: then the history is not linearizable. The search of J. M. Wing and C. Gong, "Testing and Verifying Concurrent Objects",
 * J. Parallel Distrib. Comput. 17 (1993): a request may come next if no other one that is left was over before it was sent. A set
 * of requests that was tried with a state is not tried again with it (G. Lowe, "Testing for linearizability", 2017); requests
 * that are equal in everything are interchangeable.
 */
export function linearOrder<State, Request, Response>(
  history: readonly InFlight<Request, Response>[],
  start: State,
  next: Sequential<State, Request, Response>,
): number[] | undefined {
  if (history.length > MOST_OPERATIONS)
    throw new RangeError(`a history has at most ${MOST_OPERATIONS} requests`);
  const kinds = history.map((each) => JSON.stringify(each));
  const tried = new Set<string>();
  const order: number[] = [];
  const search = (left: readonly number[], state: State): boolean => {
    if (left.length === 0) return true;
    const key = `${left
      .map((at) => kinds[at])
      .toSorted()
      .join()} ${JSON.stringify(state)}`;
    if (tried.has(key)) return false;
    tried.add(key);
    const firstEndMs = Math.min(...left.map((at) => history[at]?.respondedMs ?? Infinity));
    const seen = new Set<string>();
    for (const at of left) {
      const operation = history[at];
      const kind = kinds[at] ?? "";
      if (operation === undefined || seen.has(kind)) continue;
      seen.add(kind);
      if ((operation.sentMs ?? -Infinity) > firstEndMs) continue;
      const done = next(state, operation.request);
      if (done === undefined || done.response !== operation.response) continue;
      order.push(at);
      if (
        search(
          left.filter((other) => other !== at),
          done.state,
        )
      )
        return true;
      order.pop();
    }
    return false;
  };
  return search([...history.keys()], start) ? order : undefined;
}

/** A round is quick if each response came within this time. */
const QUICK_US = 150_000;

/** The most concurrent duplicates of the suite `repetition` that all got a response, and whether those came quickly. */
export function largestRound({ cases }: RunFold): [size: number, isQuick: boolean] {
  let [size, isQuick] = [0, false];
  for (const [id, { first }] of cases) {
    const count = Number(OF_SUITE.exec(id)?.[1] ?? 0);
    const answers = [...first.values()].flatMap((each) => each.answers);
    const isWhole = answers.every((each) => each.outcome === "answered" && !isUnavailable(each));
    if (count <= size || answers.length === 0 || !isWhole) continue;
    size = count;
    isQuick = answers.every(({ totalUs }) => totalUs < QUICK_US);
  }
  return [size, isQuick];
}
