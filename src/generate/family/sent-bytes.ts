import { userSubmission } from "../../contract/user-submission.ts";
import { parseBaseUrl } from "../../contract/base-url.ts";
import type { CaseRequest, RawStep } from "../../model/request.ts";
import type { Template } from "../../template/template.ts";
import { render } from "../render.ts";
import { requestBytes } from "../request-bytes.ts";
import { LARGE_BODY_BYTES, clip, templateBytes } from "./clip.ts";

/** What fills the holes while a family is told: always the same. */
export const FILLING = {
  target: parseBaseUrl("http://localhost:80"),
  interface: userSubmission,
  firstId: 123_456_789,
  fresh: 0,
};

/** The bytes of a request, one for each connection; `bodyBytes` counts those left out, too. */
export type SentBytes = { connections: Buffer[]; bodyBytes: number; large: boolean };

/** The request's bytes with the fixed filling; long repetitions are shortened. */
export function sentBytes(request: CaseRequest): SentBytes {
  if (request.sender === "client") {
    const bodyBytes = templateBytes(request.body);
    const large = bodyBytes > LARGE_BODY_BYTES;
    const shown = large ? { ...request, body: clip(request.body) } : request;
    return { connections: requestBytes(shown, FILLING), bodyBytes, large };
  }
  const byConnection = new Map<number, Buffer[]>();
  let bodyBytes = 0;
  for (const step of request.steps) {
    if (step.do !== "send") continue;
    const sent = byConnection.get(step.on ?? 0) ?? [];
    byConnection.set(step.on ?? 0, [...sent, ...sendBytes(step)]);
    bodyBytes += templateBytes(step.body ?? []);
  }
  const connections = [...byConnection.values()].map((sent) => Buffer.concat(sent));
  return { connections, bodyBytes, large: bodyBytes > LARGE_BODY_BYTES };
}

function sendBytes(step: RawStep & { do: "send" }): Buffer[] {
  const body = render(shortened(step.body), FILLING);
  return [render(shortened(step.head), FILLING, body.length), body];
}

const shortened = (template: Template = []): Template =>
  templateBytes(template) > LARGE_BODY_BYTES ? clip(template) : template;
