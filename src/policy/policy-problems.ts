import type { Problem } from "./problem.ts";
import { textsOf, nearest, suggestion } from "../text/index.ts";
import type { Interface, Policy, Suite } from "../model/index.ts";
import { Config, suiteOf, thresholdText } from "../model/index.ts";
import { axesOf } from "../generate/index.ts";
import { bodyCheck } from "./observation-checks.ts";
import { parseThreshold } from "./threshold.ts";
import { isGlob, parseSelector } from "./match.ts";
import { z } from "zod";

/** Suites that are not part of a catalogue, but that runs have. */
const OF_RUNS = ["explore"];

/** Problems that can be found before anything is sent. `catalogue` is the catalogue of the runs. */
export const policyProblems = (
  policy: Policy,
  { suites, interface: from }: { suites: readonly Suite[]; interface: Interface },
): Problem[] => [
  ...Object.keys(policy.behaviour ?? {}).flatMap((text) =>
    selectorProblem(text, ["policy", "behaviour", text], suites),
  ),
  ...(policy.quarantine ?? []).flatMap(({ cases }, nth) =>
    selectorProblem(cases, ["policy", "quarantine", nth, "cases"], suites),
  ),
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

function selectorProblem(text: string, path: Problem["path"], suites: readonly Suite[]): Problem[] {
  const { by, name } = parseSelector(text);
  const names = [...suites.map((suite) => suite.name), ...OF_RUNS];
  const suite = by === "case" ? suiteOf(name) : name;
  if (by === "all") return [];
  if (by !== "tag") {
    if (isGlob(suite) || names.includes(suite)) return [];
    const message = `there is no suite named ${JSON.stringify(suite)}`;
    return [{ code: "policy-suite", path, message, hint: suggestion(suite, names) }];
  }
  const tags = new Set(
    suites.flatMap(({ cases, properties }) => [
      ...cases.flatMap(({ clauses, family }) => textsOf(...clauses, family)),
      ...properties.flatMap(({ clauses }) => clauses),
    ]),
  );
  if (tags.has(name)) return [];
  const near = nearest(name, tags);
  const usual = "use the id of a clause or the name of a family";
  const hint = near === undefined ? usual : `did you mean "tag:${near}"?`;
  const message = `no case has the tag ${JSON.stringify(name)}`;
  return [{ code: "policy-tag", path, message, hint }];
}

function axisProblem(name: string, from: Interface): Problem[] {
  const names = axesOf(from).map((axis) => axis.name);
  if (names.includes(name)) return [];
  const message = `there is no axis named ${JSON.stringify(name)}`;
  const path = ["policy", "boundaries", name];
  return [{ code: "policy-axis", path, message, hint: suggestion(name, names) }];
}

/** Checks a file's content against the schema. An unknown key is reported with the nearest known one. */
export function readConfig(value: unknown): { config: Config } | { problems: Problem[] } {
  const parsed = Config.safeParse(value);
  if (parsed.success) return { config: parsed.data };
  const problems = parsed.error.issues.flatMap(issueProblems);
  const keys = problems.filter(({ code }) => code === "config-key");
  // An object whose only key is mistyped is not also reported as empty.
  const told = problems.filter(
    ({ code, path }) => code === "config-key" || !keys.some((key) => isParent(path, key.path)),
  );
  return { problems: told };
}

const isParent = (path: Problem["path"], inner: Problem["path"]): boolean =>
  path.length === inner.length - 1 && path.every((part, at) => part === inner[at]);

function issueProblems(issue: z.core.$ZodIssue): Problem[] {
  const path = issue.path.map((part) => (typeof part === "number" ? part : String(part)));
  if (issue.code === "unrecognized_keys") {
    const known = keysAt(Config, path);
    return issue.keys.map((key) => ({
      code: "config-key",
      path: [...path, key],
      message: `there is no ${JSON.stringify(key)} here`,
      ...(known.length > 0 && { hint: suggestion(key, known) }),
    }));
  }
  return [{ code: "config-value", path, message: messageOf(issue) }];
}

/** For a union without its own message, the messages of its parts; the one that got furthest first. */
function messageOf(issue: z.core.$ZodIssue): string {
  if (issue.code !== "invalid_union" || issue.message !== "Invalid input")
    return plainMessage(issue.message);
  const inner = issue.errors.flat().toSorted((a, b) => b.path.length - a.path.length);
  const texts = [...new Set(inner.map((each) => plainMessage(each.message)))];
  return texts.length === 0 ? plainMessage(issue.message) : texts.join(", or ");
}

function plainMessage(message: string): string {
  const text = message.replace(/^Invalid input: /, "");
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}

function keysAt(schema: z.core.$ZodType, path: readonly (string | number)[]): string[] {
  const [part, ...rest] = path;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return keysAt(schema.def.innerType, path);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => keysAt(option, path));
  if (schema instanceof z.ZodRecord)
    return part === undefined ? [] : keysAt(schema.valueType, rest);
  if (!(schema instanceof z.ZodObject)) return [];
  if (part === undefined) return Object.keys(schema.shape).filter((key) => !key.startsWith("$"));
  const inner: z.core.$ZodType | undefined = schema.shape[String(part)];
  return inner === undefined ? [] : keysAt(inner, rest);
}
