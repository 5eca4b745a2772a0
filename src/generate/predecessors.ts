import { rows, bytes, raw, times, type Template } from "../template/index.ts";
import type { CaseRow } from "./define-suite.ts";
import { commaSeparated, kindOf, slugOf, type FieldSlot } from "../kinds/index.ts";
import type { Requests } from "./requests.ts";

export type Predecessor = CaseRow<{ head: Template; body: Template }>;

const KIB_256 = 256 * 1024;
const NUMBERS = new Set(["whole-number", "number"]);

/** A path other than the interface's: nothing is stated about it. */
export function pathNowhere(on: Requests): string {
  const [fixed = ""] = on.interface.path.split("/{");
  return `${fixed.slice(0, Math.max(0, fixed.lastIndexOf("/")))}/nowhere`;
}

export function predecessorsOf(on: Requests): Predecessor[] {
  const { method } = on.interface;
  const nowhere = pathNowhere(on);
  const stated = (line: Template): Predecessor[2] => ({ head: on.head({ line }), body: on.body() });
  const bare = (each: string) =>
    each === method ? undefined : { head: on.bodyless(each), body: [] };
  return rows`
  ${on.hasJson ? withOtherBody(on) : []}
  get | a GET | ${bare("GET")}
  delete | a DELETE | ${bare("DELETE")}
  unknown-path | a ${method} to ${nowhere} | ${stated(on.requestLine({ path: [{ target: "prefix" }, nowhere] }))}
  unknown-method | a FOO | ${stated(on.requestLine({ method: "FOO" }))}
`;
}

function withOtherBody(on: Requests): Predecessor[] {
  const withBody = (body: Template): Predecessor[2] => ({ head: on.head(), body });
  const withHeader = (name: string, value: string | null): Predecessor[2] => ({
    head: on.head({ change: { [name]: value } }),
    body: on.body(),
  });
  const inText = (value: number): Template => on.withExtra(bytes`"${raw(value)}"`);
  return rows`
  ${membersOf(on).map(([name, what, body]): Predecessor => [name, what, withBody(body)])}
  deep | one nested 1000 deep | ${withBody([times("[", 1000), times("]", 1000)])}
  nul-in-text | one with a NUL byte in a string | ${withBody(inText(0))}
  not-utf8 | one with the byte 0xff in a string | ${withBody(inText(0xff))}
  256-kib | one of 256 KiB | ${withBody([times(" ", KIB_256), ...on.body()])}
  text-plain | one labelled text/plain | ${withHeader("Content-Type", "text/plain")}
  unlabelled | one without Content-Type | ${withHeader("Content-Type", null)}
  said-gzip | one that says gzip and is not | ${withHeader("Content-Encoding", "gzip")}
`;
}

function membersOf(on: Requests): CaseRow<Template>[] {
  const { fields } = on;
  const [first, ...others] = fields;
  const last = fields.at(-1);
  const number = fields.find(({ type }) => NUMBERS.has(type.kind));
  const slug = slugOf(number?.path ?? "");
  const quoted = fields.find(
    ({ type }) => kindOf(type).quoted && !kindOf(type).fits(type, "yesterday"),
  );
  const rest = others.map((each) => on.member(each));
  return rows`
  cut-json | one whose JSON ends early | ${last && bytes`{${on.members({ [last.path]: [] })}`}
  no-json | one whose body is plain words | ${["no document at all"]}
  empty-body | one with an empty body | ${[]}
  empty-object | one whose body is {} | ${["{}"]}
  null-root | one whose body is null | ${["null"]}
  array-root | one whose body is an array | ${bytes`[${on.body()}]`}
  ${fields.map((field): CaseRow<Template> => [`without-${slugOf(field.path)}`, `one without ${field.label}`, bytes`{${without(on, field)}}`])}
  ${slug}-as-text | one whose ${number?.label} is a string | ${number && on.body({ [number.path]: bytes`"${number.content()}"` })}
  ${slug}-1e400 | one whose ${number?.label} is 1e400 | ${number && on.body({ [number.path]: "1e400" })}
  ${slugOf(quoted?.path ?? "")}-as-words | one whose ${quoted?.label} is a word | ${quoted && on.body({ [quoted.path]: '"yesterday"' })}
  key-twice | one with ${first?.label} twice | ${first && bytes`{${commaSeparated([on.member(first), on.member(first, 2), ...rest])}}`}
  proto-key | one with a __proto__ field | ${on.withMembers('"__proto__":{"seen":true}')}
`;
}

const without = (on: Requests, left: FieldSlot | undefined): Template =>
  commaSeparated(on.fields.filter((field) => field !== left).map((field) => on.member(field)));
