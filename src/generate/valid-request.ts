import { GIVEN, PROTOCOL, REDACTED, type ParameterSlot } from "../contract/index.ts";
import type { CaseRequest, ClientRequest, Interface, RawRequest } from "../model/index.ts";
import { templateBytes, clientHead, requestBytes, sendsOf } from "./request-bytes.ts";
import { exampleFilling, render } from "./render.ts";
import { readMessage } from "./family/read-message.ts";
import { layoutOf, perInterface } from "./layout.ts";
import { formText } from "./form-text.ts";
import { targetTemplate } from "./request-target.ts";
import { writeValue } from "./write-json.ts";
import type { Template } from "../template/index.ts";
import { formTexts, isBodyAgainst, isBodyAllowed, isBodyOpen } from "./valid/is-valid-target.ts";
import { isFormAgainst, isTargetAgainst, isTextAgainst, hasForm } from "./valid/is-valid-target.ts";
import { isValidForm, isValidParameter, isValidTarget } from "./valid/is-valid-target.ts";
import { parameterTexts } from "./valid/is-valid-target.ts";
import { isValidBody, readBody } from "./valid/is-valid-body.ts";

/** Sizes of head and body that every server takes, unless the stated request is larger: no interface states a limit. */
const MOST_BYTES = 8000;
const MOST_PAUSE_MS = 5;
const HEADER_LINE = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+): (\S|\S.*\S)$/;
/** One line of visible characters and inner spaces: others are read in several ways. */
const HEADER_TEXT = /^[!-~]+(?: +[!-~]+)*$/;

const PART_OF_GIVEN = /"part":"(?:scheme|credentials)"/;

type Only = { target: string; body: string };

const statedOf = perInterface((from) => {
  const layout = layoutOf(from);
  const filling = exampleFilling(from);
  const stated = requestBytes({ sender: "client", body: statedBody(from) }, filling);
  return {
    /** Values by name in lower case, Host and Connection included: only these may be sent, each once. */
    values: new Map([
      ...layout.headers.map(([name, value]): [string, string] => [name.toLowerCase(), value]),
      ["host", filling.target.host],
      ["connection", "keep-alive"],
    ]),
    parameters: new Map<string, ParameterSlot>(
      layout.parameters.flatMap((slot) =>
        slot.in === "header" ? [[slot.name.toLowerCase(), slot] as const] : [],
      ),
    ),
    /** Only its type is stated, and allowed values are not shown: the interface is not from a document. */
    isOpen: from.responses === undefined,
    /** Bytes of the largest message whose size is not in question. */
    mostBytes: Math.max(MOST_BYTES, ...stated.map(({ length }) => length)),
    /** If the document states more than is expressed: target and body of the stated request. */
    only: from.loose === undefined ? undefined : statedOnly(from),
  };
});

const statedBody = (from: Interface): Template => {
  const layout = layoutOf(from);
  return layout.body === undefined ? formText(layout) : writeValue(layout.body);
};

/**
 * Whether a request is certainly a valid one of its interface: its method, a target with stated parameters (`isValidTarget`),
 * each stated header once and no others, the stated credentials, and a body as described (`isValidBody`), in one
 * message with Content-Length, whose bytes may come in pieces. Derived from the bytes that are sent, as `familyOf` is.
 *
 * False is never an accusation: it also stands for what is not known. That is everything that RFCs leave to the server,
 * or that the interface does not express: another Accept, Content-Type or charset, a content coding, further headers,
 * chunks, pipelining, absolute-form, more than 8000 bytes, members that are not described, names that occur twice.
 * Where the document states more than is expressed, only the values of the stated request are known. `mostBytes` is another
 * bound of its size.
 */
export function isValidRequest(request: CaseRequest, from: Interface, mostBytes?: number): boolean {
  // Half of a credential is none, and looks like a whole one where its value is not known.
  if (from.given !== undefined && PART_OF_GIVEN.test(JSON.stringify(request))) return false;
  const found = messageOf(request, from, mostBytes);
  if (found === undefined) return false;
  const { isOpen, only } = statedOf(from);
  const { target, body } = found;
  if (target !== undefined && !isValidTarget(target, from, isOpen)) return false;
  const isValid = hasForm(from) ? isValidForm : isValidBody;
  if (!isValid(body, from, isOpen)) return false;
  return only === undefined || isOnly(only, target, body, from);
}

/** Whether a request certainly breaks what a document states of one parameter or of the body, and is as stated otherwise. False: not known. */
export function isRequestAgainst(
  request: CaseRequest,
  from: Interface,
  mostBytes?: number,
): boolean {
  const isAgainst = (name: string, value: string): boolean => {
    const slot = statedOf(from).parameters.get(name.toLowerCase());
    return slot !== undefined && isTextAgainst(slot, value);
  };
  const headers = request.sender === "client" ? (request.headers ?? []) : [];
  const wrong = headers.filter(([name, value]) => isAgainst(name, value));
  const rest =
    request.sender === "client" && wrong.length > 0
      ? { ...request, headers: withStated(headers, wrong, from) }
      : request;
  const found = messageOf(rest, from, mostBytes);
  if (found === undefined) return false;
  const { target, body } = found;
  if (target !== undefined && parameterTexts(target, from) === undefined) return false;
  if (target !== undefined && isTargetAgainst(target, from)) return true;
  return (
    wrong.length > 0 || (hasForm(from) ? isFormAgainst(body, from) : isBodyAgainst(body, from))
  );
}

/** Whether a request is as stated by JSON Schema alone, so that a success is no surprise. `isValidRequest` is stricter. */
export function isRequestAllowed(request: CaseRequest, from: Interface): boolean {
  const found = messageOf(request, from);
  const isStated = found?.target === undefined || isValidTarget(found.target, from, false);
  if (found === undefined || !isStated) return false;
  return hasForm(from) ? isValidForm(found.body, from, false) : isBodyAllowed(found.body, from);
}

/** Whether nothing in the document excludes a request: it may be valid. Credentials that the operation does not ask for do not count. */
export function isRequestOpen(request: CaseRequest, from: Interface, mostBytes: number): boolean {
  const found = messageOf(withoutFurther(request, from), from, mostBytes);
  if (found === undefined || hasForm(from)) return false;
  const { target, body } = found;
  return (target === undefined || isValidTarget(target, from, false)) && isBodyOpen(body, from);
}

/** The values of a valid request by their names, texts where it has no JSON; none for what is left out. */
export function valuesIn(
  request: CaseRequest,
  from: Interface,
): ReadonlyMap<string, unknown> | undefined {
  const found = messageOf(request, from);
  if (found === undefined) return undefined;
  const stated = () =>
    render(targetTemplate(layoutOf(from)), exampleFilling(from)).toString("latin1");
  const texts = [
    ...(parameterTexts(found.target ?? stated(), from) ?? []),
    ...((hasForm(from) ? formTexts(found.body, from) : undefined) ?? []),
  ].flatMap(([{ label, type }, all]): [string, unknown][] => {
    const [text] = all;
    const isNumber = type.kind === "whole-number" || type.kind === "number";
    if (text === undefined) return [];
    return [[label, all.length > 1 ? all : isNumber ? Number(text) : text]];
  });
  const json = from.body?.kind === "object" ? readBody(found.body)?.value : undefined;
  return new Map([...texts, ...Object.entries(json ?? {})]);
}

type Headers = NonNullable<ClientRequest["headers"]>;

/** The request without credentials that the operation does not have. */
function withoutFurther(request: CaseRequest, from: Interface): CaseRequest {
  if (request.sender !== "client" || request.headers === undefined) return request;
  const { values } = statedOf(from);
  const isOwn = ([name]: readonly [string, unknown]): boolean =>
    values.has(name.toLowerCase()) || !CREDENTIALS.test(name);
  return { ...request, headers: request.headers.filter(isOwn) };
}

const CREDENTIALS = /^(?:proxy-)?authorization$|^cookie$/i;

const withStated = (headers: Headers, wrong: Headers, from: Interface): Headers =>
  headers.map(([name, value], at) =>
    wrong.includes(headers[at] ?? [name, value])
      ? [name, statedOf(from).values.get(name.toLowerCase()) ?? value]
      : [name, value],
  );

/** What a request sends: undefined where the head is certainly not as stated; no target is the stated one. */
type Message = { target?: string; body: Buffer };

function messageOf(
  request: CaseRequest,
  from: Interface,
  mostBytes = statedOf(from).mostBytes,
): Message | undefined {
  const { freshBytes } = layoutOf(from);
  const sent = request.sender === "client" ? [{ head: [], body: request.body }] : sendsOf(request);
  const whole = sent.flatMap(({ head, body }) => [...head, ...body]);
  if (templateBytes(whole, freshBytes) > mostBytes) return undefined;
  return request.sender === "client" ? clientMessage(request, from) : rawMessage(request, from);
}

function clientMessage(request: ClientRequest, from: Interface): Message | undefined {
  const { method = from.method, path, headers } = request;
  const filling = exampleFilling(from);
  if (method !== from.method || (headers && !areStated(headers, from))) return undefined;
  return {
    ...(path !== undefined && { target: clientHead(request, filling).path }),
    body: render(request.body, filling),
  };
}

/** The message of steps that send one on a connection, and then read its response. */
function rawMessage(request: RawRequest, from: Interface): Message | undefined {
  const { steps } = request;
  if (steps.at(-1)?.do !== "read" || !steps.slice(0, -1).every(isPartOfSending)) return undefined;
  const [bytes = Buffer.alloc(0)] = requestBytes(request, exampleFilling(from));
  const { lines, plainEnds, ended, body } = readMessage(bytes, false);
  const [first = "", ...others] = lines;
  const [method, target = "", version, ...more] = first.split(" ");
  const headers = others.map((line) => HEADER_LINE.exec(line)?.slice(1));
  if (!plainEnds || !ended || more.length > 0) return undefined;
  if (method !== from.method || version !== PROTOCOL) return undefined;
  const lengths = headers.filter((line) => line?.[0]?.toLowerCase() === "content-length");
  const isFramed =
    from.body === undefined && !hasForm(from)
      ? lengths.length === 0
      : lengths.length === 1 && lengths[0]?.[1] === String(body.length);
  if (!isFramed) return undefined;
  const rest = headers
    .filter((line) => line === undefined || !lengths.includes(line))
    .map(([name = "", value = ""] = []): [string, string] => [name, value]);
  const hasHost = rest.some(([name]) => name.toLowerCase() === "host");
  return hasHost && areStated(rest, from) ? { target, body } : undefined;
}

/** A network also delays and splits the bytes of a message; longer pauses are waiting. */
const isPartOfSending = (step: RawRequest["steps"][number]): boolean =>
  step.do === "pause" ? step.ms <= MOST_PAUSE_MS : step.do === "send" && (step.on ?? 0) === 0;

/** Whether these are the stated headers, each once, in any order and letter case. Only optional parameters may be absent. */
function areStated(headers: readonly (readonly [string, string])[], from: Interface): boolean {
  const { values, parameters, isOpen, mostBytes } = statedOf(from);
  if (headers.reduce((sum, line) => sum + line.join(": ").length, 0) > mostBytes) return false;
  const seen = new Set<string>();
  for (const [given, value] of headers) {
    const name = given.toLowerCase();
    const stated = values.get(name);
    if (stated === undefined || seen.has(name)) return false;
    seen.add(name);
    const slot = parameters.get(name);
    if (value === stated || (stated === GIVEN && value === REDACTED)) continue;
    if (slot === undefined || stated === GIVEN) return false;
    if (!HEADER_TEXT.test(value) || !isValidHeader(slot, value, isOpen)) return false;
  }
  return [...values.keys()].every(
    (name) => seen.has(name) || CLIENTS_OWN.has(name) || parameters.get(name)?.required === false,
  );
}

const CLIENTS_OWN = new Set(["host", "connection"]);

/** A list's items have commas between them. */
const isValidHeader = (slot: ParameterSlot, value: string, isOpen: boolean): boolean =>
  isValidParameter(slot, slot.type.kind === "list" ? value.split(",") : [value], isOpen);

function statedOnly(from: Interface): Only {
  const filling = exampleFilling(from);
  return {
    target: render(targetTemplate(layoutOf(from)), filling).toString("latin1"),
    body: inOneForm(render(statedBody(from), filling), from),
  };
}

const isOnly = (only: Only, target: string | undefined, body: Buffer, from: Interface): boolean =>
  (target === undefined || target === only.target) && inOneForm(body, from) === only.body;

/** JSON without white space and escapes that do not matter. */
const inOneForm = (body: Buffer, { body: type }: Interface): string =>
  type === undefined ? body.toString("latin1") : JSON.stringify(JSON.parse(body.toString("utf8")));
