import type { Outcome, Phase, RequestResult, Response } from "../model/index.ts";
import { keepBytes, keepHidden, keptBody } from "./decode-body.ts";
import { redactorOf, type Redactor } from "./redactor.ts";
import { headerValue } from "./response-head.ts";
import type { ReadResponse } from "./response-reader.ts";
import type { SenderOptions } from "./sender.ts";

const NO_BYTES = Buffer.alloc(0);

type NoResponse = Exclude<RequestResult, { outcome: "answered" }>;
export type Times = { firstByteUs?: number | undefined; totalUs: number };

/** A complete response; without a version if only the ordinary client has read it. */
export type CompleteResponse = Omit<ReadResponse, "version"> & { version?: string };

/** The recorded part of a complete response. It follows from the response alone. */
export function keptOf(
  read: CompleteResponse,
  { target, limitBytes, judgeBody }: Pick<SenderOptions, "target" | "limitBytes" | "judgeBody">,
): Response {
  const { version, status, reason, headers, interim, framing, body, omitted } = read;
  const redactor = redactorOf(target.route);
  return {
    version,
    status,
    reason: redactor.text(reason, omitted?.reasonBytes !== undefined),
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
  };
}

/** The result of a request that got a complete response. */
export const completeResult = (response: Response, times: Times): RequestResult => ({
  outcome: "answered",
  status: response.status,
  response,
  firstByteUs: times.firstByteUs,
  totalUs: times.totalUs,
});

/** No complete response: the phase, and the received part. */
export function failedResult(
  what: {
    outcome: Exclude<Outcome, "answered">;
    phase: Phase;
    detail: string;
    received?: Buffer;
    /** The received part begins within a body with a content coding. */
    isCoded?: boolean;
    status?: number | undefined;
    whole?: NoResponse["whole"];
    lateMs?: number | undefined;
    busyShare?: number | undefined;
    sentLate?: boolean;
  },
  times: Times,
  redactor: Redactor,
): RequestResult {
  const { received = NO_BYTES, isCoded = false } = what;
  const keep = isCoded && redactor.searches ? keepHidden : keepBytes;
  return {
    outcome: what.outcome,
    phase: what.phase,
    detail: redactor.text(what.detail),
    received: received.length > 0 ? keep(received, redactor) : undefined,
    status: what.status,
    whole: what.whole,
    lateMs: what.lateMs,
    busyShare: what.busyShare,
    ...(what.sentLate === true && { sentLate: true }),
    firstByteUs: times.firstByteUs,
    totalUs: times.totalUs,
  };
}
