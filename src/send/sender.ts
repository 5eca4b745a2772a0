import type { BaseUrl, BodyJudge } from "../contract/index.ts";

/** Settings of both senders. */
export type SenderOptions = {
  target: BaseUrl;
  /** How long to wait for one response. */
  timeoutMs: number;
  /** Limit for the bytes of a response: interim responses, head, chunk framing, body, trailer section. */
  limitBytes: number;
  /** Skip TLS certificate verification. */
  insecure: boolean;
  /** Judges bodies that are too long for the record, if a document states their schema. */
  judgeBody?: BodyJudge | undefined;
};

/** Microseconds of a monotonic clock. */
export const nowUs = (): number => Math.round(performance.now() * 1000);

/** How long a connection is watched for its end after a response that did not announce one. */
export const KEPT_LINGER_MS = 25;
