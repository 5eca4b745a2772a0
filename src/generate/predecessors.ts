import type { CaseRow } from "./define-suite.ts";
import { commaSeparated, kindOf, slugOf, type FieldSlot } from "../kinds/index.ts";
import { bytes, raw, times, type Template } from "../template/index.ts";
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
  return [
    ...(on.hasJson ? withOtherBody(on) : []),
    ...["GET", "DELETE"]
      .filter((each) => each !== method)
      .map((each): Predecessor => [
        each.toLowerCase(),
        `a ${each}`,
        { head: on.bodyless(each), body: [] },
      ]),
    [
      "unknown-path",
      `a ${method} to ${nowhere}`,
      stated(on.requestLine({ path: [{ target: "prefix" }, nowhere] })),
    ],
    ["unknown-method", "a FOO", stated(on.requestLine({ method: "FOO" }))],
  ];
}

function withOtherBody(on: Requests): Predecessor[] {
  const withBody = (body: Template): Predecessor[2] => ({ head: on.head(), body });
  const withHeader = (name: string, value: string | null): Predecessor[2] => ({
    head: on.head({ change: { [name]: value } }),
    body: on.body(),
  });
  const inText = (value: number): Template => on.withExtra(bytes`"${raw(value)}"`);
  return [
    ...membersOf(on).map(([name, what, body]): Predecessor => [name, what, withBody(body)]),
    ["deep", "one nested 1000 deep", withBody([times("[", 1000), times("]", 1000)])],
    ["nul-in-text", "one with a NUL byte in a string", withBody(inText(0))],
    ["not-utf8", "one with the byte 0xff in a string", withBody(inText(0xff))],
    ["256-kib", "one of 256 KiB", withBody([times(" ", KIB_256), ...on.body()])],
    ["text-plain", "one labelled text/plain", withHeader("Content-Type", "text/plain")],
    ["unlabelled", "one without Content-Type", withHeader("Content-Type", null)],
    ["said-gzip", "one that says gzip and is not", withHeader("Content-Encoding", "gzip")],
  ];
}

function membersOf(on: Requests): CaseRow<Template>[] {
  const { fields } = on;
  const last = fields.at(-1);
  return [
    ...(last === undefined
      ? []
      : [row("cut-json", "one whose JSON ends early", bytes`{${on.members({ [last.path]: [] })}`)]),
    row("no-json", "one whose body is plain words", ["no document at all"]),
    row("empty-body", "one with an empty body", []),
    row("empty-object", "one whose body is {}", ["{}"]),
    row("null-root", "one whose body is null", ["null"]),
    row("array-root", "one whose body is an array", bytes`[${on.body()}]`),
    ...fields.map((field) =>
      row(
        `without-${slugOf(field.path)}`,
        `one without ${field.label}`,
        bytes`{${without(on, field)}}`,
      ),
    ),
    ...ofNumber(on),
    ...ofQuoted(on),
    ...keyTwice(on),
    row("proto-key", "one with a __proto__ field", on.withMembers('"__proto__":{"seen":true}')),
  ];
}

const row = (name: string, what: string, body: Template): CaseRow<Template> => [name, what, body];

function ofNumber(on: Requests): CaseRow<Template>[] {
  const number = on.fields.find(({ type }) => NUMBERS.has(type.kind));
  if (number === undefined) return [];
  const { path, label, content } = number;
  const slug = slugOf(path);
  const text = on.body({ [path]: bytes`"${content()}"` });
  return [
    row(`${slug}-as-text`, `one whose ${label} is a string`, text),
    row(`${slug}-1e400`, `one whose ${label} is 1e400`, on.body({ [path]: "1e400" })),
  ];
}

function ofQuoted(on: Requests): CaseRow<Template>[] {
  const quoted = on.fields.find(({ type }) => {
    const kind = kindOf(type);
    return kind.quoted && !kind.fits(type, "yesterday");
  });
  if (quoted === undefined) return [];
  const body = on.body({ [quoted.path]: '"yesterday"' });
  return [row(`${slugOf(quoted.path)}-as-words`, `one whose ${quoted.label} is a word`, body)];
}

function keyTwice(on: Requests): CaseRow<Template>[] {
  const [first, ...others] = on.fields;
  if (first === undefined) return [];
  const members = [on.member(first), on.member(first, 2), ...others.map((each) => on.member(each))];
  return [row("key-twice", `one with ${first.label} twice`, bytes`{${commaSeparated(members)}}`)];
}

const without = (on: Requests, left: FieldSlot | undefined): Template =>
  commaSeparated(on.fields.filter((field) => field !== left).map((field) => on.member(field)));
