import type { Case, CaseRequest, Observation, ShownResponse } from "../model/index.ts";
import { responseText } from "./comparison/response-text.ts";

/** How many characters of generated cases are kept for one run: tens of thousands of cases. */
const ROOM = 12_000_000;
/** The size of a case besides its texts, in characters. */
const OVERHEAD = 200;

/** A generated case and the response of the target, as needed for comparing runs. */
type GeneratedCase = {
  property: string;
  seed: number;
  valid: boolean;
  /** Canonical JSON of the request. */
  request: string;
  /** Index of the first sending's first fresh value. */
  fresh: number;
  /** One for each sending, in order. */
  signatures: string[];
  /** The response to the first sending. */
  response: ShownResponse;
};

/** Generated cases by id, while there is room; the others are counted. */
export type GeneratedFold = {
  cases: Map<string, GeneratedCase>;
  /** Reasons by property. */
  reasons: Map<string, string>;
  room: number;
  dropped: number;
  beside: GeneratedFold | undefined;
};

/** An empty fold. `beside` is an earlier fold: a request that is in both is kept in memory only once. */
export const emptyGenerated = (beside?: GeneratedFold): GeneratedFold => ({
  cases: new Map(),
  beside,
  reasons: new Map(),
  room: ROOM,
  dropped: 0,
});

/** Keeps a generated case with its response, or one more signature of it. */
export function keepGenerated(
  fold: GeneratedFold,
  sent: Case,
  observation: Observation,
  signature: string,
): void {
  const known = fold.cases.get(sent.id);
  if (known !== undefined) {
    known.signatures.push(signature);
    return;
  }
  const { property = "", seed = 0 } = sent.generated ?? {};
  const own = requestKey(sent.request);
  const other = fold.beside?.cases.get(sent.id)?.request;
  const request = other === own ? other : own;
  const response = responseText(observation);
  const size = request.length + response.text.length + OVERHEAD;
  if (size > fold.room) {
    fold.dropped += 1;
    return;
  }
  fold.room -= size;
  if (!fold.reasons.has(property)) fold.reasons.set(property, sent.reason);
  fold.cases.set(sent.id, {
    property,
    seed,
    valid: sent.valid === true,
    request,
    fresh: observation.fresh,
    signatures: [signature],
    response,
  });
}

/** A request as text, identical for identical requests: JSON with sorted keys. */
export const requestKey = (request: CaseRequest): string => JSON.stringify(sorted(request));

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const keys = Object.keys(value).toSorted();
  return Object.fromEntries(
    keys.map((key) => [key, sorted((value as Record<string, unknown>)[key])]),
  );
}
