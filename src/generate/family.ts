import { parsedJson } from "../text/index.ts";
import { distinctBy } from "../remember.ts";
import type { CaseRequest, Interface, RawStep } from "../model/index.ts";
import { jsonMembers, memberTokens, nesting } from "./family/json-members.ts";
import { LARGE_BODY_BYTES, sentBytes } from "./request-bytes.ts";
import { formParts, headParts } from "./family/head-parts.ts";
import { readMessage } from "./family/read-message.ts";
import { requestsOf } from "./requests.ts";
import { isUtf8 } from "node:buffer";
import { jsonTypeOf, kindOf, memberPath, type FieldType } from "../kinds/index.ts";
import { parse, type ParseError } from "jsonc-parser";

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
  return memberTokens(text);
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

const DEEP = 20;
const NUL = /(?<!\\)(?:\\\\)*\\u0000/;
const SURROGATE = /(?<!\\)(?:\\\\)*\\u[dD][89a-fA-F]/;

function bodyParts(body: Buffer, { body: type }: Interface): string[] {
  if (type === undefined) return body.length === 0 ? [] : ["a body"];
  if (body.length === 0) return ["no body"];
  if (!isUtf8(body)) return ["not UTF-8"];
  const text = body.toString("utf8");
  const depth = nesting(text);
  const deep = depth > DEEP ? ["nested deeply"] : [];
  const value = parsedJson(text);
  if (value === undefined) {
    const how = malformedHow(text, depth);
    return [how === undefined ? "malformed JSON" : `malformed JSON: ${how}`, ...deep];
  }
  const plain = text.trim();
  const another = type.kind === "object" ? anotherDocument(plain) : undefined;
  return [
    ...(another === undefined ? valueParts(type, plain) : [another]),
    ...deep,
    ...characterParts(value, text),
  ];
}

function anotherDocument(text: string): string | undefined {
  const type = jsonTypeOf(text);
  if (type === "object") return undefined;
  const named = type === "null" || type === "true or false" ? "true, false or null" : type;
  return `JSON, not an object: ${named === "text" ? "string" : named}`;
}

function characterParts(value: unknown, text: string): string[] {
  if (!text.includes("\\u")) return [];
  const alone = SURROGATE.test(text) && SURROGATE.test(JSON.stringify(value));
  return [...(NUL.test(text) ? ["NUL in a string"] : []), ...(alone ? ["lone surrogate"] : [])];
}

const OPTIONS = { disallowComments: true, allowTrailingComma: false };
/** The parser is recursive. */
const MOST_DEPTH = 500;

/** Error codes of jsonc-parser 3.3.1 in plain words (`ParseErrorCode` exists for the compiler alone). */
const WORDS: Record<number, string> = {
  1: "an invalid symbol",
  2: "an invalid number",
  3: "no key",
  4: "no value",
  5: "no colon",
  6: "no comma",
  7: "another closing bracket",
  8: "another closing bracket",
  9: "other bytes after the document",
  10: "a comment",
  12: "a control character in a string",
  13: "an invalid number",
  14: "an invalid escape",
  15: "an invalid escape",
  16: "a control character in a string",
};
const COMMENT = 10;

/** Why a text is not JSON, by the first error of a tolerant parser. */
function malformedHow(text: string, depth: number): string | undefined {
  if (text.startsWith("\ufeff")) return "a byte order mark first";
  if (text.trim() === "") return "white space only";
  if (depth > MOST_DEPTH) return undefined;
  const errors: ParseError[] = [];
  parse(text, errors, OPTIONS);
  return errors[0] && inWords(errors[0], text);
}

function inWords({ error, offset, length }: ParseError, text: string): string | undefined {
  if (error === COMMENT) return WORDS[COMMENT];
  if (offset + length >= text.length && endsEarly(error, text, offset)) return "cut short";
  const token = text.slice(offset, offset + Math.max(length, 1));
  const before = text.slice(0, offset).trimEnd();
  if (/^[}\]]/.test(token) && before.endsWith(",") && (error === 3 || error === 4))
    return "a comma before the end";
  if (token.startsWith(",") && /[,{[]$/.test(before)) return "a comma too many";
  if (isOddNumber(text.slice(offset, offset + 4), text[offset - 1] ?? ""))
    return "an invalid number";
  if (error !== 9 && parsedJson(before) !== undefined) return WORDS[9];
  return WORDS[error];
}

function endsEarly(error: number, text: string, offset: number): boolean {
  if (error === 12) return !/[\r\n]/.test(text.slice(offset));
  return offset >= text.trimEnd().length && error >= 3 && error <= 8;
}

const isOddNumber = (text: string, before: string): boolean =>
  /^[-+.]{1,2} ?\d|^-[,}\]]/.test(text) || (/[\d.]/.test(before) && /^[\d.a-z_]/i.test(text));

type ObjectType = FieldType & { kind: "object" };
type ListType = FieldType & { kind: "list" };

/** How the JSON text of a value differs from a stated one, including inner values: `items[0].sku: text`. */
function valueParts(type: FieldType, text: string, path = ""): string[] {
  const of = (what: string): string => `${path === "" ? "the body" : path}: ${what}`;
  if (type.nullable === true && text === "null") return [];
  const shape = jsonTypeOf(text);
  if (type.kind === "object" && shape !== "object") return [of(shape)];
  if (type.kind === "list" && shape !== "array") return [of(shape)];
  const deviation = kindOf(type).deviation(type, text);
  return [
    ...(deviation === undefined ? [] : [of(deviation)]),
    ...(type.kind === "object" ? memberParts(type, text, path) : []),
    ...(type.kind === "list" ? itemParts(type, text, path) : []),
  ];
}

function memberParts({ fields }: ObjectType, text: string, path: string): string[] {
  const { top, innerTwice } = jsonMembers(text);
  const names = new Set(fields.map(({ name }) => name));
  const others = top.filter(({ key }) => !names.has(key)).map(({ key }) => key);
  const twice = innerTwice || new Set(others).size < others.length;
  return [
    ...fields.flatMap(({ name, type, required }) => {
      const own = memberPath(path, name);
      const values = top.filter(({ key }) => key === name);
      if (values.length === 0) return required === false ? [] : [`${own} missing`];
      const parts = new Set(values.flatMap(({ value }) => valueParts(type, value, own)));
      return values.length > 1 ? [`${own} twice`, ...[...parts].sort()] : [...parts];
    }),
    ...(others.length > 0 ? [path === "" ? "further keys" : `${path}: further keys`] : []),
    // A duplicate key at any depth is reported once.
    ...(twice && path === "" ? ["a key twice"] : []),
  ];
}

/** A difference of several items is reported for the first. */
function itemParts({ items }: ListType, text: string, path: string): string[] {
  const all = jsonMembers(text).top.flatMap(({ value }, index) => {
    const own = `${path}[${index}]`;
    return valueParts(items, value, own).map((part) => ({ part, what: part.slice(own.length) }));
  });
  return distinctBy(all, ({ what }) => what).map(({ part }) => part);
}
