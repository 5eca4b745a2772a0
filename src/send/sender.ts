import type { BaseUrl } from "../contract/base-url.ts";

/** What both senders need to know. */
export type SenderOptions = {
  target: BaseUrl;
  /** How long to wait for one answer. */
  timeoutMs: number;
  /** How much of a head and of a body is read. */
  limitBytes: number;
  /** Take any TLS certificate. */
  insecure: boolean;
};

export const DEFAULT_LIMIT_BYTES = 1024 * 1024;

/** Microseconds of a monotonic clock. */
export const nowUs = (): number => Math.round(performance.now() * 1000);
