import type { Case, Observation, ShownResponse } from "../../model/index.ts";
import type { CaseFold, RunFold } from "../run-fold.ts";
import { responseText } from "./response-text.ts";

/** A case as one run sent it first, with the result. */
export type SentCase = { sent: Case; fresh: number; signature: string; response: ShownResponse };

/** Finds a hand-chosen or generated case in a run; undefined if it was not sent. */
export function findSent({ cases, generated }: RunFold, id: string): SentCase | undefined {
  const chosen = cases.get(id);
  if (chosen !== undefined) return firstSending(chosen);
  const drawn = generated?.cases.get(id);
  const [signature] = drawn?.signatures ?? [];
  if (drawn === undefined || signature === undefined) return undefined;
  const { property, request, fresh, response } = drawn;
  const reason = generated?.reasons.get(property) ?? property;
  return {
    sent: { id, reason, clauses: [], request: JSON.parse(request) },
    fresh,
    signature,
    response,
  };
}

function firstSending({ case: sent, first }: CaseFold): SentCase | undefined {
  const [entry] = first;
  if (entry === undefined) return undefined;
  const [signature, observation] = entry;
  return { sent, fresh: observation.fresh, signature, response: responseText(observation) };
}

/** A case from a fold that keeps only the request. */
export const asCaseFold = ({ sent, fresh, signature }: SentCase): CaseFold => ({
  case: sent,
  signatures: [signature],
  first: new Map<string, Observation>([
    [
      signature,
      {
        type: "observation",
        seq: 0,
        case: sent.id,
        attempt: 1,
        fresh,
        atMs: 0,
        answers: [],
        end: "none",
        timeoutMs: 0,
      },
    ],
  ]),
});
