import type { ClauseId } from "../src/contract/clauses.ts";
import type { StatedField } from "../src/contract/fields.ts";
import {
  suiteFor,
  type CaseDefinition,
  type PropertyDefinition,
} from "../src/generate/define-suite.ts";
import { probedClauses } from "../src/generate/field-clauses.ts";
import { exampleBytes } from "../src/generate/render.ts";
import type { Requests } from "../src/generate/requests.ts";
import { kindOf } from "../src/kinds/field-type.ts";
import type { Suite } from "../src/model/suite.ts";
import { hasKey, keyCases } from "./field/key-cases.ts";

const ERRORS: ClauseId[] = ["error-conditions", "error-codes", "error-payload", "response-status"];

/** For every field: what its kind knows, in its place, and what goes wrong with its key. */
export default function fieldSuites(on: Requests): Suite[] {
  return on.layout.fields
    .filter((field) => field.in !== "header")
    .map((field) => suiteOf(on, field));
}

function suiteOf(on: Requests, field: StatedField): Suite {
  const { slot, slug } = field;
  const kind = kindOf(slot.type);
  return suiteFor(on.interface, {
    name: on.interface.suites?.[slot.path] ?? `field-${slug}`,
    about: `${hasKey(field) ? "values and key" : "values"} of ${slot.label}`,
    clauses: probedClauses(field),
    cases: () => [...valueCases(on, field), ...keyCases(on, field)],
    properties: () => [
      {
        name: "text",
        reason:
          kind.drawn?.reason(slot.label) ??
          `the text in the place of ${slot.label} drawn, near misses above all`,
        clauses: probedClauses(field, kind.drawn?.probes),
        arbitrary: kind.arbitrary(slot).map((value) => on.withValue(field, value)),
      } satisfies PropertyDefinition,
    ],
  });
}

function valueCases(on: Requests, field: StatedField): CaseDefinition[] {
  const charactersOf = writtenBy(on, field);
  const values = kindOf(field.slot.type)
    .cases(field.slot)
    .map(({ value, ...each }) => ({ ...each, request: on.withValue(field, value) }));
  const valid = new Set(
    values.filter((each) => each.valid).map(({ request }) => charactersOf(request)),
  );
  const seen = new Set([charactersOf(on.request())]);
  return values.flatMap(({ probes, valid: isValid, ...rest }): CaseDefinition[] => {
    const characters = charactersOf(rest.request);
    if (characters !== undefined && seen.has(characters)) return [];
    seen.add(characters);
    const clauses = probedClauses(field, probes);
    if (isValid !== true && (characters === undefined || !valid.has(characters)))
      return [{ ...rest, clauses }];
    const others = clauses.filter((id) => !ERRORS.includes(id));
    return [{ ...rest, valid: true, clauses: ["accepts", ...others, "response-status"] }];
  });
}

/**
 * What a parameter is written as; undefined in the body. Of values with the same characters the first is sent,
 * which is valid where one of them is, and never the stated one.
 */
function writtenBy(
  on: Requests,
  field: StatedField,
): (request: CaseDefinition["request"]) => string | undefined {
  if (field.in === "body") return () => undefined;
  return (request) =>
    request.sender === "client" && Array.isArray(request.path)
      ? exampleBytes(request.path, on.interface).toString("latin1")
      : "";
}
