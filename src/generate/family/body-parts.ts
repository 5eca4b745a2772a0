import { isUtf8 } from "node:buffer";
import { jsonTypeOf } from "../../kinds/index.ts";
import type { Interface } from "../../model/index.ts";
import { malformedHow } from "./malformed-how.ts";
import { nesting } from "./json-members.ts";
import { valueParts } from "./value-parts.ts";

const DEEP = 20;
const NUL = /(?<!\\)(?:\\\\)*\\u0000/;
const SURROGATE = /(?<!\\)(?:\\\\)*\\u[dD][89a-fA-F]/;

/** How a body differs from the stated one: the words come from the kinds of its values. */
export function bodyParts(body: Buffer, { body: type }: Interface): string[] {
  if (type === undefined) return body.length === 0 ? [] : ["a body"];
  if (body.length === 0) return ["no body"];
  if (!isUtf8(body)) return ["not UTF-8"];
  const text = body.toString("utf8");
  const depth = nesting(text);
  const deep = depth > DEEP ? ["nested deeply"] : [];
  const value = parsed(text);
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

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

function characterParts(value: unknown, text: string): string[] {
  if (!text.includes("\\u")) return [];
  const alone = SURROGATE.test(text) && SURROGATE.test(JSON.stringify(value));
  return [...(NUL.test(text) ? ["NUL in a string"] : []), ...(alone ? ["lone surrogate"] : [])];
}
