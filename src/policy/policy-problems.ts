import { suiteOf, thresholdText, type Interface, type Policy, type Suite } from "../model/index.ts";
import { axesOf } from "../generate/index.ts";
import { bodyCheck } from "./body-check.ts";
import { nearest, suggestion } from "../text/index.ts";
import { parseThreshold } from "./parse-threshold.ts";
import type { Problem } from "./problem.ts";
import { isGlob, parseSelector } from "./selector.ts";

/** Suites that are not part of a catalogue, but that runs have. */
const OF_RUNS = ["explore"];

/**
 * Unknown names in a policy, invalid thresholds and invalid schemas: problems that can be found before anything is
 * sent. `catalogue` is the catalogue of the runs.
 */
export function policyProblems(
  policy: Policy,
  { suites, interface: from }: { suites: readonly Suite[]; interface: Interface },
): Problem[] {
  return [
    ...Object.keys(policy.behaviour ?? {}).flatMap((text) => selectorProblem(text, suites)),
    ...Object.entries(policy.behaviour ?? {}).flatMap(([text, { body }]): Problem[] => {
      if (body === undefined) return [];
      try {
        bodyCheck(body);
        return [];
      } catch (error) {
        const path = ["policy", "behaviour", text, "body"];
        return [{ code: "policy-body", path, message: (error as Error).message }];
      }
    }),
    ...Object.keys(policy.boundaries ?? {}).flatMap((name) => axisProblem(name, from)),
    ...(policy.load ?? []).map(thresholdText).flatMap((text, nth): Problem[] => {
      const threshold = parseThreshold(text);
      if (typeof threshold !== "string") return [];
      const message = `${JSON.stringify(text)} is not a threshold: ${threshold}`;
      return [{ code: "policy-threshold", path: ["policy", "load", nth], message }];
    }),
  ];
}

function selectorProblem(text: string, suites: readonly Suite[]): Problem[] {
  const path = ["policy", "behaviour", text];
  const { by, name } = parseSelector(text);
  const names = [...suites.map((suite) => suite.name), ...OF_RUNS];
  const suite = by === "case" ? suiteOf(name) : name;
  if (by === "all") return [];
  if (by !== "tag") {
    if (isGlob(suite) || names.includes(suite)) return [];
    const message = `there is no suite named ${JSON.stringify(suite)}`;
    return [{ code: "policy-suite", path, message, hint: suggestion(suite, names) }];
  }
  const tags = tagsOf(suites);
  if (tags.has(name)) return [];
  const near = nearest(name, tags);
  const hint =
    near === undefined
      ? "use the id of a clause or the name of a family"
      : `did you mean "tag:${near}"?`;
  return [
    { code: "policy-tag", path, message: `no case has the tag ${JSON.stringify(name)}`, hint },
  ];
}

const tagsOf = (suites: readonly Suite[]): Set<string> =>
  new Set(
    suites.flatMap(({ cases, properties }) => [
      ...cases.flatMap(({ clauses, family }) => [
        ...clauses,
        ...(family === undefined ? [] : [family]),
      ]),
      ...properties.flatMap(({ clauses }) => clauses),
    ]),
  );

function axisProblem(name: string, from: Interface): Problem[] {
  const names = axesOf(from).map((axis) => axis.name);
  if (names.includes(name)) return [];
  const message = `there is no axis named ${JSON.stringify(name)}`;
  const path = ["policy", "boundaries", name];
  return [{ code: "policy-axis", path, message, hint: suggestion(name, names) }];
}
