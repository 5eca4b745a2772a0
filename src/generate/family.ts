import type { CaseRequest, Interface, RawStep } from "../model/index.ts";
import { bodyParts } from "./family/body-parts.ts";
import { jsonMembers } from "./family/json-members.ts";
import { LARGE_BODY_BYTES, sentBytes } from "./request-bytes.ts";
import { formParts, headParts } from "./family/head-parts.ts";
import { readMessage } from "./family/read-message.ts";
import { requestsOf } from "./requests.ts";
import { parsedJson } from "./write-json.ts";

const AS_STATED = "as stated";

/** The difference of a request from the stated one, from its bytes, as a short phrase that shrinking must keep. */
export function familyOf(request: CaseRequest, from: Interface): string {
  const { connections, bodyBytes, large } = sentBytes(request, from);
  const [first = Buffer.alloc(0), ...others] = connections;
  const isRaw = request.sender === "wire";
  const message = readMessage(first, isRaw);
  const further = others.map((bytes) => readMessage(bytes, true).messages);
  const messages = further.reduce((sum, count) => sum + count, message.messages);
  const shown = message.body.length <= LARGE_BODY_BYTES;
  const parts = [
    ...(shown && !message.brokenChunks
      ? (formParts(message.body, from) ?? bodyParts(message.body, from))
      : []),
    ...(large || !shown ? ["large body"] : []),
    ...headParts(message, bodyBytes, from),
    ...rawParts(request, messages),
  ];
  return parts.length === 0 ? AS_STATED : parts.join(" + ");
}

function rawParts(request: CaseRequest, messages: number): string[] {
  if (request.sender === "client") return [];
  const { steps } = request;
  const has = (what: RawStep["do"]): boolean => steps.some((step) => step.do === what);
  const sends = steps.filter((step) => step.do === "send");
  const inPieces = sends.length > messages || sends.some((step) => step.pieces !== undefined);
  const paused = has("pause") || sends.some((step) => (step.pauseMs ?? 0) > 0);
  return [
    ...(messages > 1 ? ["several messages"] : []),
    ...(inPieces ? ["in pieces"] : []),
    ...(has("half-close") ? ["half-close"] : []),
    ...(has("reset") ? ["reset"] : []),
    ...(paused ? ["pause"] : []),
  ];
}

/** The fields of the body whose values differ from the stated ones, as JSON text. Undefined if it is no JSON object. */
export function fieldsApart(
  request: CaseRequest,
  from: Interface,
): Map<string, string> | undefined {
  const { body } = from;
  const own = membersOf(request, from);
  const stated = membersOf(requestsOf(from).request(), from);
  if (body?.kind !== "object" || own === undefined) return undefined;
  const names = body.fields.map(({ name }) => name);
  const apart = names.filter((name) => own.get(name) !== stated?.get(name));
  return new Map(apart.map((name) => [name, own.get(name) ?? ""]));
}

function membersOf(request: CaseRequest, from: Interface): Map<string, string> | undefined {
  const [first = Buffer.alloc(0)] = sentBytes(request, from).connections;
  const text = readMessage(first, request.sender === "wire")
    .body.toString("utf8")
    .trim();
  if (!text.startsWith("{") || parsedJson(text) === undefined) return undefined;
  return new Map(jsonMembers(text).top.map(({ key, value }) => [key, value]));
}

/** The only field of the body in which a request differs from the stated one; undefined if it differs otherwise. */
export function fieldAbout(request: CaseRequest, from: Interface): string | undefined {
  const { body } = from;
  if (body?.kind !== "object") return undefined;
  const family = familyOf(request, from);
  if (family === AS_STATED) {
    // A value of the stated type may be another one than the stated value.
    const [only, second] = fieldsApart(request, from)?.keys() ?? [];
    return second === undefined ? only : undefined;
  }
  const fields = new Set(
    family.split(" + ").map((part) => body.fields.find(({ name }) => isAbout(part, name))?.name),
  );
  const [only, second] = fields;
  return second === undefined && fields.size === 1 ? only : undefined;
}

/** Whether a part of a family is about this field, or about a value within it. */
const isAbout = (part: string, name: string): boolean =>
  part.startsWith(name) && /^(?:[.[][^ ]*)?(?:: | missing$| twice$)/.test(part.slice(name.length));
