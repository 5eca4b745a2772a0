import type { Arbitrary } from "fast-check";
import { type ClauseId, type StatedField, probedClauses } from "../src/contract/index.ts";
import {
  exampleBytes,
  isValidRequest,
  suiteFor,
  type CaseDefinition,
  type PropertyDefinition,
  type Requests,
} from "../src/generate/index.ts";
import { kindOf } from "../src/kinds/index.ts";
import type { CaseRequest, Suite } from "../src/model/index.ts";
import { hasKey, keyCases } from "./field/key-cases.ts";
import { writtenHeader, parameterCases } from "./field/parameter-cases.ts";

const ERRORS: ClauseId[] = ["error-conditions", "error-codes", "error-payload", "response-status"];

/** For every field: the values of its kind, and cases about its key. */
export default function fieldSuites(on: Requests): Suite[] {
  return on.layout.fields.map((field) => suiteOf(on, field));
}

function suiteOf(on: Requests, field: StatedField): Suite {
  const { slot, slug } = field;
  const kind = kindOf(slot.type);
  return suiteFor(on.interface, {
    name: on.interface.suites?.[slot.path] ?? `field-${slug}`,
    about: aboutOf(field),
    clauses: probedClauses(field),
    cases: () => {
      const values = valueCases(on, field);
      return [...values, ...keyCases(on, field), ...otherNames(on, field, values)];
    },
    properties: () => [
      {
        name: "text",
        reason:
          kind.drawn?.reason(slot.label) ??
          `a random text instead of ${slot.label}, mainly near misses`,
        clauses: probedClauses(field, kind.drawn?.probes),
        arbitrary: drawn(on, field),
      } satisfies PropertyDefinition,
    ],
  });
}

/** Other names of a parameter, except names with which the request target could also come from one of its values. */
function otherNames(on: Requests, field: StatedField, values: CaseDefinition[]): CaseDefinition[] {
  const cases = parameterCases(on, field);
  if (field.in !== "query") return cases;
  const charactersOf = writtenBy(on, field);
  const seen = new Set([on.request(), ...values.map(({ request }) => request)].map(charactersOf));
  return cases.filter(
    ({ name, request }) => name === "missing" || !seen.has(charactersOf(request)),
  );
}

function aboutOf(field: StatedField): string {
  const { label } = field.slot;
  if (field.in === "header")
    return `values and name of the header ${label}: what one line can carry`;
  const what = hasKey(field)
    ? "values and key"
    : field.in === "query"
      ? "values and name"
      : "values";
  return `${what} of ${label}`;
}

function drawn(on: Requests, field: StatedField): Arbitrary<CaseRequest> {
  const values = kindOf(field.slot.type).arbitrary(field.slot);
  const carried =
    field.in === "header" ? values.filter((value) => on.canCarry(field, value)) : values;
  return carried.map((value) => on.withValue(field, value));
}

function valueCases(on: Requests, field: StatedField): CaseDefinition[] {
  const charactersOf = writtenBy(on, field);
  const values = kindOf(field.slot.type)
    .cases(field.slot)
    .filter(({ value }) => on.canCarry(field, value))
    .map(({ value, ...each }) => ({ ...each, request: on.withValue(field, value) }));
  const seen = new Set([charactersOf(on.request())]);
  return values.flatMap(({ probes, ...rest }): CaseDefinition[] => {
    const characters = charactersOf(rest.request);
    if (characters !== undefined && seen.has(characters)) return [];
    seen.add(characters);
    const clauses = probedClauses(field, probes);
    if (!isValidRequest(rest.request, on.interface)) return [{ ...rest, clauses }];
    const others = clauses.filter((id) => !ERRORS.includes(id));
    return [{ ...rest, clauses: ["accepts", ...others, "response-status"] }];
  });
}

/**
 * The text of a parameter; undefined in the body. Only the first of several values with the same characters is sent, and
 * never the stated value.
 */
function writtenBy(
  on: Requests,
  field: StatedField,
): (request: CaseDefinition["request"]) => string | undefined {
  if (field.in === "body") return () => undefined;
  const header = on.headerOf(field.slot);
  if (header !== undefined) return (request) => writtenHeader(on, request, header.name);
  return (request) =>
    request.sender === "client" && Array.isArray(request.path)
      ? exampleBytes(request.path, on.interface).toString("latin1")
      : "";
}
