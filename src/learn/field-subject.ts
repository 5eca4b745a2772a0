import type { StatedField } from "../contract/index.ts";
import { tokenValue, type FieldType, type TokenValue, type ValueRule } from "../kinds/index.ts";
import type { CaseRequest } from "../model/index.ts";
import type { SeenResponse, Subject } from "./candidate.ts";
import { poolOf, type PoolInput } from "./field-pool.ts";
import { rulesOfField } from "./field-rules.ts";
import type { KnownResponses } from "./known-responses.ts";

/** The name of a field in findings; for a parameter, it includes its place. */
export function partName({ slot, in: place }: Pick<StatedField, "slot" | "in">): string {
  if (place === "body") return slot.label;
  return place === "header" ? `header ${slot.label}` : `${place} parameter ${slot.label}`;
}

/** The axes along which the size of a value changes. */
const SIZES = ["upwards", "downwards", "longer", "shorter", "items"];

const EMPTY: Partial<Record<FieldType["kind"], TokenValue | undefined>> = {
  text: tokenValue('""'),
  list: tokenValue("[]"),
};

const isTaken = (rule: ValueRule, value: TokenValue): boolean =>
  !rule.judges(value) || rule.accepts(value);

/** A field of the body or a parameter as a subject. */
export function fieldSubject(input: PoolInput & { accepted: string }): Subject<TokenValue> {
  const { field, known, accepted } = input;
  const pool = poolOf(input);
  const { rules, limited } = rulesOfField(field);
  // A boundary that depends on something else is no limit of this field.
  const sizes = SIZES.map((name) => `${field.slug}-${name}`);
  const dependent = input.axes
    .filter(({ axis }) => sizes.includes(axis.replace(/^field-/, "")))
    .flatMap(({ boundaries }) => boundaries.filter(({ ofValues }) => ofValues === true));
  const isEmptyOne = dependent.some(({ near, far }) => [near.at, far.at].includes("0"));
  const empty = isEmptyOne ? EMPTY[field.slot.type.kind] : undefined;
  return {
    name: partName(field),
    slug: field.slug,
    // Nor does it then say that the empty value is refused.
    rules: empty === undefined ? rules : rules.filter((rule) => isTaken(rule, empty)),
    limited: dependent.length > 0 ? [] : limited,
    pool,
    readAs: tokenValue,
    known: knownOf(pool, known),
    accepted,
  };
}

/** The values of a pool that the run has sent. */
export function knownOf(
  pool: readonly { request: CaseRequest }[],
  known: KnownResponses,
): Map<number, SeenResponse> {
  const found = new Map<number, SeenResponse>();
  for (const [at, { request }] of pool.entries()) {
    const seen = known.of(request);
    if (seen !== undefined) found.set(at, seen);
  }
  return found;
}
