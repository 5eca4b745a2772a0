import type { OperationValues } from "./path-values.ts";

/** The values that some target has not, each with the reason. */
export function missingValues(
  wanted: readonly string[],
  found: readonly OperationValues[],
  targets: readonly { name: string }[],
): string[] {
  const reasons = found.map(({ values, notes }) => {
    const known = new Set(values.map(({ parameter }) => parameter));
    const lacking = wanted.filter((name) => !known.has(name));
    return lacking.length === 0 ? "" : `no value for ${lacking.join(", ")}: ${notes.join("; ")}`;
  });
  const [first = ""] = reasons;
  if (reasons.every((reason) => reason === first)) return first === "" ? [] : [first];
  return reasons.flatMap((reason, at) =>
    reason === "" ? [] : `${targets[at]?.name ?? ""}: ${reason}`,
  );
}
