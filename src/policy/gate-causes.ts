import { originOf } from "../analyse/index.ts";
import { groupBy } from "../stats/index.ts";
import type { Breach, GateCause, Judgement } from "../model/index.ts";
import { MOST_BREACHES, isExplored, isStated, signatureOf } from "../model/index.ts";
import { type DriftCause, type ExampleOf, exampleIn, isServerError } from "./difference.ts";
import { breachCauses } from "./drift-causes.ts";
import type { JudgedRun } from "./judged-run.ts";

const MOST_CASES = 1000;

/** A case that breaks a rule; `now` is its response without how often it came. */
type Broken = { judgement: Judgement; breach: Breach; name: string; now: string };

/** A case has one cause, however many rules it breaks: a `drift` from a baseline explains breaches of other rules, too. */
export function gateCauses(
  run: JudgedRun,
  judgements: readonly Judgement[],
  drift: readonly DriftCause[],
): GateCause[] {
  const chosen = exampleIn(run.gate.run);
  // Of a generated case, that which the gate kept.
  const exampleOf: ExampleOf = (difference) =>
    chosen(difference) ?? run.gate.examples.get(difference.name);
  const causeOf = explainer(drift, exampleOf);
  const groups = groupBy(judgements.flatMap(brokenCases), causeOf);
  const left = groups.get(undefined) ?? [];
  groups.delete(undefined);
  for (const [, same] of groupBy(left, ({ judgement }) => judgement.verdict)) {
    // The first rule that a case breaks says how.
    const firsts = new Map(same.toReversed().map((each) => [each.name, each]));
    const found = breachCauses(run.gate.run, [...firsts.values()].toReversed(), exampleOf);
    const byCase = causeByCase(found);
    for (const [cause, own] of groupBy(same, ({ name }) => byCase.get(name)))
      if (cause !== undefined) groups.set(cause, own);
  }
  return [...groups]
    .flatMap(([cause, broken]) => (cause === undefined ? [] : toGateCause(run, cause, broken)))
    .toSorted(byWeight);
}

export const byWeight = (a: GateCause, b: GateCause): number =>
  weightOf(b) - weightOf(a) || b.count - a.count;

const weightOf = ({ verdict }: GateCause): number => (verdict === "fail" ? 1 : 0);

function brokenCases(judgement: Judgement): Broken[] {
  if (judgement.verdict !== "fail" && judgement.verdict !== "warn") return [];
  return judgement.breaches.flatMap((breach) =>
    breach.case === undefined
      ? []
      : { judgement, breach, name: breach.case, now: changeOf(breach.case, breach.observed) },
  );
}

/** `500 (2 of 2)` and `500 (13 of 13 times)` are `500`; a case that `ends the server ..., 3 of 3 times` does what others do. */
const changeOf = (id: string, observed: string): string =>
  observed
    .replaceAll(/ \([\d,]+ of [\d,]+[^()]*\)/g, "")
    .replace(`${id} `, "")
    .replace(/, (?:as before|\d+ of \d+ times?)$/, "");

const causeByCase = (causes: readonly DriftCause[]): Map<string, DriftCause> =>
  new Map(causes.toReversed().flatMap((cause) => cause.cases.map((id) => [id, cause] as const)));

/** Finds the change that explains a breach: of its own case, of the same origin, or of the same boundary. */
function explainer(
  drift: readonly DriftCause[],
  exampleOf: ExampleOf,
): (broken: Broken) => DriftCause | undefined {
  const byCase = causeByCase(drift);
  return (broken) => {
    const own = byCase.get(broken.name);
    const example = own === undefined ? exampleOf(broken) : undefined;
    if (example === undefined) return own;
    const { answers } = example.observation;
    const now = signatureOf({ answers });
    if (isServerError({ now })) {
      const origin = originOf(answers);
      return drift.find((cause) => cause.origin === origin);
    }
    return drift.find((cause) => cause.explains?.(example, now));
  };
}

function toGateCause(run: JudgedRun, cause: DriftCause, broken: readonly Broken[]): GateCause[] {
  const rank = new Map(cause.cases.map((id, at) => [id, at]));
  // A stated request is the plainest example.
  const placeOf = ({ name }: Broken): number =>
    isStated(name) ? -1 : (rank.get(name) ?? cause.cases.length);
  const sorted = broken.toSorted((a, b) => placeOf(a) - placeOf(b));
  const [first] = sorted;
  if (first === undefined) return [];
  const ids = [...new Set(sorted.map(({ name }) => name))];
  // The places of an axis are evidence of its boundary; they count only if there is nothing else.
  const sent = ids.filter((id) => !isExplored(id));
  const cases = sent.length > 0 ? sent : ids;
  const verdicts = broken.map(({ judgement }) => judgement.verdict);
  return [
    {
      target: run.summary.target.name,
      text: cause.text,
      verdict: verdicts.includes("fail") ? "fail" : "warn",
      rules: [...new Set(sorted.map(({ judgement }) => judgement.rule))],
      count: cases.length,
      cases: cases.slice(0, MOST_CASES),
      example: first.breach,
    },
  ];
}

/** A judgement with as many breaches as `gate.json` has, one of each cause first. Those of a baseline stay whole. */
export function withFewBreaches(judgement: Judgement, causes: readonly GateCause[]): Judgement {
  const { breaches, kind, target } = judgement;
  if (kind === "baseline" || breaches.length <= MOST_BREACHES) return judgement;
  const own = causes.filter((cause) => cause.target === target);
  const examples = new Set(own.map(({ example }) => example.case));
  const isExample = (breach: Breach): boolean => examples.has(breach.case);
  const sorted = [...breaches.filter(isExample), ...breaches.filter((each) => !isExample(each))];
  return { ...judgement, breaches: sorted.slice(0, MOST_BREACHES) };
}
