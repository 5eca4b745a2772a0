import type { Template } from "../template/template.ts";
import { DATE, ID, id, user } from "./user-submission.ts";
import { bytes, raw, times } from "../template/bytes.ts";
import { head, requestLine } from "./user-submission.ts";

/** A message that goes before the stated one: name, what it is, head and body. */
export type Predecessor = [name: string, what: string, message: { head: Template; body: Template }];

const KIB_256 = 256 * 1024;

const withBody = (body: Template) => ({ head: head(), body });
const withHeader = (name: string, value: string | null) => ({
  head: head({ change: { [name]: value } }),
  body: user(),
});
const bare = (method: string, path: Template = [{ target: "path" }]) => ({
  head: head({
    line: requestLine({ method, path }),
    change: { "Content-Type": null, "Content-Length": null },
  }),
  body: [],
});

/** Complete messages that differ from the stated one in one thing each. */
export const predecessors: readonly Predecessor[] = [
  ["cut-json", "one whose JSON ends early", withBody(bytes`{"id":${ID},"date":`)],
  ["no-json", "one whose body is plain words", withBody(["no document at all"])],
  ["empty-body", "one with an empty body", withBody([])],
  ["empty-object", "one whose body is {}", withBody(["{}"])],
  ["null-root", "one whose body is null", withBody(["null"])],
  ["array-root", "one whose body is an array", withBody(bytes`[${user()}]`)],
  ["without-id", "one without id", withBody(bytes`{"date":"${DATE}"}`)],
  ["without-date", "one without date", withBody(bytes`{"id":${ID}}`)],
  ["id-as-text", "one whose id is a string", withBody(user({ id: bytes`"${ID}"` }))],
  ["id-1e400", "one whose id is 1e400", withBody(user({ id: "1e400" }))],
  ["date-as-words", "one whose date is a word", withBody(user({ date: '"yesterday"' }))],
  ["key-twice", "one with id twice", withBody(bytes`{"id":${ID},"id":${id(2)},"date":"${DATE}"}`)],
  ["proto-key", "one with a __proto__ field", withBody(protoBody())],
  ["deep", "one nested 1000 deep", withBody([times("[", 1000), times("]", 1000)])],
  ["nul-in-text", "one with a NUL byte in a string", withBody(withByte(0))],
  ["not-utf8", "one with the byte 0xff in a string", withBody(withByte(0xff))],
  ["256-kib", "one of 256 KiB", withBody([times(" ", KIB_256), ...user()])],
  ["text-plain", "one labelled text/plain", withHeader("Content-Type", "text/plain")],
  ["unlabelled", "one without Content-Type", withHeader("Content-Type", null)],
  ["said-gzip", "one that says gzip and is not", withHeader("Content-Encoding", "gzip")],
  ["get", "a GET", bare("GET")],
  ["delete", "a DELETE", bare("DELETE")],
  ["unknown-path", "a POST to /api/nowhere", elsewhere()],
  ["unknown-method", "a FOO", { ...withBody(user()), head: head({ line: fooLine() }) }],
];

function protoBody(): Template {
  return bytes`{"id":${ID},"date":"${DATE}","__proto__":{"seen":true}}`;
}

function withByte(value: number): Template {
  return bytes`{"id":${ID},"date":"${DATE}","note":"${raw(value)}"}`;
}

function fooLine(): Template {
  return requestLine({ method: "FOO" });
}

function elsewhere() {
  const path: Template = [{ target: "prefix" }, "/api/nowhere"];
  return { head: head({ line: requestLine({ path }) }), body: user() };
}
