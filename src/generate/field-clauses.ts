import type { ClauseId, FieldClauseId, StatedField } from "../contract/index.ts";
import { kindOf, type FieldType, type ProbedAspect } from "../kinds/index.ts";

const OF_ERRORS: ClauseId[] = ["error-codes", "error-payload"];

/** A clause about a field. The clause of its type is named after the kind, and includes stated bounds. */
export function fieldClause(
  { slug, type }: { slug: string; type: FieldType },
  about: "type" | "format" | "values" | "required",
): FieldClauseId {
  const { aspect, isBounded } = kindOf(type);
  if (about === "required") return `${slug}-required`;
  return `${slug}-${about === "values" && !isBounded(type) ? "values" : aspect}`;
}

/** The clauses that values of a field probe, and those about responses to invalid values. */
export function probedClauses(
  { slot: { type }, slug }: StatedField,
  probes: readonly ProbedAspect[] = usualProbes(type),
): ClauseId[] {
  const named = probes.map((probe) =>
    probe === "type" || probe === "format" || probe === "values"
      ? fieldClause({ slug, type }, probe)
      : probe,
  );
  const more = probes.includes("error-conditions") ? [] : OF_ERRORS;
  return [...new Set([...named, "error-conditions" as const, ...more, "response-status" as const])];
}

const usualProbes = (type: FieldType): readonly ProbedAspect[] =>
  kindOf(type).aspect === "format" ? ["format", "values"] : ["values"];
