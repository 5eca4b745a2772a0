import type { CaseRow, BodyForms, CaseDefinition, BodyForm } from "../src/generate/index.ts";
import type { Requests, BodyEntry, BodyToken } from "../src/generate/index.ts";
import { bodyRows, casesOf, ladderRows, ERRORS, bodyCases } from "../src/generate/index.ts";
import { notations, formsOf, jsonMutation, suiteFor, exampleBytes } from "../src/generate/index.ts";
import { tokensOf } from "../src/generate/index.ts";
import { kindOf, withInner, type FieldSlot } from "../src/kinds/index.ts";
import { bytes, raw, times, type Template, rows } from "../src/template/index.ts";
import type { ClauseId } from "../src/contract/index.ts";
import type { Suite } from "../src/model/index.ts";
import { aroundCases, punctuationCases } from "./malformed-json/punctuation.ts";
import { documentCases, stringCases } from "./malformed-json/documents.ts";

const LF = "\n";

const within = (before: string, members: Template | undefined, behind: string) =>
  members && bytes`${before}${members}${behind}`;

function syntaxCases(forms: BodyForms): CaseDefinition[] {
  const { on, fields, number, noun, isObject, marked, withExtra } = forms;
  const { extraKey, bodyBytes } = on;
  const marks = (key: [string, string], quote: string, colon: string) =>
    isObject && fields.length > 0
      ? on.document({ key, text: [quote, quote], colon, comma: ", " }).slice(1, -1)
      : undefined;
  const spaced = marks(['"', '"'], '"', ": ");
  const bare = notations.members(forms, LF, (key, value, { type, content }) => {
    return bytes`${key}: ${kindOf(type).quoted ? content() : value}`;
  });
  const indented = notations.members(forms, LF, (key, value, { type, content }) => {
    return bytes`  ${key}: ${kindOf(type).quoted ? content() : value}`;
  });
  const yaml = notations.yaml(forms);
  const keys = notations.members(forms, " ", (key, _, { content }) => bytes`${key}="${content()}"`);
  const lisp = notations.members(forms, " ", (key, value) => bytes`(${key} . ${value})`);
  const edn = notations.members(forms, " ", (key, value) => bytes`:${key} ${value}`);
  const form = notations.form(forms);
  const anchored = notations.members(forms, ", ", (key, value, slot) => {
    return bytes`"${key}": ${slot === number ? "&a " : ""}${value}`;
  });
  const called = notations.members(forms, ", ", (key, value, { type }) => {
    return type.kind === "date-time" ? bytes`${key}: new Date(${value})` : bytes`${key}: ${value}`;
  });
  const contents = notations.members(forms, " ", (_key, _value, { content }) => content());
  return bodyRows(on, "syntax")`
  json5 | the body is written in JSON5 | ${within("{", marks(["", ""], "'", ": "), ",}")}
  json5-hex | the body is JSON5 with an extra number in hexadecimal | ${within("{", spaced, `, "${extraKey}": 0xFF}`)}
  json5-continued | the body is JSON5 with an extra string over two lines | ${withExtra(bytes`"a${"\\\n"}b"`)}
  javascript | the body is a JavaScript object with a call in it | ${within("({", called, "})")}
  python | the body is a Python dictionary | ${within("{", marks(["'", "'"], "'", ": "), `, '${extraKey}': None}`)}
  ruby | the body is a Ruby hash | ${within("{", marks([":", ""], '"', " => "), "}")}
  php | the body is PHP's serialised form | ${notations.php(forms)}
  hjson | the body is written in Hjson | ${within(`{${LF}`, indented, `${LF}}${LF}`)}
  yaml | the body is written in YAML | ${within("", yaml, LF)}
  yaml-document | the body is YAML with document marks | ${within(`---${LF}`, bare, `${LF}...${LF}`)}
  yaml-tag | the body is the stated one with a YAML tag before the value of ${number?.label} | ${number && on.body({ [number.path]: bytes`!!int ${number.content()}` })}
  yaml-anchor | the body is YAML with an anchor and an alias | ${number && fields.includes(number) ? within("{", anchored, `, "${extraKey}": *a}`) : undefined}
  toml | the body is written in TOML | ${within("", notations.lines(forms, " = "), LF)}
  ini | the body is written as an INI file | ${within(`[${noun}]${LF}`, notations.lines(forms, "="), LF)}
  csv | the body is written as CSV | ${notations.csv(forms)}
  xml | the body is written in XML | ${notations.xml(forms)}
  xml-declared | the body is XML with a declaration | ${fields.every(({ inner }) => inner.length === 0) ? within(`<?xml version="1.0"?>${LF}<${noun} `, keys, "/>") : undefined}
  html | the body is an HTML page | ${within("<!doctype html><title>a</title><p>", contents, "")}
  form | the body is a form's | ${form}
  query | the body is a query string | ${within("?", form, "")}
  percent-encoded | the braces and quotes of the body are percent-encoded | ${marked({ open: "%7B", close: "%7D", key: ["%22", "%22"], text: ["%22", "%22"] })}
  entities | the quotes of the body are HTML entities | ${marked({ key: ["&quot;", "&quot;"], text: ["&quot;", "&quot;"] })}
  graphql | the body is a GraphQL mutation | ${notations.graphql(forms)}
  lisp | the body is an S-expression | ${within("(", lisp, ")")}
  edn | the body is written in EDN | ${within("{", edn, "}")}
  netstring | the body is netstrings | ${notations.netstrings(forms)}
  words | the body is a sentence | ${notations.sentence(forms)}
  ruled | the body is lines of key and value with a colon | ${within("", notations.header(forms), "\r\n\r\n")}
  zeros | the body has the stated length, but only NUL bytes | ${[{ repeat: [raw(0)], times: bodyBytes }]}
  high-bytes | the body has the stated length, but only bytes 0xFF | ${[{ repeat: [raw(0xff)], times: bodyBytes }]}
  letters | the body has the stated length, but only letters | ${[times("a", bodyBytes)]}
`;
}

const probes: ClauseId[] = ["limit-size", "further-fields", ...ERRORS];
const rootProbes: ClauseId[] = ["body", "limit-size", ...ERRORS];

const depths = [
  1, 10, 31, 32, 63, 64, 65, 99, 100, 101, 127, 128, 500, 511, 512, 513, 999, 1000, 1023, 1024,
  5000, 10_000, 50_000, 100_000,
];
const rootDepths = [1, 10, 100, 1000, 10_000, 100_000];

const arrays = (depth: number): Template => [times("[", depth), times("]", depth)];
const objects = (depth: number): Template => [times(`{"a":`, depth), "0", times("}", depth)];
const both = (depth: number): Template => [times(`[{"a":`, depth / 2), "0", times("}]", depth / 2)];

const unclosed = (forms: BodyForms): CaseDefinition[] =>
  [1000, 100_000].flatMap((depth) => {
    const entries: CaseRow<Template>[] = rows`
  unclosed-arrays-${depth} | an extra key opens ${depth} arrays, none is closed | ${openExtra(forms, [times("[", depth)])}
  unclosed-objects-${depth} | an extra key opens ${depth} objects, none is closed | ${openExtra(forms, [times(`{"a":`, depth)])}
  unclosed-root-arrays-${depth} | the body is ${depth} opening brackets | ${[times("[", depth)]}
  unclosed-root-objects-${depth} | the body is ${depth} opening objects | ${[times(`{"a":`, depth)]}
  unclosed-root-closing-${depth} | the body is ${depth} closing brackets | ${[times("]", depth)]}
`;
    const more = { family: "depth-unclosed", clauses: rootProbes };
    return casesOf("", entries, (body) => forms.on.request(body), more);
  });

const openExtra = ({ on, isObject, fields, aroundMembers }: BodyForms, value: Template): BodyForm =>
  isObject
    ? aroundMembers("{", bytes`${fields.length === 0 ? "" : ","}"${on.extraKey}":${value}`)
    : undefined;

function depthCases(forms: BodyForms): CaseDefinition[] {
  const { on, withExtra } = forms;
  const held = withExtra("0") && depths;
  return [
    ...ladderRows({ clauses: probes })`
  arrays | an extra key holds arrays nested N deep | depth-arrays | nesting depth of arrays | levels | ${held} | ${(depth) => on.request(withExtra(arrays(depth)))}
  objects | an extra key holds objects nested N deep | depth-objects | nesting depth of objects | levels | ${held} | ${(depth) => on.request(withExtra(objects(depth)))}
  mixed | an extra key holds arrays and objects in turn, nested N deep | depth-mixed | nesting depth of arrays and objects in turn | levels | ${held && [100, 1000, 10_000]} | ${(depth) => on.request(withExtra(both(depth)))}
`,
    ...ladderRows({ clauses: rootProbes })`
  root-arrays | the document is arrays nested N deep | depth-root-arrays | nesting depth of arrays as the document | levels | ${rootDepths} | ${(depth) => on.request(arrays(depth))}
  root-objects | the document is objects nested N deep | depth-root-objects | nesting depth of objects as the document | levels | ${rootDepths} | ${(depth) => on.request(objects(depth))}
`,
    ...unclosed(forms),
  ];
}

export default function malformedJson(on: Requests): Suite[] {
  if (on.layout.body === undefined) return [];
  const forms = formsOf(on);
  return [
    suiteFor(on.interface, {
      name: "malformed-json",
      about: "bodies that are not JSON, nearly JSON, or JSON of another shape",
      clauses: ["body", ...ERRORS],
      cases: () =>
        [
          offsetCases,
          punctuationCases,
          aroundCases,
          stringCases,
          documentCases,
          syntaxCases,
          depthCases,
        ].flatMap((make) => make(forms)),
      properties: () => [
        {
          name: "mutation",
          reason: "the stated body with one to three of its tokens or bytes changed",
          arbitrary: jsonMutation(on),
        },
      ],
    }),
  ];
}

const errors: ClauseId[] = ["body", ...ERRORS];

/** In longer bodies not every byte is changed, but one byte of each token. */
const MOST_OFFSETS = 120;

/** A value with fixed digits: a changed number could have a leading zero, and a date's month become 0. */
function fixedValue({ type, path, content }: FieldSlot): [string, Template][] {
  if (type.kind === "date-time" && type.fraction === 3)
    return [[path, [`"2024-05-16T12:34:56.789Z"`]]];
  const isFree = type.kind === "whole-number" && Object.keys(type).toString() === "kind,fresh";
  return !isFree ? [] : [[path, ["12", { slice: content(), from: 2 }]]];
}

type Place = { from: number; what: string; clauses: ClauseId[] };

/** The parts of the body by position: the quotes of a string are separate places. */
function placesOf({ on }: BodyForms, tokens: BodyToken[]): Place[] {
  let from = 0;
  return tokens.flatMap(({ text, what, clauses, value }): Place[] => {
    const length = exampleBytes(text, on.interface).length;
    const start = from;
    from += length;
    const own = clauses as ClauseId[];
    if (value === undefined || !kindOf(value.type).quoted)
      return [{ from: start, what, clauses: own }];
    const form = own.filter((id) => !id.endsWith("-values"));
    return [
      { from: start, what: `the opening quote of ${value.label}`, clauses: form },
      { from: start + 1, what, clauses: own },
      { from: from - 1, what: `the closing quote of ${value.label}`, clauses: form },
    ];
  });
}

function offsetsOf(length: number, places: Place[]): number[] {
  if (length <= MOST_OFFSETS) return Array.from({ length }, (_, offset) => offset);
  const step = Math.ceil(places.length / MOST_OFFSETS);
  return places.filter((_, index) => index % step === 0).map(({ from }) => from);
}

/** The stated body cut, and changed by one byte, at each of its offsets. */
function offsetCases(forms: BodyForms): CaseDefinition[] {
  const { on, stated } = forms;
  const { body: root } = on.layout;
  if (root === undefined) return [];
  const over = Object.fromEntries(withInner(root).flatMap(fixedValue));
  const body = on.body(over);
  const places = placesOf(forms, tokensOf(root, over));
  const offsets = offsetsOf(on.bodyBytes, places);
  const before = (offset: number): Template => [{ slice: body, from: 0, to: offset }];
  const from = (offset: number): Template => [{ slice: body, from: offset }];

  const truncated = offsets.map((offset): BodyEntry => {
    const reason = `cut after ${offset} of ${on.bodyBytes} bytes`;
    return [`${offset}`, reason, [{ slice: stated, from: 0, to: offset }], errors];
  });
  const atEachOffset = (what: string, change: (offset: number) => Template): BodyEntry[] =>
    offsets.map((offset) => {
      const place = places.findLast((each) => each.from <= offset);
      const reason = `the byte at offset ${offset}, in ${place?.what ?? "the body"}, ${what}`;
      return [`${offset}`, reason, change(offset), [...errors, ...(place?.clauses ?? [])]];
    });
  const changes: [family: string, what: string, change: (at: number) => Template][] = [
    ["replaced", "is replaced by a tilde", (at) => [...before(at), "~", ...from(at + 1)]],
    ["deleted", "is left out", (at) => [...before(at), ...from(at + 1)]],
    ["doubled", "occurs twice", (at) => [...before(at + 1), ...from(at)]],
  ];
  return [
    ...bodyCases(on, "truncated", truncated),
    ...changes.flatMap(([family, ...change]) => bodyCases(on, family, atEachOffset(...change))),
  ];
}
