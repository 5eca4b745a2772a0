import type { CaseRequest, Interface } from "../model/index.ts";
import { familyFilling } from "./family/sent-bytes.ts";
import { requestStarts } from "./request-bytes.ts";

/** A longer request is not looked at. */
const MOST_BYTES = 16 * 1024;

/**
 * Whether a request ends before its message does, and then waits for a response: its head has no end, or it announces
 * more than follows. Most servers wait for the rest, so this takes a time-out.
 */
export function isUnfinished(request: CaseRequest, from: Interface): boolean {
  if (request.sender === "client") return false;
  if (request.steps.some(({ do: what }) => what === "half-close" || what === "reset")) return false;
  const [only, ...others] = requestStarts(request, familyFilling(from), MOST_BYTES);
  if (only === undefined || others.length > 0 || only.bytes > MOST_BYTES) return false;
  const text = only.start.toString("latin1").replace(/^(\r?\n)+/, "");
  const end = /\r?\n\r?\n/.exec(text);
  if (end === null) return true;
  const head = text.slice(0, end.index);
  const rest = text.slice(end.index + end[0].length);
  if (/^transfer-encoding:[ \t]*chunked[ \t]*$/im.test(head)) return needsChunks(rest);
  const length = /^content-length:[ \t]*(\d+)[ \t]*$/im.exec(head)?.[1];
  return length !== undefined && rest.length < Number(length);
}

/** Whether chunks are missing; not if there is something else in their place. */
function needsChunks(text: string): boolean {
  let at = 0;
  for (;;) {
    const line = /([\da-f]*)[ \t]*(?:;[^\r\n]*)?(\r\n)?/iy;
    line.lastIndex = at;
    const [whole = "", size = "", ended] = line.exec(text) ?? [];
    if (ended === undefined) return at + whole.length === text.length;
    if (size === "") return false;
    at += whole.length;
    const bytes = Number.parseInt(size, 16);
    if (bytes === 0) return !/^(?:[^\r\n]+\r\n)*\r\n/.test(text.slice(at));
    if (text.length < at + bytes + 2) return true;
    if (text.slice(at + bytes, at + bytes + 2) !== "\r\n") return false;
    at += bytes + 2;
  }
}
