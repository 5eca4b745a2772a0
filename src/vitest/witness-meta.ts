import type { Case, Observation, RequestResult } from "../model/index.ts";
import { isUnordered, rawText, signatureOf } from "../model/index.ts";
import { escapeUnseen } from "../text/index.ts";

/** The result of a request, without the bytes of the response: the run folder has them. Times are microseconds. */
export type BriefResult = {
  outcome: RequestResult["outcome"];
  status?: number;
  detail?: string;
  firstByteUs?: number;
  totalUs: number;
};

/** The content of `task.meta.witness` for a case: its description, and its results. */
export type WitnessMeta = {
  case: string;
  reason: string;
  clauses: string[];
  observations: {
    attempt: number;
    /** `201`, `timed-out`, `400, closed`. */
    signature: string;
    answers: BriefResult[];
    end: Observation["end"];
  }[];
};

declare module "vitest" {
  interface TaskMeta {
    witness?: WitnessMeta;
  }
}

export function witnessMeta(sent: Case, observations: readonly Observation[]): WitnessMeta {
  const unordered = isUnordered(sent);
  return {
    case: sent.id,
    reason: sent.reason,
    clauses: sent.clauses,
    observations: observations.map((each) => ({
      attempt: each.attempt,
      signature: signatureOf(each, unordered),
      answers: each.answers.map(brief),
      end: each.end,
    })),
  };
}

function brief(result: RequestResult): BriefResult {
  const { outcome, status, firstByteUs, totalUs } = result;
  return {
    outcome,
    status,
    detail: result.outcome === "answered" ? undefined : escapeUnseen(rawText(result.detail)),
    firstByteUs,
    totalUs,
  };
}
