import type { BaseUrl, GivenPart } from "../contract/index.ts";
import { givenText, REDACTED, TRACE_HEADER } from "../contract/index.ts";
import type { Interface, RequestResult } from "../model/index.ts";
import { createHash } from "node:crypto";

export type Filling = {
  /** The interface of the requests: it has the path, and defines how fresh values are made. */
  interface: Interface;
  target: BaseUrl;
  firstId: number;
  /** Index of the observation's first fresh value. */
  fresh: number;
  /** The responses so far to earlier requests of the same case, or all of a recorded one. */
  answers?: readonly RequestResult[];
  /** Values that were read from the server for this request, by the name of the header in lower case, or the key of the path. */
  found?: ReadonlyMap<string, string>;
  /** A request that is only looked at, or one of load; absent for one that is recorded. */
  purpose?: "example" | "load";
};

const TRACE_BYTES = 16;
const SPAN_BYTES = 8;

/** The trace id (16 bytes) and span id (8 bytes), in hexadecimal. They follow from what the record has. */
export function traceIds({ target, firstId, fresh }: Filling): { trace: string; span: string } {
  const of = `${target.protocol}//${target.host}${target.prefix} ${firstId} ${fresh}`;
  const hash = createHash("sha256").update(of).digest("hex");
  const end = 2 * TRACE_BYTES;
  return { trace: hash.slice(0, end), span: hash.slice(end, end + 2 * SPAN_BYTES) };
}

/** The last digit of `traceparent` (https://www.w3.org/TR/trace-context/#traceparent-header) asks the server to record; load does not. */
export function givenValue(filling: Filling, name: string, part?: GivenPart): string {
  const { interface: from, target, purpose, found } = filling;
  // The names of parameters have capitals, those of headers need none.
  const own = found?.get(name) ?? found?.get(name.toLowerCase());
  if (own !== undefined) return own;
  if (from.trace !== true || name.toLowerCase() !== TRACE_HEADER)
    return givenText(target.route?.headers, name, part);
  if (purpose === "example") return REDACTED;
  const { trace, span } = traceIds(filling);
  return `00-${trace}-${span}-${purpose === "load" ? "00" : "01"}`;
}
