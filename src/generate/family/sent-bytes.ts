import { parseBaseUrl } from "../../contract/index.ts";
import type { CaseRequest, Interface, RawStep } from "../../model/index.ts";
import type { Template } from "../../template/index.ts";
import { layoutOf, type FreshBytes } from "../layout.ts";
import { render, type Filling } from "../render.ts";
import { requestBytes } from "../request-bytes.ts";
import { LARGE_BODY_BYTES, clip, templateBytes } from "./clip.ts";

/** Fills the holes while deriving a family: always the same. */
export const familyFilling = (from: Interface): Filling => ({
  target: TARGET,
  interface: from,
  firstId: 123_456_789,
  fresh: 0,
});

const TARGET = parseBaseUrl("http://localhost:80");

/** The bytes of a request, one for each connection; `bodyBytes` counts omitted ones, too. */
export type SentBytes = { connections: Buffer[]; bodyBytes: number; large: boolean };

/** The request's bytes with the fixed filling; long repetitions are shortened. */
export function sentBytes(request: CaseRequest, from: Interface): SentBytes {
  const { freshBytes: fresh } = layoutOf(from);
  const filling = familyFilling(from);
  if (request.sender === "client") {
    const bodyBytes = templateBytes(request.body, fresh);
    const large = bodyBytes > LARGE_BODY_BYTES;
    const shown = large ? { ...request, body: clip(request.body, fresh) } : request;
    return { connections: requestBytes(shown, filling), bodyBytes, large };
  }
  const byConnection = new Map<number, Buffer[]>();
  let bodyBytes = 0;
  for (const step of request.steps) {
    if (step.do !== "send") continue;
    const sent = byConnection.get(step.on ?? 0) ?? [];
    byConnection.set(step.on ?? 0, [...sent, ...sendBytes(step, filling, fresh)]);
    bodyBytes += templateBytes(step.body ?? [], fresh);
  }
  const connections = [...byConnection.values()].map((sent) => Buffer.concat(sent));
  return { connections, bodyBytes, large: bodyBytes > LARGE_BODY_BYTES };
}

function sendBytes(step: RawStep & { do: "send" }, filling: Filling, fresh: FreshBytes): Buffer[] {
  const body = render(shortened(step.body, fresh), filling);
  return [render(shortened(step.head, fresh), filling, body.length), body];
}

const shortened = (template: Template = [], fresh: FreshBytes): Template =>
  templateBytes(template, fresh) > LARGE_BODY_BYTES ? clip(template, fresh) : template;
