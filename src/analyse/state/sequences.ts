import type { RequestResult, StateSentence } from "../../model/index.ts";
import { isRateLimited, isUnavailable, resultWord, stateCase } from "../../model/index.ts";
import type { CaseFold, RunFold } from "../run-fold.ts";

/** A finding before `state-text.ts` words it. */
export type UnwordedState = Omit<StateSentence, "text">;

/** One that a single case shows. */
export const shownOnce = (
  code: UnwordedState["code"],
  responses: string[],
  id: string,
  more: Partial<UnwordedState> = {},
): UnwordedState => ({ code, responses, count: 1, of: 1, ...more, case: id });

export const digestOf = (each: RequestResult | undefined): string | undefined =>
  each?.outcome === "answered" && each.response.body.bytes > 0
    ? (each.response.decoded ?? each.response.body).sha256
    : undefined;

/** One way in which a case was responded to, and how often. */
export type Sending = {
  answers: readonly RequestResult[];
  words: string[];
  fresh: number;
  times: number;
};
export type Sendings = { fold: CaseFold; sendings: Sending[] };

/**
 * The responses to the same request again and again, by place; undefined at a place where they vary. `seen` counts all of them,
 * `count` those after the first.
 */
export type Sequence = { words: (string | undefined)[]; seen: Map<string, number>; count: number };

/**
 * The case with this id of the suite `repetition`. Where the target closes each connection after its response, the one that
 * sends each request on a connection of its own.
 */
export const repetitionCase = (run: RunFold, id: string): CaseFold | undefined =>
  run.cases.get(stateCase(`apart-${id.slice(id.indexOf("/") + 1)}`)) ?? run.cases.get(id);

/** Whether the target has always ended the connection of this case after its first response. */
export function isClosedAfterFirst(fold: CaseFold | undefined): boolean {
  const all = [...(fold?.first.values() ?? [])];
  const isEnd = (each: RequestResult): boolean =>
    each.outcome === "closed" || each.outcome === "reset";
  return (
    all.length > 0 &&
    all.every(
      ({ answers: [first, ...later] }) =>
        first?.outcome === "answered" && later.length > 0 && later.every(isEnd),
    )
  );
}

/** The judged sendings of a case: those with every response, and none of a rate limit or an overload. */
export function sendingsOf(fold: CaseFold | undefined): Sendings | undefined {
  if (fold === undefined) return undefined;
  const sendings = [...fold.first].flatMap(([signature, { answers, fresh }]): Sending[] => {
    const times = fold.signatures.filter(
      (each, at) => each === signature && fold.slow?.includes(at) !== true,
    ).length;
    const isDisturbed = answers.some(
      (each) => each.outcome !== "answered" || isRateLimited(each) || isUnavailable(each),
    );
    return times === 0 || isDisturbed
      ? []
      : [{ answers, words: answers.map(resultWord), fresh, times }];
  });
  return sendings.length === 0 ? undefined : { fold, sendings };
}

export function sequenceOf(cases: readonly Sendings[]): Sequence {
  const places: Set<string>[] = [];
  const seen = new Map<string, number>();
  let count = 0;
  for (const { words, times } of cases.flatMap(({ sendings }) => sendings)) {
    for (const [at, word] of words.entries()) {
      (places[at] ??= new Set()).add(word);
      seen.set(word, (seen.get(word) ?? 0) + times);
      if (at > 0) count += times;
    }
  }
  const words = places.map((each) => (each.size === 1 ? [...each][0] : undefined));
  return { words, seen, count };
}

export const settled = ({ words }: Sequence): string[] =>
  words.filter((word) => word !== undefined);

export const isConstant = (words: readonly string[]): boolean => new Set(words).size === 1;

/** Whether an identity is a new one again after a moment, and is not at once: then it counts as no repetition. */
export function isForgotten(later: Sendings, atOnce: readonly Sendings[]): boolean {
  const [first, again] = sequenceOf(atOnce).words;
  const [before, after] = sequenceOf([later]).words;
  return again !== undefined && first !== again && before === first && after === first;
}

/** The cases of a run in which the identity is sent again, of those names. */
export const repetitionsOf = (run: RunFold, slug: string, names: readonly string[]): Sendings[] =>
  names.flatMap((name) => sendingsOf(run.cases.get(`repetition/same-${slug}-${name}`)) ?? []);
