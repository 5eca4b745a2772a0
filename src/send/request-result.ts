import type { RequestResult, Outcome, Phase } from "../model/observation.ts";
import { keepBytes, keptBody } from "./decode-body.ts";
import { redactorOf, type Redactor } from "./redactor.ts";
import { headerValue } from "./response-head.ts";
import type { ReadResponse } from "./response-reader.ts";
import type { SenderOptions } from "./sender.ts";

type NoResponse = Exclude<RequestResult, { outcome: "answered" }>;
type Times = { firstByteUs?: number | undefined; totalUs: number };

/** A complete response; without a version if only the ordinary client has read it. */
export type CompleteResponse = Omit<ReadResponse, "version"> & { version?: string };

/** A complete response, as recorded. */
export function completeResult(
  read: CompleteResponse,
  times: Times,
  { target, limitBytes, judgeBody }: Pick<SenderOptions, "target" | "limitBytes" | "judgeBody">,
): RequestResult {
  const { version, status, reason, headers, interim, framing, body, omitted } = read;
  const redactor = redactorOf(target.route);
  return {
    outcome: "answered",
    status,
    response: {
      version,
      status,
      reason: redactor.text(reason),
      headers: redactor.headers(headers),
      interim: interim.length > 0 ? interim : undefined,
      framing,
      ...keptBody(body, headers, limitBytes, {
        redactor,
        judge:
          judgeBody &&
          ((whole) =>
            judgeBody({
              status,
              contentType: headerValue(headers, "content-type") ?? "",
              body: whole,
            })),
      }),
      omitted,
    },
    firstByteUs: times.firstByteUs,
    totalUs: times.totalUs,
  };
}

/** No complete response: the phase, and the received part. */
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
  redactor: Redactor,
): RequestResult {
  const { received } = what;
  return {
    outcome: what.outcome,
    phase: what.phase,
    detail: redactor.text(what.detail),
    received:
      received !== undefined && received.length > 0 ? keepBytes(received, redactor) : undefined,
    status: what.status,
    whole: what.whole,
    lateMs: what.lateMs,
    busyShare: what.busyShare,
    firstByteUs: times.firstByteUs,
    totalUs: times.totalUs,
  };
}
