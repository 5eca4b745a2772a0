import { interfaceOf } from "../../contract/index.ts";
import { freshTexts } from "../../generate/index.ts";
import { classOf, rawText, type RequestResult, resultWord } from "../../model/index.ts";
import type { RunFold } from "../run-fold.ts";
import { isConstant, repetitionCase, type Sendings, sendingsOf } from "./sequences.ts";

export const digestOf = (each: RequestResult | undefined): string | undefined =>
  each?.outcome === "answered" && each.response.body.bytes > 0
    ? (each.response.decoded ?? each.response.body).sha256
    : undefined;

export type Same = "same-response" | "same-bytes" | undefined;

/** Cases of two requests: with other identities, with the same one and other values, and with the same one in another spelling. */
type Compared = { fresh: string | undefined; other: Sendings["sendings"]; respelled: string };

/**
 * Whether the same request again is accepted with the body of the first response. With the same status as well, that body has
 * to have a value that the server made, and other values of the other fields must not change it: else the server may not remember
 * at all, but compute the value. If the value is the time of the first response, nothing computes it; then only the same bytes get it.
 */
export function sameResponse(
  run: RunFold,
  cases: readonly Sendings[],
  { fresh, other, respelled }: Compared,
): Same {
  const all = cases.flatMap(({ sendings }) => sendings);
  const isEqual = all.every(({ answers }) =>
    answers.every(
      (each) =>
        classOf(resultWord(each)) === "2xx" &&
        digestOf(each) !== undefined &&
        digestOf(each) === digestOf(answers[0]),
    ),
  );
  if (!isEqual) return undefined;
  if (all.some(({ words }) => !isConstant(words))) return "same-response";
  if (!isMade(run, fresh)) return undefined;
  const isKept = other.every(
    ({ answers: [one, two], words }) =>
      digestOf(one) === digestOf(two) || classOf(words[1] ?? "") !== "2xx",
  );
  if (other.length > 0 && isKept) return "same-response";
  return isMade(run, respelled) && all.every(hasTime(run)) ? "same-bytes" : undefined;
}

const DAY_MS = 86_400_000;
const MOMENT =
  /\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?|\b1\d{9}(?:\d{3})?\b/g;

/** Whether the first response of a sending has a time of the run, which no request has. */
function hasTime({ header }: RunFold): (sending: Sendings["sendings"][number]) => boolean {
  const startedMs = Date.parse(header?.startedAt ?? "");
  return ({ answers: [first] }) => {
    if (first?.outcome !== "answered") return false;
    const text = rawText((first.response.decoded ?? first.response.body).text ?? "");
    return (text.match(MOMENT) ?? []).some((found) => {
      const seconds = /^\d+$/.test(found) ? Number(found.slice(0, 10)) : undefined;
      const ms = seconds === undefined ? Date.parse(found) : seconds * 1000;
      return Math.abs(ms - startedMs) < DAY_MS;
    });
  };
}

/** Whether the two requests of a case are accepted with bodies that differ in something else than what was sent. */
function isMade(run: RunFold, id = ""): boolean {
  const fresh = repetitionCase(run, id);
  const { firstId = 0 } = run.header ?? {};
  const from = interfaceOf(run.header ?? {});
  const pairs = sendingsOf(fresh)?.sendings ?? [];
  return (
    pairs.length > 0 &&
    pairs.every(({ answers: [one, other], fresh: at, words }) => {
      const sent =
        fresh === undefined ? [] : freshTexts(fresh.case.request, { firstId, fresh: at, from });
      const areAccepted = words.every((word) => classOf(word) === "2xx");
      return areAccepted && textOf(one, sent) !== textOf(other, sent);
    })
  );
}

/** The text of a body without the values that were sent. */
function textOf(each: RequestResult | undefined, sent: readonly string[]): string {
  if (each?.outcome !== "answered") return "";
  const text = rawText((each.response.decoded ?? each.response.body).text ?? "");
  const longestFirst = sent.toSorted((a, b) => b.length - a.length);
  const left = longestFirst.reduce((rest, value) => rest.replaceAll(value, ""), text);
  // A number that comes back as it was spelled.
  return left.replaceAll(".0", "");
}
