import { isUtf8 } from "node:buffer";
import { dateKind } from "./date-parts.ts";
import { jsonMembers, nesting, type Member } from "./json-members.ts";
import { malformedHow } from "./malformed-how.ts";

const DEEP = 20;
const NUL = /(?<!\\)(?:\\\\)*\\u0000/;
const SURROGATE = /(?<!\\)(?:\\\\)*\\u[dD][89a-fA-F]/;

/** How a body differs from the stated one: a JSON object with a plain id, a stated date, and no more. */
export function bodyParts(body: Buffer): string[] {
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
  return [...valueParts(value, text), ...deep, ...characterParts(value, text)];
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

function valueParts(value: unknown, text: string): string[] {
  if (Array.isArray(value)) return ["JSON, not an object: array"];
  if (typeof value === "object" && value !== null) return objectParts(text);
  const simple = typeof value === "string" || typeof value === "number";
  return [`JSON, not an object: ${simple ? typeof value : "true, false or null"}`];
}

function objectParts(text: string): string[] {
  const { top, innerTwice } = jsonMembers(text);
  const others = top.filter(({ key }) => key !== "id" && key !== "date").map(({ key }) => key);
  const twice = innerTwice || new Set(others).size < others.length;
  return [
    ...fieldParts(top, "id", idKind),
    ...fieldParts(top, "date", dateKind),
    ...(others.length > 0 ? ["further keys"] : []),
    ...(twice ? ["a key twice"] : []),
  ];
}

function fieldParts(
  members: Member[],
  name: string,
  kindOf: (text: string) => string | undefined,
): string[] {
  const values = members.filter(({ key }) => key === name).map(({ value }) => value);
  if (values.length === 0) return [`${name} missing`];
  const kinds = new Set(values.map(kindOf).filter((kind) => kind !== undefined));
  const deviations = [...kinds].sort().map((kind) => `${name}: ${kind}`);
  return values.length > 1 ? [`${name} twice`, ...deviations] : deviations;
}

function characterParts(value: unknown, text: string): string[] {
  if (!text.includes("\\u")) return [];
  const alone = SURROGATE.test(text) && SURROGATE.test(JSON.stringify(value));
  return [...(NUL.test(text) ? ["NUL in a string"] : []), ...(alone ? ["lone surrogate"] : [])];
}

/** How the JSON text of an id differs from a plain whole number up to 2^53-1; undefined where it does not. */
function idKind(text: string): string | undefined {
  const letter = text[0] ?? "";
  const other = OTHER[letter];
  if (other !== undefined) return other;
  const value = Number(text);
  if (!Number.isFinite(value)) return "too large for a double";
  if (/e/i.test(text)) return "exponent";
  if (text.includes(".")) return "fraction";
  if (letter === "-") return "negative";
  return value > Number.MAX_SAFE_INTEGER ? "beyond 2^53" : undefined;
}

const OTHER: Record<string, string> = {
  '"': "text",
  "{": "object",
  "[": "array",
  n: "null",
  t: "true or false",
  f: "true or false",
};
