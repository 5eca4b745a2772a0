import type { CaseRequest } from "../../model/request.ts";

/** A request as text that is the same for the same request: JSON with sorted keys. */
export const requestKey = (request: CaseRequest): string => JSON.stringify(sorted(request));

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const keys = Object.keys(value).toSorted();
  return Object.fromEntries(
    keys.map((key) => [key, sorted((value as Record<string, unknown>)[key])]),
  );
}
