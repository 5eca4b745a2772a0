import type { RunFold } from "../analyse/index.ts";
import { interfaceOf } from "../contract/index.ts";
import { fieldsApart, sentBytes } from "../generate/index.ts";

/** The families of built-in cases in words, where the name alone does not say what its cases have in common. */
export const FAMILY_WORDS: Record<string, string> = {
  "about-body": "headers about the body",
  "after-other": "after another kind of request",
  "array-length": "long arrays",
  "at-once": "requests at the same time",
  authorization: "Authorization header",
  "before-creation": "another method before it is created",
  burst: "many requests at the same time",
  "bytes-in-name": "other bytes in a header name",
  "bytes-in-value": "other bytes in a header value",
  charset: "charset of the content type",
  "chunk-extension-size": "long chunk extensions",
  "connection-option": "Connection header",
  "depth-mixed": "nested arrays and objects",
  "depth-unclosed": "nesting that is not closed",
  "empty-lines": "empty lines before the request",
  expect: "Expect header",
  "expect-later": "Expect header, and a later body",
  "extra-array": "long array in an extra key",
  "extra-count": "many extra keys",
  "extra-repeats": "an extra key many times",
  "extra-string": "long string in an extra key",
  given: "headers given by the user",
  "half-close": "connection half closed by the client",
  "http-1.0": "HTTP/1.0",
  "key-length": "long keys",
  leftover: "bytes after the body",
  "length-and-chunked": "Content-Length and chunked",
  "length-given": "other Content-Length",
  "length-spelling": "spelling of Content-Length",
  lifecycle: "created, changed and created again",
  lines: "Content-Type on two lines",
  "long-token": "long Authorization token",
  "many-folds": "many folded header lines",
  "many-parameters": "many query parameters",
  "many-segments": "many path segments",
  "method-length": "long method",
  "method-override": "method override headers",
  "method-spelling": "spelling of the method",
  "method-with-body": "other methods with a body",
  "method-without-body": "other methods without a body",
  "name-letters": "letters of header names",
  "number-length": "long numbers",
  "one-header": "long header",
  "one-name": "long header name",
  "other-credential": "other credentials",
  "other-path": "other paths",
  "other-path-by-get": "GET of other paths",
  pages: "parameters for pages",
  "parameter-length": "long Content-Type parameter",
  pieces: "sent in pieces",
  pipelined: "pipelined requests",
  "pipelined-middle": "another request in the middle of a pipeline",
  "pipelined-other": "pipelined with another kind of request",
  reset: "connection reset by the client",
  sequence: "requests one after the other on one connection",
  "sequence-other": "another kind of request before it on the connection",
  "silent-connections": "silent connections before the request",
  "space-after": "space after the body",
  "space-before": "space before the body",
  "space-inside": "space inside the body",
  "string-length": "long strings",
  "trailer-size": "long trailers",
  "transfer-encoding": "Transfer-Encoding header",
  "transfer-encoding-line": "spelling of Transfer-Encoding",
  "version-field": "version in the body",
  "version-in-target": "version in the path or query",
  "version-media": "version in the media type",
};

const familyWords = (family: string): string => FAMILY_WORDS[family] ?? family.replaceAll("-", " ");

const LONGEST_VALUE = 40;
const MOST_VALUES = 2;
const LEAST_BEGINNING = 8;

/** Ways to write a value that a server accepts or refuses as a whole. */
const FORMS: [words: string, form: RegExp][] = [
  ["with an offset", /\dT.*[+-]\d\d(:?\d\d){0,2}"$/i],
  ["without Z or an offset", /^"\d{4}-.*T[\d:.,]+"$/],
  ["a number in a string", /^"-?\d+(\.\d+)?"$/],
];
const LEAST_OF_FORM = 3;

/** What the values of a field have in common in at least three cases: `with an offset`. */
export function commonForm(
  { cases, header }: RunFold,
  field: string,
  ids: readonly string[],
): string | undefined {
  if (ids.length < LEAST_OF_FORM) return undefined;
  const from = interfaceOf(header ?? {});
  const values = new Set<string>();
  let forms = FORMS;
  for (const id of ids) {
    const request = cases.get(id)?.case.request;
    const text = (request && fieldsApart(request, from)?.get(field)) ?? "";
    const value = text.startsWith('"') ? JSON.stringify(JSON.parse(text)) : text;
    forms = forms.filter(([, form]) => form.test(value));
    if (forms.length === 0) return undefined;
    values.add(value);
  }
  return values.size > MOST_VALUES ? forms[0]?.[0] : undefined;
}

/** The field's value in all of these cases, its few values, or what they begin with: `0`; `"1970-01-01T00…"`. */
export function commonValue(
  { cases, header }: RunFold,
  field: string,
  ids: readonly string[],
): string | undefined {
  const values = new Set<string>();
  for (const id of ids) {
    const request = cases.get(id)?.case.request;
    const text = request && fieldsApart(request, interfaceOf(header ?? {}))?.get(field);
    // A value that is made from a fresh one is not in the template.
    const literal = text && JSON.stringify(text.replaceAll(/^"|"$/g, "")).slice(1, -1);
    if (!text || !literal || !JSON.stringify(request).includes(literal)) return undefined;
    if (text.length > LONGEST_VALUE || /^[[{]/.test(text)) return undefined;
    const number = /^-?\d/.test(text) ? Number(text) + 0 : undefined;
    values.add(Number.isSafeInteger(number) ? String(number) : text);
  }
  if (values.size <= MOST_VALUES) return [...values].toSorted().join(" and ") || undefined;
  const [first = "", ...others] = values;
  let begin = first;
  while (others.some((each) => !each.startsWith(begin))) begin = begin.slice(0, -1);
  return begin.length >= LEAST_BEGINNING ? `${begin}…"` : undefined;
}

/** The method of all of these cases, if it is not the stated one. */
export function commonMethod(
  { cases, header }: RunFold,
  ids: readonly string[],
): string | undefined {
  const from = interfaceOf(header ?? {});
  const methodOf = (id: string): string | undefined => {
    const request = cases.get(id)?.case.request;
    const [bytes] = request === undefined ? [] : sentBytes(request, from).connections;
    return /^[A-Z]+(?= )/.exec(bytes?.subarray(0, LONGEST_VALUE).toString("latin1") ?? "")?.[0];
  };
  const [first = "", ...others] = ids;
  const method = methodOf(first);
  if (method === undefined || method === from.method) return undefined;
  return others.every((id) => methodOf(id) === method) ? method : undefined;
}

/** What several cases have in common, in the words of their suite: `key spelling`. */
export function commonFamily(
  { cases }: RunFold,
  [first = "", ...others]: string[],
): string | undefined {
  const family = cases.get(first)?.case.family;
  const isCommon = others.every((id) => cases.get(id)?.case.family === family);
  return isCommon && others.length > 0 && family !== undefined ? familyWords(family) : undefined;
}
