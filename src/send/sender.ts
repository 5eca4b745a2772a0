import type { BaseUrl } from "../contract/base-url.ts";
import type { BodyJudge } from "../contract/stated-bodies.ts";

/** What both senders need to know. */
export type SenderOptions = {
  target: BaseUrl;
  /** How long to wait for one response. */
  timeoutMs: number;
  /** Bytes of a response that are read: interim responses, head, chunk framing, body, trailer section. */
  limitBytes: number;
  /** Take any TLS certificate. */
  insecure: boolean;
  /** Judges bodies of which the record keeps a part, where a document states their schema. */
  judgeBody?: BodyJudge | undefined;
};

/** Microseconds of a monotonic clock. */
export const nowUs = (): number => Math.round(performance.now() * 1000);

/** How long a connection is watched for its end after a response that announced none. */
export const KEPT_LINGER_MS = 25;
