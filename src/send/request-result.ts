import type { RequestResult, Outcome, Phase } from "../model/observation.ts";
import { decodeBody, keepBytes } from "./decode-body.ts";
import type { ReadResponse } from "./response-reader.ts";

type NoResponse = Exclude<RequestResult, { outcome: "answered" }>;
type Times = { firstByteUs?: number | undefined; totalUs: number };

/** A whole response; without a version where only the ordinary client has read it. */
export type CompleteResponse = Omit<ReadResponse, "version"> & { version?: string };

/** A whole response, as it goes into the record. */
export function completeResult(
  read: CompleteResponse,
  times: Times,
  limitBytes: number,
): RequestResult {
  const { version, status, reason, headers, interim, framing, body, omitted } = read;
  return {
    outcome: "answered",
    status,
    response: {
      version,
      status,
      reason,
      headers,
      interim: interim.length > 0 ? interim : undefined,
      framing,
      body: keepBytes(body),
      ...decodeBody(body, headers, limitBytes),
      omitted,
    },
    firstByteUs: times.firstByteUs,
    totalUs: times.totalUs,
  };
}

/** No whole response: what was going on, and what did come. */
export function failedResult(
  what: {
    outcome: Exclude<Outcome, "answered">;
    phase: Phase;
    detail: string;
    received?: Buffer;
    status?: number | undefined;
    whole?: NoResponse["whole"];
    lateMs?: number | undefined;
    busyShare?: number | undefined;
  },
  times: Times,
): RequestResult {
  const { received } = what;
  return {
    outcome: what.outcome,
    phase: what.phase,
    detail: what.detail,
    received: received !== undefined && received.length > 0 ? keepBytes(received) : undefined,
    status: what.status,
    whole: what.whole,
    lateMs: what.lateMs,
    busyShare: what.busyShare,
    firstByteUs: times.firstByteUs,
    totalUs: times.totalUs,
  };
}
