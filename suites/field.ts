import { bytes, type Template, rows } from "../src/template/index.ts";
import { distinctBy } from "../src/remember.ts";
import type { CaseDefinition, Requests, PropertyDefinition } from "../src/generate/index.ts";
import { casesOf, ERRORS, encodedValue, exampleBytes } from "../src/generate/index.ts";
import { isValidRequest, partText, suiteFor, unquoted } from "../src/generate/index.ts";
import { formStyleOf, type StatedField, probedClauses } from "../src/contract/index.ts";
import type { Arbitrary } from "fast-check";
import { kindOf } from "../src/kinds/index.ts";
import type { CaseRequest, Suite } from "../src/model/index.ts";
import { hasKey, keyCases, missingCase } from "./field/key-cases.ts";

type Row = [name: string, reason: string, request: CaseDefinition["request"]];

const hex = (letter: string): string =>
  `%${letter.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;

function parameterCases(on: Requests, field: StatedField): CaseDefinition[] {
  if (field.in === "body" || field.in === "path") return [];
  // An item of a list has no name.
  if (!on.layout.parameters.some(({ path }) => path === field.slot.path)) return [];
  const entries = field.in === "header" ? ofHeader(on, field) : ofPairs(on, field);
  const { label } = field.slot;
  const clauses = [`${field.slug}-required` as const, ...probedClauses(field)];
  // A name may be in lower case as it is.
  const plain = JSON.stringify(on.request(on.body(), { headers: [...on.layout.headers] }));
  const others = distinctBy(entries, ([, , request]) => JSON.stringify(request), [plain]);
  return [
    missingCase(
      field,
      field.in === "header" ? on.withHeader(label, null) : on.withPairs(field, []),
    ),
    ...casesOf("", others, (request) => request, { clauses, family: `name of ${label}` }),
  ];
}

/** Parts of a multipart form; a text that is the whole body has no name. */
function ofParts(on: Requests, field: StatedField): Row[] {
  const slot = on.layout.parameters.find(({ path }) => path === field.slot.path);
  if (slot === undefined || formStyleOf(on.interface) === "text") return [];
  const { name, file } = slot;
  const value = unquoted((slot.inner[0] ?? slot).valid());
  const [own, empty] = [partText(slot, value), partText(slot, [])];
  const send = (...parts: Template[]): CaseDefinition["request"] => on.withPairs(field, parts);
  const renamed = (other: string): CaseDefinition["request"] =>
    send(partText({ ...slot, name: other }, value));
  const otherwise = { name, file: file === undefined ? "application/octet-stream" : undefined };
  return rows`
  name-empty | ${name} is empty | ${send(empty)}
  name-twice | ${name} twice, same value | ${send(own, own)}
  name-twice-empty-first | ${name} twice, empty the first time | ${send(empty, own)}
  name-twice-empty-second | ${name} twice, empty the second time | ${send(own, empty)}
  name-three-times | ${name} three times, same value | ${send(own, own, own)}
  name-upper | ${name} in upper case | ${renamed(name.toUpperCase())}
  name-lower | ${name} in lower case | ${renamed(name.toLowerCase())}
  name-brackets | ${name} with brackets behind it | ${renamed(`${name}[]`)}
  name-index | ${name} with the index 0 in brackets | ${renamed(`${name}[0]`)}
  name-underscore | ${name} has an underscore before its name | ${renamed(`_${name}`)}
  as-other | ${name} is ${file === undefined ? "a file" : "a value without the name of a file"} | ${send(partText(otherwise, value))}
  type-other | ${name} is a file of text/html | ${send(partText({ name, file: "text/html" }, value))}
  with-unknown | a part that is not stated, next to ${name} | ${send(own, partText({ name: "witness" }, ["1"]))}
`;
}

function ofPairs(on: Requests, field: StatedField): Row[] {
  if (field.in === "form" && formStyleOf(on.interface) !== "pairs") return ofParts(on, field);
  const { label: it } = field.slot;
  const name = encodeURIComponent(it);
  const value = encodedValue(field.slot.inner[0] ?? field.slot);
  const own = bytes`${name}=${value}`;
  const send = (...pairs: Template[]): CaseDefinition["request"] => on.withPairs(field, pairs);
  const renamed = (other: string): CaseDefinition["request"] => send(bytes`${other}=${value}`);
  return rows`
  name-alone | ${it} without an equals sign and a value | ${send([name])}
  name-empty | ${it} is empty | ${send([`${name}=`])}
  name-twice | ${it} twice, same value | ${send(own, own)}
  name-twice-empty-first | ${it} twice, empty the first time | ${send([`${name}=`], own)}
  name-twice-empty-second | ${it} twice, empty the second time | ${send(own, [`${name}=`])}
  name-three-times | ${it} three times, same value | ${send(own, own, own)}
  name-upper | ${it} in upper case | ${renamed(name.toUpperCase())}
  name-lower | ${it} in lower case | ${renamed(name.toLowerCase())}
  name-capital | ${it} with a capital | ${renamed(name.slice(0, 1).toUpperCase() + name.slice(1))}
  name-brackets | ${it} with brackets behind it | ${renamed(`${name}[]`)}
  name-brackets-encoded | ${it} with percent-encoded brackets | ${renamed(`${name}%5B%5D`)}
  name-index | ${it} with the index 0 in brackets | ${renamed(`${name}[0]`)}
  name-key | ${it} with a key in brackets | ${renamed(`${name}[value]`)}
  name-key-ne | ${it} with the key $ne in brackets | ${renamed(`${name}[$ne]`)}
  name-encoded | the first letter of ${it} is percent-encoded | ${renamed(hex(it) + name.slice(1))}
  name-encoded-twice | ${it} is percent-encoded twice | ${renamed(`%25${hex(it).slice(1)}${name.slice(1)}`)}
  name-space-after | ${it} has a plus sign behind its name | ${renamed(`${name}+`)}
  name-nul-after | ${it} has %00 behind its name | ${renamed(`${name}%00`)}
  name-underscore | ${it} has an underscore before its name | ${renamed(`_${name}`)}
  name-semicolon | ${it} twice with a semicolon between | ${send(bytes`${own};${own}`)}
  name-equals-twice | ${it} has two equals signs | ${send(bytes`${name}==${value}`)}
  with-unknown | a parameter that is not stated, next to ${it} | ${send(own, ["witness=1"])}
  with-unnamed | a parameter without a name, next to ${it} | ${send(own, ["=1"])}
  with-nothing | an ampersand with nothing behind it, after ${it} | ${send(own, [""])}
`;
}

function ofHeader(on: Requests, { slot: { label: it } }: StatedField): Row[] {
  const [, value = ""] = on.layout.headers.find(([name]) => name === it) ?? [];
  const renamed = (name: string): CaseDefinition["request"] =>
    on.request(on.body(), {
      headers: on.layout.headers.map((own) => (own[0] === it ? [name, value] : own)),
    });
  const twice = (second: string): CaseDefinition["request"] =>
    on.request(on.body(), { headers: on.headersWith({}, [[it, second]]) });
  return rows`
  name-empty | ${it} is empty | ${on.withHeader(it, "")}
  name-twice | ${it} twice, same value | ${twice(value)}
  name-twice-empty | ${it} twice, empty the second time | ${twice("")}
  name-upper | the name ${it} in upper case | ${renamed(it.toUpperCase())}
  name-lower | the name ${it} in lower case | ${renamed(it.toLowerCase())}
  name-underscores | the name ${it} with underscores for dashes | ${renamed(it.replaceAll("-", "_"))}
  name-prefixed | the name ${it} after X- | ${renamed(`X-${it}`)}
  value-list | ${it} is its value twice with a comma between | ${on.withHeader(it, `${value}, ${value}`)}
  value-quoted | ${it} is its value in quotes | ${on.withHeader(it, `"${value}"`)}
`;
}

/** The value of a header in a request of the ordinary client, which has the stated ones where it names none. */
function writtenHeader(
  on: Requests,
  request: CaseDefinition["request"],
  name: string,
): string | undefined {
  if (request.sender !== "client") return undefined;
  const { headers = on.layout.headers } = request;
  return headers.find(([own]) => own === name)?.[1];
}

export default function fieldSuites(on: Requests): Suite[] {
  return on.layout.fields.map((field) => suiteOf(on, field));
}

function suiteOf(on: Requests, field: StatedField): Suite {
  const { slot, slug } = field;
  const kind = kindOf(slot.type);
  return suiteFor(on.interface, {
    name: on.interface.suites?.[slot.path] ?? `field-${slug}`,
    about: aboutOf(field),
    clauses: probedClauses(field),
    cases: () => {
      const values = valueCases(on, field);
      return [...values, ...keyCases(on, field), ...otherNames(on, field, values)];
    },
    properties: () => [
      {
        name: "text",
        reason:
          kind.drawn?.reason(slot.label) ??
          `a random text instead of ${slot.label}, mainly near misses`,
        clauses: probedClauses(field, kind.drawn?.probes),
        arbitrary: drawn(on, field),
      } satisfies PropertyDefinition,
    ],
  });
}

/** Other names of a parameter, except names with which the request target could also come from one of its values. */
function otherNames(on: Requests, field: StatedField, values: CaseDefinition[]): CaseDefinition[] {
  const cases = parameterCases(on, field);
  if (field.in !== "query" && field.in !== "form") return cases;
  const charactersOf = writtenBy(on, field);
  const seen = new Set([on.request(), ...values.map(({ request }) => request)].map(charactersOf));
  return cases.filter(
    ({ name, request }) => name === "missing" || !seen.has(charactersOf(request)),
  );
}

function aboutOf(field: StatedField): string {
  const { label } = field.slot;
  if (field.in === "header")
    return `values and name of the header ${label}: what one line can carry`;
  const what = hasKey(field)
    ? "values and key"
    : field.in === "query" || field.in === "form"
      ? "values and name"
      : "values";
  return `${what} of ${label}`;
}

function drawn(on: Requests, field: StatedField): Arbitrary<CaseRequest> {
  const values = kindOf(field.slot.type).arbitrary(field.slot);
  const carried =
    field.in === "header" ? values.filter((value) => on.canCarry(field, value)) : values;
  return carried.map((value) => on.withValue(field, value));
}

function valueCases(on: Requests, field: StatedField): CaseDefinition[] {
  const charactersOf = writtenBy(on, field);
  const values = kindOf(field.slot.type)
    .cases(field.slot)
    .filter(({ value }) => on.canCarry(field, value))
    .map(({ value, ...each }) => ({ ...each, request: on.withValue(field, value) }));
  const seen = new Set([charactersOf(on.request())]);
  return values.flatMap(({ probes, ...rest }): CaseDefinition[] => {
    const characters = charactersOf(rest.request);
    if (characters !== undefined && seen.has(characters)) return [];
    seen.add(characters);
    const clauses = probedClauses(field, probes);
    if (!isValidRequest(rest.request, on.interface)) return [{ ...rest, clauses }];
    const others = clauses.filter((id) => !ERRORS.includes(id));
    return [{ ...rest, clauses: ["accepts", ...others, "response-status"] }];
  });
}

/** The text of a parameter, undefined in the body: the first of values with these characters, never the stated one. */
function writtenBy(
  on: Requests,
  field: StatedField,
): (request: CaseDefinition["request"]) => string | undefined {
  if (field.in === "body") return () => undefined;
  const header = on.headerOf(field.slot);
  if (header !== undefined) return (request) => writtenHeader(on, request, header.name);
  return (request) => {
    if (request.sender !== "client") return "";
    const written = field.in === "form" ? request.body : request.path;
    return Array.isArray(written) ? exampleBytes(written, on.interface).toString("latin1") : "";
  };
}
