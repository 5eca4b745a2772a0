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
import type { ValueCase } from "../src/kinds/kind.ts";
import type { Suite } from "../src/model/suite.ts";
import { keyCases } from "./field/key-cases.ts";

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
  const keys = keyCases(on, field);
  return suiteFor(on.interface, {
    name: on.interface.suites?.[slot.path] ?? `field-${slug}`,
    about: `${keys.length > 0 ? "values and key" : "values"} of ${slot.label}`,
    clauses: probedClauses(field),
    cases: [...valueCases(on, field), ...keys],
    properties: [
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
  const isSent = differing(on, field);
  return kindOf(field.slot.type)
    .cases(field.slot)
    .flatMap(({ value, probes, ...rest }: ValueCase): CaseDefinition[] => {
      const request = on.withValue(field, value);
      if (!isSent(request)) return [];
      const clauses = probedClauses(field, probes);
      return [
        {
          ...rest,
          request,
          clauses:
            rest.valid === true
              ? ["accepts", ...clauses.filter((id) => !ERRORS.includes(id)), "response-status"]
              : clauses,
        },
      ];
    });
}

/** Of values that a parameter has the same characters of, the first is sent, and never the stated one. */
function differing(
  on: Requests,
  field: StatedField,
): (request: CaseDefinition["request"]) => boolean {
  if (field.in === "body") return () => true;
  const textOf = (request: CaseDefinition["request"]): string =>
    request.sender === "client" && Array.isArray(request.path)
      ? exampleBytes(request.path, on.interface).toString("latin1")
      : "";
  const seen = new Set([textOf(on.request())]);
  return (request) => {
    const text = textOf(request);
    return !seen.has(text) && Boolean(seen.add(text));
  };
}
