import { expect, test } from "vitest";
import { suites } from "../../suites/index.ts";
import { userSubmission } from "../contract/index.ts";
import { requestsOf } from "../generate/index.ts";
import type { RuleValue, ValueRule } from "../kinds/index.ts";
import type { CaseRequest } from "../model/index.ts";
import { type Subject, KnownResponses } from "./candidate.ts";
import { charsetSubject, documentSubject } from "./document-subject.ts";
import { experiment } from "./experiment.ts";
import type { MessageInput } from "./message-subjects.ts";
import { headersSubject, mediaTypeSubject, pathSubject } from "./message-subjects.ts";
import { othersOf } from "../../test/learn/planted.ts";
import { ACCEPTS, BEYOND, NOTHING, predict, REFUSES } from "./predictions.ts";

const on = requestsOf(userSubmission);
const input: MessageInput = {
  on,
  cases: suites.flatMap(({ cases }) => cases),
  known: new KnownResponses(),
  accepted: "201",
  rawAccepted: "201",
  refusesFurther: false,
  fields: new Map(),
};

type Part = {
  subject: Subject<RuleValue>;
  /** Its values are cases that the run has sent. */
  isKnown: boolean;
  /** What a value gets that no rule refuses, and none judges: of a document, another field is wrong then. */
  unjudged: string;
};
const part = (subject: unknown, isKnown: boolean, unjudged = "201"): Part => ({
  subject: subject as Subject<RuleValue>,
  isKnown,
  unjudged,
});

/** What a server with these rules responds to each value of the pool. */
function repliesOf({ subject: { pool }, unjudged }: Part, rules: readonly ValueRule<RuleValue>[]) {
  const all = rules.map((rule) => predict(rule, pool));
  return pool.map((_, at) => {
    const words = new Set(all.map((says) => says[at]));
    if (words.has(REFUSES) || words.has(BEYOND)) return "400";
    return words.has(ACCEPTS) ? "201" : unjudged;
  });
}

const PARTS = [
  part(documentSubject(input, "parser"), true, "422"),
  part(documentSubject(input, "aspects"), true, "422"),
  part(mediaTypeSubject(input), true),
  part(charsetSubject(input), false),
  part(pathSubject(input), true),
  part(headersSubject(on, "201"), false),
];

/** Experiments with one of these servers; `rules` are those of the library that is asked. */
async function inferred({ subject, isKnown }: Part, replies: readonly string[]) {
  const places = new Map<CaseRequest, number>(subject.pool.map(({ request }, at) => [request, at]));
  const known = replies.map((signature, at) => {
    const seen = { signature, case: `case/${at}`, confirmed: false };
    return [at, seen] as const;
  });
  let asked = 0;
  const found = await experiment(
    { ...subject, known: new Map(isKnown ? known : []) },
    {
      ask: async (request) => {
        asked += 1;
        return { signature: replies[places.get(request) ?? -1] ?? "" };
      },
      keep: ({ name }) => name,
      width: 1,
    },
  );
  return { ...found, asked };
}

const planted = await Promise.all(
  PARTS.flatMap((each) =>
    each.subject.rules.map(async (rule, nth) => {
      const { subject } = each;
      const says = predict(rule, subject.pool);
      const isSame = (other: ValueRule<RuleValue>): boolean =>
        other.aspect === rule.aspect &&
        Buffer.from(predict(other, subject.pool)).equals(Buffer.from(says));
      const replies = repliesOf(each, [rule, ...othersOf(subject.rules, rule, nth)]);
      const found = await inferred(each, replies);
      const check = found.checks.find(({ aspect }) => aspect === rule.aspect);
      const rules = subject.rules.filter((other) => !isSame(other));
      const without = await inferred({ ...each, subject: { ...subject, rules } }, replies);
      const rest = without.checks.find(({ aspect }) => aspect === rule.aspect);
      const [first] = rest?.survivors ?? [];
      // Where another check refuses the value in any case, no request tells such rules apart.
      const isTold = subject.pool.some(
        (_, at) =>
          first !== undefined &&
          says[at] !== NOTHING &&
          (says[at] === ACCEPTS) !== (first.says[at] === ACCEPTS),
      );
      return {
        rule,
        asked: found.asked,
        isJudged: [...says].some((word) => word !== NOTHING && word !== BEYOND),
        isTop: check?.survivors[0] !== undefined && isSame(check.survivors[0].rule),
        isAmong: check?.survivors.some((other) => other.rule.id === rule.id) === true,
        isNone: first === undefined || !isTold,
        mistaken: first?.rule.id,
      };
    }),
  ),
);
const idsOf = (found: typeof planted): string =>
  found.map(({ rule, mistaken }) => `${rule.id} (${mistaken})`).join("\n");

test("every rule about documents, media types, charsets, paths and headers judges a value that is sent", () => {
  expect(planted.length).toBeGreaterThan(100);
  // A server that reads these misses the fields then, and refuses them all the same.
  expect(planted.filter(({ isJudged }) => !isJudged).map(({ rule }) => rule.id)).toEqual([
    "document-scalar-accepted",
    "document-array-accepted",
    "document-empty-read",
  ]);
});

test("a value that is sent tells every rule from the others of its aspect", () => {
  const alike = PARTS.flatMap(({ subject: { rules, pool } }) => {
    const groups = new Map<string, string[]>();
    for (const rule of rules) {
      const key = `${rule.aspect} ${Buffer.from(predict(rule, pool)).toString("hex")}`;
      groups.set(key, [...(groups.get(key) ?? []), rule.id]);
    }
    return [...groups.values()].filter((group) => group.length > 1);
  });
  // Both accept invalid bytes: only what comes back shows as what.
  expect(alike).toEqual([["document-invalid-utf-8-replaced", "document-invalid-utf-8-latin-1"]]);
});

test("the planted rule is inferred first for at least 90% of them", () => {
  const wrong = planted.filter(({ isTop }) => !isTop);
  expect(wrong.length, idsOf(wrong)).toBeLessThanOrEqual(0.1 * planted.length);
});

test("the planted rule is among those that remain for at least 99%", () => {
  const wrong = planted.filter(({ isAmong }) => !isAmong);
  expect(wrong.length, idsOf(wrong)).toBeLessThanOrEqual(0.01 * planted.length);
});

test("without the planted rule in the library, no known rule is found for at least 95%", () => {
  const wrong = planted.filter(({ isNone }) => !isNone);
  expect(wrong.length, idsOf(wrong)).toBeLessThanOrEqual(0.05 * planted.length);
});

test("no part takes more than 40 requests beyond those of the run", () => {
  expect(Math.max(...planted.map(({ asked }) => asked))).toBeLessThanOrEqual(40);
});
