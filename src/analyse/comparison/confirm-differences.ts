import { suiteOf } from "../../model/index.ts";
import { groupBy } from "../../stats/index.ts";

/** Of so many comparisons of equal targets, at most one shows a confirmed difference. */
export const COMPARISONS_FOR_A_FALSE_ALARM = 1000;
/** No more cases are sent again. */
const MOST_CASES = 500;
/** Of differences of one kind, so many are confirmed first. */
const REPRESENTATIVES = 3;
/** So many of these are sent again until they are decided, before others are: the time may end before all are. */
const AT_A_TIME = 60;

/** A case to which targets responded differently when the suites were sent. */
export type Differing = {
  id: string;
  /** The first response of each target. */
  signatures: string[];
  /** The responses of each target: when the suites were sent, and since then, as recorded until now. */
  seen: string[][];
  again: () => string[][];
};

/**
 * `varies`: each two targets had a response in common. `confirmed`: some two had none, however often the case was sent.
 * `as-others`: it was sent too rarely to be sure by itself, and another case of its kind is confirmed.
 * `unfinished`: it was sent too rarely, and so were the others; `unsent`: it was not sent again to each target, nor is another
 * case of its kind confirmed.
 */
export type DifferenceState = "varies" | "confirmed" | "as-others" | "unfinished" | "unsent";

export const allOutcomes = ({ seen, again }: Differing): Set<string>[] => {
  const later = again();
  return seen.map((first, at) => new Set([...first, ...(later[at] ?? [])]));
};

/** Whether each two targets had a response in common. */
export const isCommon = (outcomes: readonly ReadonlySet<string>[]): boolean =>
  outcomes.every((one, at) =>
    outcomes.slice(0, at).every((other) => [...one].some((each) => other.has(each))),
  );

/**
 * How often a case is sent again to each target. If a target responds with one of `outcomes` responses at random, another
 * equal target has none in common with it in k sendings each only if there is a set of responses that one always stays
 * in, and the other outside of: each such set has a probability of at most (q (1 - q))^k <= 4^-k, and there are
 * 2^(outcomes - 2) of them that tell the first two responses apart. That is summed over all pairs of targets and all cases.
 */
export function sendingsToConfirm(cases: number, targets: number, outcomes: number): number {
  const pairs = (targets * (targets - 1)) / 2;
  const chances = COMPARISONS_FOR_A_FALSE_ALARM * cases * pairs * 2 ** (outcomes - 2);
  return Math.max(1, Math.ceil(Math.log(chances) / Math.log(4)));
}

/** The state of each difference, and the cases that are to be sent once more to each target. */
export type JudgedDifferences = { states: Map<string, DifferenceState>; wanted: string[] };

/**
 * Judges differences by all responses until now. Cases that got the same responses are of one kind. Of many cases, those that are
 * sent again are chosen evenly over the kinds, and over the suites within each. Where the first cases of one kind are confirmed, the
 * others of it are sent again once. A case that `isLeft` is not sent again, and stays undecided. One case of
 * each kind comes first, those of the largest kinds before others. Cases that take a time-out each come after all others: a round
 * waits for its slowest case, and with one of them in each round the time was over before anything was decided.
 */
export function judgeDifferences(
  differing: readonly Differing[],
  targets: number,
  isLeft: (id: string) => boolean = () => false,
): JudgedDifferences {
  const groups = groupBy(differing, ({ signatures }) => JSON.stringify(signatures));
  const kinds = [...groups.values()].map(spreadOverSuites).toSorted((a, b) => b.length - a.length);
  const chosen = chooseEvenly(kinds);
  const states = new Map<string, DifferenceState>();
  const count = [...chosen.values()].reduce((sum, { length }) => sum + length, 0);
  const judge = (each: Differing, isLikeOthers: boolean): DifferenceState => {
    const outcomes = allOutcomes(each);
    const needed = sendingsToConfirm(count, targets, allOf(outcomes).size);
    const sent = Math.min(...each.again().map(({ length }) => length));
    const state = stateOf(outcomes, sent, isLikeOthers ? 1 : needed);
    states.set(each.id, state);
    return state;
  };
  const isOpen = ({ id }: Differing): boolean =>
    !["confirmed", "varies"].includes(states.get(id) ?? "") && !isLeft(id);
  const first: Differing[][] = [];
  const others: Differing[] = [];
  for (const kind of chosen) {
    const standing = kind.slice(0, REPRESENTATIVES);
    const isConfirmed = standing
      .map((each) => judge(each, false))
      .every((state) => state === "confirmed");
    const rest = kind.slice(REPRESENTATIVES);
    for (const each of rest) judge(each, isConfirmed);
    first.push(standing);
    if (!standing.some(isOpen)) others.push(...rest.filter(isOpen));
  }
  const open = inTurn(first).filter(isOpen);
  const isQuick = (each: Differing): boolean => !isSlow(each);
  const stages = [open.filter(isQuick).slice(0, AT_A_TIME), others.filter(isQuick), open, others];
  const wanted = (stages.find(({ length }) => length > 0) ?? []).map(({ id }) => id);
  for (const kind of kinds) speakForOthers(kind, states);
  return { states, wanted };
}

/** Where cases of a kind are confirmed and none varies, they stand for those that were sent too rarely. */
function speakForOthers(kind: readonly Differing[], states: Map<string, DifferenceState>): void {
  const own = kind.map(({ id }) => states.get(id) ?? "unsent");
  const isShown = own.includes("confirmed") && !own.includes("varies");
  for (const [at, { id }] of kind.entries()) {
    const state = own[at] ?? "unsent";
    const isDecided = state === "confirmed" || state === "varies";
    states.set(id, isShown && !isDecided ? "as-others" : state);
  }
}

const allOf = (outcomes: readonly ReadonlySet<string>[]): Set<string> =>
  new Set(outcomes.flatMap((each) => [...each]));

function stateOf(outcomes: Set<string>[], sent: number, needed: number): DifferenceState {
  if (isCommon(outcomes)) return "varies";
  if (sent === 0) return "unsent";
  return sent >= needed ? "confirmed" : "unfinished";
}

/** Each of its sendings takes the whole time-out. */
const isSlow = ({ signatures }: Differing): boolean =>
  signatures.some((each) => each.includes("timed-out"));

/** The first of each list, then the second of each, and so on. */
const inTurn = <T>(lists: readonly (readonly T[])[]): T[] => {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) =>
    lists.flatMap((list) => (at < list.length ? [list[at] as T] : [])),
  ).flat();
};

const spreadOverSuites = (kind: readonly Differing[]): Differing[] =>
  inTurn([...groupBy(kind, ({ id }) => suiteOf(id)).values()]);

/** As many of each kind as there is room for. */
function chooseEvenly(kinds: readonly Differing[][]): Differing[][] {
  const chosen = new Set(inTurn(kinds).slice(0, MOST_CASES));
  return kinds
    .map((kind) => kind.filter((each) => chosen.has(each)))
    .filter(({ length }) => length > 0);
}

/**
 * The response of each target that a difference is shown with: the first one, except where it never came again, and all
 * later ones are responses of other targets.
 */
export function shownSignatures(differing: Differing): string[] {
  const outcomes = allOutcomes(differing);
  const later = differing.again();
  return differing.signatures.map((first, at) => {
    const own = later[at] ?? [];
    const elsewhere = allOf(outcomes.filter((_, other) => other !== at));
    const isChance =
      own.length > 0 &&
      !own.includes(first) &&
      !elsewhere.has(first) &&
      own.every((each) => elsewhere.has(each));
    return (isChance ? own[0] : undefined) ?? first;
  });
}
