import { GIVEN } from "../contract/index.ts";
import type { Case, CaseRequest, RawStep, Suite } from "../model/index.ts";
import type { Template, TemplatePart } from "../template/index.ts";

/**
 * A user's suite whose requests also carry the given headers: after their own headers, and on raw connections after
 * each Host line that `head(...)` made.
 */
export function carryGiven(suite: Suite, names: readonly string[]): Suite {
  if (names.length === 0) return suite;
  const carried = (request: CaseRequest): CaseRequest => withHeaders(request, names);
  return {
    ...suite,
    cases: suite.cases.map((each): Case => ({ ...each, request: carried(each.request) })),
    properties: suite.properties.map((each) => ({
      ...each,
      arbitrary: each.arbitrary.map(carried),
    })),
  };
}

function withHeaders(request: CaseRequest, names: readonly string[]): CaseRequest {
  if (request.sender === "wire")
    return { ...request, steps: request.steps.map((step) => withLines(step, names)) };
  const { headers } = request;
  // Without headers of its own, it has those of the interface.
  if (headers === undefined) return request;
  const own = new Set(headers.map(([name]) => name.toLowerCase()));
  const missing = names.filter((name) => !own.has(name.toLowerCase()));
  return {
    ...request,
    headers: [...headers, ...missing.map((name): [string, string] => [name, GIVEN])],
  };
}

function withLines(step: RawStep, names: readonly string[]): RawStep {
  if (step.do !== "send" || step.head === undefined) return step;
  const texts = step.head.map((part) => (typeof part === "string" ? part.toLowerCase() : ""));
  const missing = names.filter((name) => !texts.includes(`${name.toLowerCase()}: `));
  const lines = missing.flatMap((name): Template => [`${name}: `, { given: name }, "\r\n"]);
  return {
    ...step,
    head: step.head.flatMap((part, at) => afterHost(part, step.head?.[at - 1], lines)),
  };
}

const afterHost = (
  part: TemplatePart,
  before: TemplatePart | undefined,
  lines: Template,
): Template => {
  const isHost = typeof before === "object" && "target" in before && before.target === "host";
  return isHost && part === "\r\n" ? [part, ...lines] : [part];
};
