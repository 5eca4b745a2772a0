import { countEach, groupBy } from "../group-by.ts";
import type { RuleValue } from "../kinds/index.ts";
import { type InferredCheck, type RuleFinding, rawText, type Response } from "../model/index.ts";
import type { SeenResponse, ProbeValue, Subject } from "./candidate.ts";
import type { Check, Refuted } from "./explain-checks.ts";
import type { Experiments } from "./experiment.ts";
import type { FoundLimit } from "./predictions.ts";
import { equalMeasures, BEYOND, distance, groupsOf, NOTHING, REFUSES } from "./predictions.ts";

const MOST_REFUTED = 12;
const MOST_CASES = 6;
const MOST_FAMILIES = 30;
/** Values that are told where no rule is named. */
const MOST_VALUES = 3;

export function ruleFinding<V extends RuleValue>(
  about: Pick<RuleFinding, "part" | "name" | "subject">,
  subject: Subject<V>,
  found: Experiments<V>,
  language?: string,
): RuleFinding {
  const { pool, accepted } = subject;
  const checks = found.isUnstable
    ? []
    : found.checks.flatMap((check) => checkFinding(check, pool, { ...found, language }));
  return {
    type: "finding",
    kind: "rule",
    ...about,
    accepted,
    checks,
    limits: found.isUnstable
      ? []
      : found.limits.map((each) => limitFinding(each, subject, found.seen)),
    families: checks.some(({ state }) => state === "none")
      ? familiesOf(pool, found.seen)
      : undefined,
    unstable: found.unstable.length,
    undecided: found.isUnstable || undefined,
    requests: found.requests,
    cut: found.cut,
  };
}

function checkFinding<V extends RuleValue>(
  { aspect, signature, survivors: left, refuted, labels }: Check<V>,
  pool: readonly ProbeValue<V>[],
  {
    seen,
    limits,
    language,
  }: Pick<Experiments<V>, "seen" | "limits"> & { language: string | undefined },
): InferredCheck[] {
  const survivors = ofLanguage(left, language);
  // What contradicts no rule says nothing.
  if (labels.size === 0 || (refuted.length === 0 && survivors.length > 1)) return [];
  const [best] = survivors;
  // Values of which the rule says nothing are refused by another check.
  const explains = [...labels].some(
    ([at, label]) => !label && (best?.says[at] === REFUSES || best?.says[at] === BEYOND),
  );
  if (signature !== undefined && best !== undefined && !explains) return [];
  const isRefusedBeyond = [...labels].every(([at, label]) => label || best?.says[at] === BEYOND);
  const isOwn = limits.every(({ outside }) => seen.get(outside)?.signature !== signature);
  const isBeyond = signature !== undefined && limits.length > 0 && isRefusedBeyond && isOwn;
  const telling = tellingOf(refuted);
  const isLabelled = (wanted: boolean): number[] =>
    [...labels].filter(([, label]) => label === wanted).map(([at]) => at);
  const names = survivors.map(({ rule: { name } }) => name);
  const isOther = isForeign(names, language);
  const valuesOf = (wanted: boolean): string[] =>
    isLabelled(wanted)
      .filter((at) => best?.says[at] !== NOTHING)
      .map((at) => pool[at]?.text ?? "")
      .slice(0, MOST_VALUES);
  return [
    {
      aspect,
      signature,
      ...(isBeyond ? BEYOND_ONLY : namedRules(survivors, isOther)),
      ...((isOther || isBeyond) && {
        values: { accepted: valuesOf(true), refused: valuesOf(false) },
      }),
      refuted: isBeyond
        ? []
        : toldRefuted(refuted, best?.says, (by) => deciderOf(telling(by), pool, seen)),
      support: { accepted: isLabelled(true).length, refused: isLabelled(false).length },
      cases: casesOf([...isLabelled(false), ...isLabelled(true)], seen),
    },
  ];
}

/** Where the server's language is known, its libraries explain what those of others explain as well. */
function ofLanguage<V extends RuleValue>(
  survivors: Check<V>["survivors"],
  language: string | undefined,
): Check<V>["survivors"] {
  const own = survivors.filter(({ rule: { name } }) => !isForeign([name], language));
  return language !== undefined && own.length > 0 ? own : survivors;
}

const BEYOND_ONLY: Pick<InferredCheck, "state" | "rules" | "beyond"> = {
  state: "sure",
  rules: [],
  beyond: true,
};

function toldRefuted<V extends RuleValue>(
  refuted: readonly Refuted<V>[],
  best: Refuted<V>["prediction"]["says"] | undefined,
  deciderBy: (by: readonly number[]) => ReturnType<typeof deciderOf>,
): InferredCheck["refuted"] {
  const near = ({ prediction: { says } }: Refuted<V>): number => (best ? distance(says, best) : 0);
  return refuted
    .toSorted((one, other) => near(one) - near(other))
    .slice(0, MOST_REFUTED)
    .map(({ prediction: { rule }, by }) => ({ id: rule.id, name: rule.name, ...deciderBy(by) }));
}

function namedRules<V extends RuleValue>(
  survivors: Check<V>["survivors"],
  isOther: boolean,
): Pick<InferredCheck, "state" | "rules"> {
  if (survivors.length === 0 || isOther) return { state: "none", rules: [] };
  return {
    state: groupsOf(survivors).length === 1 ? "sure" : "open",
    rules: survivors.map(({ rule: { id, name } }) => ({ id, name })),
  };
}

/** The value that refutes a rule and the fewest others: it distinguishes the rule from similar ones. */
function tellingOf<V extends RuleValue>(refuted: readonly Refuted<V>[]) {
  const refutes = countEach(refuted.flatMap(({ by }) => by));
  return (by: readonly number[]): number =>
    by.reduce(
      (best, at) => ((refutes.get(at) ?? 0) < (refutes.get(best) ?? 0) ? at : best),
      by[0] ?? -1,
    );
}

const casesOf = (indexes: readonly number[], seen: ReadonlyMap<number, SeenResponse>): string[] =>
  [
    ...new Set(
      indexes.flatMap((at) => {
        const shown = seen.get(at);
        return shown?.case === undefined ? [] : [shown.case];
      }),
    ),
  ].slice(0, MOST_CASES);

function deciderOf<V extends RuleValue>(
  at: number,
  pool: readonly ProbeValue<V>[],
  seen: ReadonlyMap<number, SeenResponse>,
) {
  const shown = seen.get(at);
  return { by: pool[at]?.text ?? "", signature: shown?.signature ?? "", case: shown?.case };
}

function limitFinding<V extends RuleValue>(
  limit: FoundLimit<V>,
  subject: Subject<V>,
  seen: ReadonlyMap<number, SeenResponse>,
): RuleFinding["limits"][number] {
  const { rule, bound, at, inside, outside } = limit;
  const equal = equalMeasures(limit, subject, seen);
  return {
    id: rule.id,
    about: [rule, ...equal].map(({ about }) => about).join(" or "),
    bound,
    at: String(at),
    inside: deciderOf(inside, subject.pool, seen),
    outside: deciderOf(outside, subject.pool, seen),
  };
}

function familiesOf<V extends RuleValue>(
  pool: readonly ProbeValue<V>[],
  seen: ReadonlyMap<number, SeenResponse>,
): NonNullable<RuleFinding["families"]> {
  const families = groupBy(seen, ([at]) => pool[at]?.family ?? "");
  return [...families].slice(0, MOST_FAMILIES).map(([family, own]) => ({
    family,
    signatures: Object.fromEntries(countEach(own.map(([, { signature }]) => signature))),
  }));
}

/** Words in the names of rules for what one language's libraries do, by language. */
const LIBRARIES: readonly (readonly [language: string, words: RegExp])[] = [
  ["Python", /\bPython\b|\bpydantic\b/],
  ["PHP", /\bPHP\b/],
  ["Ruby", /\bRuby\b/],
  ["Go", /\bGo's\b/],
  ["Java", /\bJava\b|\bJackson\b/],
  ["JavaScript", /\bJavaScript\b/],
  [".NET", /\.NET\b/],
];

/** Values of Server and X-Powered-By that only servers in one language send. */
const SERVERS: readonly (readonly [language: string, words: RegExp])[] = [
  [
    "Python",
    /\b(?:uvicorn|hypercorn|gunicorn|Werkzeug|WSGIServer|waitress|TornadoServer|daphne)\b/i,
  ],
  ["PHP", /\bPHP\b/],
  ["Ruby", /\b(?:puma|WEBrick|Phusion|unicorn|thin)\b/i],
  ["Java", /\b(?:Jetty|Tomcat|Coyote|Undertow|Servlet)\b/i],
  ["JavaScript", /\b(?:Express|Next\.js|Sails|koa|Fastify)\b/i],
  [".NET", /\b(?:Kestrel|ASP\.NET)\b/i],
];

const languagesIn = (text: string, of: typeof SERVERS): string[] =>
  of.flatMap(([language, words]) => (words.test(text) ? [language] : []));

/** The language of a server by its headers; undefined if they do not show one. */
export function languageOf(response: Response | undefined): string | undefined {
  const told = (response?.headers ?? [])
    .filter(([name]) => /^(?:server|x-powered-by)$/i.test(rawText(name)))
    .map(([, value]) => rawText(value));
  const [language, ...others] = new Set(languagesIn(told.join(" "), SERVERS));
  return others.length === 0 ? language : undefined;
}

/** Whether these rules all name libraries that need not be the server's: of several languages, or of another one than it is written in. */
export function isForeign(names: readonly string[], language: string | undefined): boolean {
  const named = names.map((name) => languagesIn(name, LIBRARIES));
  if (names.length === 0 || named.some(({ length }) => length === 0)) return false;
  const [first = [], ...others] = named;
  const common = first.filter((each) => others.every((own) => own.includes(each)));
  return common.length === 0 || (language !== undefined && !common.includes(language));
}
