import { distinctBy } from "../remember.ts";
import type { Suite, Case, CaseRequest, RawStep } from "../model/index.ts";
import { bytes, type Template, type TemplatePart } from "../template/index.ts";
import { escapeUnseen } from "../text/index.ts";
import { slugOf, withInner } from "../kinds/index.ts";
import { formsOf, type BodyForm, type BodyForms } from "./body-forms.ts";
import { suiteFor } from "./define-suite.ts";
import type { Requests } from "./requests.ts";
import { GIVEN } from "../contract/index.ts";

export type CorpusFile = { name: string; bytes: Buffer };

/** A place for a file's bytes: the end of the case's name, and the body around them. */
type Place = { end: string; reason: string; family: string; body: (file: Template) => BodyForm };

function placesOf({ on, withMembers }: BodyForms): Place[] {
  const { body } = on.layout;
  const slots = (body?.inner ?? []).flatMap(withInner);
  const fields = distinctBy(slots, ({ path }) => slugOf(path));
  const hasExtra = fields.some(({ path }) => slugOf(path) === "extra");
  const key = hasExtra ? on.extraKey : "extra";
  return [
    { end: "", reason: "as the body", family: "body", body: (file) => file },
    ...fields.map(({ path, label }): Place => {
      const family = slugOf(path);
      const body: Place["body"] = (file) => on.body({ [path]: file });
      return { end: `.as-${family}`, reason: `in the place of ${label}`, family, body };
    }),
    {
      end: hasExtra ? ".as-extra-key" : ".as-extra",
      reason: "as the value of an extra key",
      family: "extra",
      body: (file) => withMembers(bytes`"${key}":${file}`),
    },
  ];
}

/** Every file as the body, in place of every field, and as an extra value. `left` names folders that were not read. */
export function corpusSuite(
  on: Requests,
  files: readonly CorpusFile[],
  left: readonly string[] = [],
): Suite {
  const places = on.layout.body === undefined ? [] : placesOf(formsOf(on));
  const named = caseNames(
    files.map(({ name }) => name),
    places.map(({ end }) => end),
  );
  return suiteFor(on.interface, {
    name: "corpus",
    about: `the user's corpus, as body and spliced into the stated body${leftText(left)}`,
    clauses: ["error-conditions", "error-codes", "error-payload", "response-status"],
    cases: () =>
      files.flatMap(({ name, bytes: content }, at) =>
        places.flatMap(({ end, reason, family, body: bodyOf }) => {
          const body = bodyOf([{ base64: content.toString("base64") }]);
          if (body === undefined) return [];
          return [
            {
              name: `${named[at] ?? ""}${end}`,
              reason: `${escapeUnseen(name)} ${reason}`,
              family,
              request: on.request(body),
            },
          ];
        }),
      ),
  });
}

const leftText = (left: readonly string[]): string =>
  left.length === 0
    ? ""
    : `; not read: ${left.length === 1 ? "the folder" : "the folders"} ${left.map(escapeUnseen).join(", ")}`;

/** A case name for each file: spaces are `_`, invisible characters escaped; of two equal ones, the later is numbered. */
function caseNames(names: readonly string[], ends: readonly string[]): string[] {
  const written = names.map((name) => escapeUnseen(name.replace(/\s/g, "_")));
  const isKept = (at: number): boolean => written[at] === names[at];
  const taken = new Set<string>();
  const result = [...written];
  const order = [...names.keys()].toSorted((a, b) => Number(isKept(b)) - Number(isKept(a)));
  for (const at of order) {
    const base = written[at] ?? "";
    const isTaken = (name: string): boolean => ends.some((end) => taken.has(name + end));
    let name = base;
    for (let number = 2; isTaken(name); number += 1) name = `${base}~${number}`;
    for (const end of ends) taken.add(name + end);
    result[at] = name;
  }
  return result;
}

/** A user's suite whose requests also carry the given headers; on raw connections after each Host line of `head(...)`. */
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
