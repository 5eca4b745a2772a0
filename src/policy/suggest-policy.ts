import { groupBy } from "../stats/index.ts";
import { type Policy, type Response, suiteOf, type Expectation } from "../model/index.ts";
import type { CaseFold, RunFold } from "../analyse/index.ts";
import * as analyse from "../analyse/index.ts";
import { carriesIdentity, freshTexts, layoutOf } from "../generate/index.ts";
import { interfaceOf } from "../contract/index.ts";
import { counted, whole } from "../text/index.ts";
import { suggestQuarantine } from "./quarantine.ts";

/** One rule for a person to review: its selector, the rule, and why it is worth keeping. */
export type SuggestedRule = { selector: string; expectation: Expectation; why: string };
/** Suggestions from a run: rules for the policy, and facts that always held but that no rule can express. */
export type Suggestion = {
  rules: SuggestedRule[];
  quarantine: NonNullable<Policy["quarantine"]>;
  invariants: string[];
};

const FEWEST = 5;

/** Rules that the last of these runs keeps, and what varied in any of them: statuses by class, stability, content types and bodies of valid requests. */
export function suggestPolicy(runs: readonly [RunFold, ...RunFold[]]): Suggestion {
  const run = analyse.withoutExplored(runs.at(-1) ?? runs[0]);
  const sent = [...run.cases.values()].filter(({ signatures }) => signatures.length > 0);
  const suites = groupBy(sent, (fold) => suiteOf(fold.case.id));
  const rules = [...suites].flatMap(([name, cases]) => suiteRule(run, name, cases) ?? []);
  const valid = [...run.cases.values()].filter((fold) => fold.case.valid === true);
  return {
    rules: [...neverRule(run), ...rules],
    quarantine: suggestQuarantine(runs),
    invariants: [...invariantsOf(run, valid), ...contentTypesOf(run)],
  };
}

const classIn = (signature: string): string | undefined =>
  /^\d{3}$/.test(signature) ? `${signature[0]}xx` : undefined;

function outcomesOf(run: RunFold, name: string, cases: readonly CaseFold[]): Map<string, number> {
  const counts = new Map<string, number>();
  const add = (signature: string, by: number): void => {
    counts.set(signature, (counts.get(signature) ?? 0) + by);
  };
  for (const { signatures } of cases) for (const signature of signatures) add(signature, 1);
  for (const [id, { outcomes }] of run.properties)
    if (suiteOf(id) === name) for (const [signature, count] of outcomes) add(signature, count);
  return counts;
}

function suiteRule(
  run: RunFold,
  name: string,
  cases: readonly CaseFold[],
): SuggestedRule | undefined {
  const outcomes = outcomesOf(run, name, cases);
  const classes = new Set([...outcomes.keys()].map(classIn));
  const repeated = analyse.repeatedIdResponses(run);
  const again = cases.filter(({ signatures }) => signatures.length > 1);
  const isStable =
    again.length >= FEWEST &&
    again.every((fold) => analyse.stabilityOf(fold, repeated) === "stable");
  const only = classes.has(undefined) ? [] : ([...classes].toSorted() as ("2xx" | "4xx")[]);
  if (cases.length < FEWEST || (only.length === 0 && !isStable)) return undefined;
  const about = name === "valid" ? validExpectation(cases) : {};
  const seen = [...outcomes]
    .toSorted((one, other) => other[1] - one[1])
    .map(([signature, count]) => `${signature} ×${whole(count)}`);
  return {
    selector: name,
    expectation: {
      ...(only.length > 0 && { only: only.length === 1 ? only[0] : only }),
      ...(isStable && { stable: true as const }),
      ...about,
    } as Expectation,
    why: `${counted(cases.length, "case")}: ${seen.slice(0, 4).join("  ")}${isStable ? `; ${whole(again.length)} sent again, all alike` : ""}`,
  };
}

function validExpectation(cases: readonly CaseFold[]): Pick<Expectation, "contentType" | "body"> {
  const responses = cases.flatMap(({ first }) =>
    [...first.values()].map((observation) => analyse.lastResponse(observation)),
  );
  const types = new Set(responses.map((each) => each && mediaTypeOf(each)));
  const [type] = types;
  const bodies = responses.map((each) => each && analyse.bodyOf(each));
  const isJson = bodies.length > 0 && bodies.every((each) => each !== undefined);
  return {
    ...(types.size === 1 && type !== undefined && { contentType: type }),
    ...(isJson && {
      body: analyse.schemaOfValues(bodies.map((each) => each?.json)) as NonNullable<
        Expectation["body"]
      >,
    }),
  };
}

const mediaTypeOf = (response: Response): string | undefined =>
  analyse.responseHeader(response, "content-type")?.split(";")[0]?.trim();

function neverRule(run: RunFold): SuggestedRule[] {
  const all = [
    ...[...run.cases.values()].flatMap(({ signatures }) => signatures),
    ...[...run.properties.values()].flatMap(({ outcomes }) => [...outcomes.keys()]),
  ];
  if (all.length < FEWEST || all.some((each) => classIn(each) === "5xx")) return [];
  const why = `${counted(all.length, "response")}, none with 5xx`;
  return [{ selector: "*", expectation: { never: "5xx" }, why }];
}

/** What responses to valid requests repeat of the request. */
function invariantsOf({ header }: RunFold, valid: readonly CaseFold[]): string[] {
  if (header === undefined) return [];
  const from = interfaceOf(header);
  const identity = layoutOf(from).identity ?? "first fresh value";
  const paths = new Map<string, number>();
  let inLocation = 0;
  let all = 0;
  // A valid identity may also be hand-chosen.
  for (const { case: sent, first } of valid.filter(({ case: { request } }) =>
    carriesIdentity(request, from),
  ))
    for (const observation of first.values()) {
      const response = analyse.lastResponse(observation);
      const { firstId } = header;
      const [id] = freshTexts(sent.request, { firstId, fresh: observation.fresh, from });
      if (response === undefined || id === undefined) continue;
      all += 1;
      for (const path of placesOf(id, analyse.bodyOf(response)?.json, "body"))
        paths.set(path, (paths.get(path) ?? 0) + 1);
      if (analyse.responseHeader(response, "location")?.endsWith(id.toLowerCase()) === true)
        inLocation += 1;
    }
  if (all < FEWEST) return [];
  const held = `that was sent (${whole(all)} of ${whole(all)})`;
  return [
    ...[...paths]
      .filter(([, count]) => count === all)
      .map(([path]) => `${path} equals the ${identity} ${held}`),
    ...(inLocation === all ? [`Location ends with the ${identity} ${held}`] : []),
  ];
}

/** Where a value has this text: `body.user.id`. Lists have no fixed places. */
function placesOf(text: string, value: unknown, path: string): string[] {
  if (typeof value === "string" || typeof value === "number")
    return String(value) === text ? [path] : [];
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => placesOf(text, inner, `${path}.${key}`));
}

function contentTypesOf({ cases }: RunFold): string[] {
  const seen = [...cases.values()]
    .flatMap(({ first }) => [...first.values()])
    .flatMap((observation) => analyse.lastResponse(observation) ?? [])
    .map((response) => ({ status: String(response.status), type: mediaTypeOf(response) }));
  return [...groupBy(seen, ({ status }) => status)]
    .filter(([, all]) => all.length >= FEWEST && new Set(all.map(({ type }) => type)).size === 1)
    .flatMap(([status, all]) => {
      const [type] = all.map((each) => each.type);
      const often = `${whole(all.length)} of ${counted(all.length, "case")}`;
      return type === undefined ? [] : `${status} has the content type ${type} (${often})`;
    })
    .toSorted();
}
