import type { CaseRow, BodyEntry, BodyForms, CaseDefinition } from "../src/generate/index.ts";
import type { Requests, BodyForm } from "../src/generate/index.ts";
import { bodyRows, ERRORS, bodyCases, writeMember, writeMembers } from "../src/generate/index.ts";
import { extraFields, formsOf, ladderRows, suiteFor, objectOf } from "../src/generate/index.ts";
import { unknownKeys } from "../src/generate/index.ts";
import type { ClauseId } from "../src/contract/index.ts";
import { slugOf, type FieldSlot, commaSeparated, kindOf, withInner } from "../src/kinds/index.ts";
import { bytes, times, type Template } from "../src/template/index.ts";
import { counted } from "../src/text/index.ts";
import type { Suite } from "../src/model/index.ts";
import { extraCases } from "./fields/extra.ts";
import { distinctBy } from "../src/remember.ts";

const texts: CaseRow<string>[] = [
  ["sql-quote", "an apostrophe", "'"],
  ["sql-or", "a piece of SQL", "' OR 1=1"],
  ["sql-comment", "a piece of SQL with a comment", "1'; --"],
  ["operator-text", "a query operator as text", `{"$gt":""}`],
  ["markup", "an HTML element", "<b>x</b>"],
  ["script", "an empty script element", "<script></script>"],
  ["entity", "an HTML entity", "&amp;"],
  ["braces", "a sum in double braces", "{{7*7}}"],
  ["dollar-braces", "a sum in braces after a dollar sign", "${7*7}"],
  ["erb", "a sum in a template tag", "<%= 7*7 %>"],
  ["format", "conversion marks of printf", "%s%n"],
  ["path", "a path that goes up", "../../etc/passwd"],
  ["percent", "percent-encoded text", "%00%0d%0a"],
  ["line-ends", "escaped line ends", "a\r\nb: c"],
  ["url", "a URL", "http://example.com/"],
  ["formula", "a spreadsheet formula", "=1+1"],
  ["shell", "a shell substitution", "$(true)"],
  ["json", "a JSON object as text", `{"id":1}`],
  ["null", "the word null", "null"],
  ["spaces", "spaces only", "   "],
];

const strings = ({ withExtra }: BodyForms): BodyEntry[] =>
  texts.map(([name, what, text]): BodyEntry => [
    name,
    `the string of an extra key is ${what}`,
    withExtra(JSON.stringify(text)),
  ]);

function operators({ on, first, last, number, date, withExtra }: BodyForms): CaseDefinition[] {
  const about = (field: FieldSlot | undefined): ClauseId[] => {
    const fields = field === undefined ? [] : [field];
    const values = [...on.fieldClauses("type", fields), ...on.fieldClauses("values", fields)];
    return [...values, ...ERRORS];
  };
  return bodyRows(on, "operator")`
  gt | an extra key holds an object with the key $gt | ${withExtra(`{"$gt":""}`)}
  ne | an extra key holds an object with the key $ne | ${withExtra(`{"$ne":null}`)}
  ${slugOf(first?.path ?? "")}-gt | ${first?.label} is an object with the key $gt | ${first && on.body({ [first.path]: `{"$gt":0}` })} | ${about(first)}
  ${slugOf(last?.path ?? "")}-ne | ${last?.label} is an object with the key $ne | ${last && on.body({ [last.path]: `{"$ne":null}` })} | ${about(last)}
  extended-number | ${number?.label} is an object with the key $numberLong | ${number && on.body({ [number.path]: bytes`{"$numberLong":"${number.content()}"}` })} | ${about(number)}
  extended-date | ${date?.label} is an object with the key $date | ${date && on.body({ [date.path]: bytes`{"$date":${date.valid()}}` })} | ${about(date)}
`;
}

function order({ on, fields, first, last, withMembers }: BodyForms): CaseDefinition[] {
  const extra = `"${on.extraKey}":1`;
  return bodyRows(on, "order")`
  extra-first | an extra key before the stated ones | ${first && bytes`{${extra},${on.members()}}`}
  extra-between | an extra key after the first one | ${last && first && bytes`{${writeMember(first)},${extra},${writeMembers(fields.slice(1))}}`}
  extra-last | an extra key after the stated ones | ${withMembers(extra)}
  extra-between-reversed | an extra key after the last one, before the others in reverse | ${last && bytes`{${writeMember(last)},${extra},${writeMembers(fields.slice(0, -1).toReversed())}}`}
  extras-around | extra keys before, between and after | ${last && first && bytes`{"a":1,${writeMember(first)},"b":2,${writeMembers(fields.slice(1))},"c":3}`}
  extra-twice | an extra key twice with the same value | ${withMembers(`${extra},${extra}`)}
  extra-twice-differing | an extra key twice with two values | ${withMembers(`${extra},"${on.extraKey}":2`)}
  extra-twice-types | an extra key twice with values of two types | ${withMembers(`${extra},"${on.extraKey}":{"a":1}`)}
  extra-twice-apart | an extra key before the stated ones and again after them | ${first && bytes`{${extra},${on.members()},"${on.extraKey}":2}`}
`;
}

const textCases = (forms: BodyForms): CaseDefinition[] => [
  ...bodyCases(forms.on, "text", strings(forms)),
  ...operators(forms),
  ...order(forms),
];

const clauses: ClauseId[] = [
  "further-fields",
  "limit-size",
  "error-conditions",
  "error-codes",
  "response-status",
];

const LENGTHS = [64, 128, 255, 256, 257, 1024, 4096, 8192, 16_384, 32_768, 65_535, 65_536];

const ladderCases = ({ on, withExtra, withMembers }: BodyForms): CaseDefinition[] =>
  ladderRows({ clauses })`
  extra-count | ${(at) => `${counted(at, "extra key")}${at === 1 ? "" : ", all different"}`} | extra-count | extra keys | keys | ${[1, 2, 10, 50, 100, 200, 500, 998, 999, 1000]} | ${(at) => on.request(withMembers(unknownKeys(at)))}
  extra-repeats | ${(at) => `the same extra key with the same value, ${counted(at, "time")}`} | extra-repeats | times the same extra key | keys | ${[1, 10, 100, 1000, 10_000, 100_000]} | ${(at) => on.request(withMembers(bytes`"k":0${times(`,"k":0`, at - 1)}`))}
  key-length | ${(at) => `an extra key of ${counted(at, "letter")}`} | key-length | length of an extra key | bytes | ${[1, 16, 63, ...LENGTHS]} | ${(at) => on.request(withMembers(bytes`"${times("k", at)}":1`))}
  string-length | ${(at) => `an extra key with a string of ${counted(at, "letter")}`} | string-length | length of an extra string | bytes | ${[0, 1, 16, ...LENGTHS]} | ${(at) => on.request(withExtra(bytes`"${times("a", at)}"`))}
  number-length | ${(at) => `an extra key with a number of ${counted(at, "digit")}`} | number-length | digits of an extra number | digits | ${[1, 16, 19, 20, 100, 308, 309, 310, 999, 1000, 1001, 4300, 4301, 10_000]} | ${(at) => on.request(withExtra(times("1", at)))}
  array-length | ${(at) => `an extra key with an array of ${counted(at, "zero")}`} | array-length | elements of an extra array | elements | ${[1, 10, 100, 1000, 10_000, 100_000]} | ${(at) => on.request(withExtra(bytes`[0${times(",0", at - 1)}]`))}
`;

export default function fields(on: Requests): Suite[] {
  if (on.layout.body?.type.kind !== "object") return [];
  const forms = formsOf(on);
  return [
    suiteFor(on.interface, {
      name: "fields",
      about: "members of the body: missing, misplaced, additional",
      clauses: ["further-fields", "behaviour", "error-conditions", "response-status"],
      cases: () =>
        [missingCases, extraCases, textCases, ladderCases].flatMap((make) => make(forms)),
      properties: () => [
        {
          name: "extra",
          reason:
            "the stated members, one or all of which may be missing, and up to five further ones in any order",
          clauses: [
            "body",
            "further-fields",
            ...on.fieldClauses("required"),
            "error-conditions",
            "response-status",
          ],
          arbitrary: extraFields(on),
        },
      ],
    }),
  ];
}

const errors: ClauseId[] = ["body", ...ERRORS];

const slugs = ({ path }: FieldSlot): string => slugOf(path);

/** Members of objects within the body; of a list, the members of its first item. */
function innerMembers(fields: readonly FieldSlot[]): [parent: FieldSlot, member: FieldSlot][] {
  const all = fields
    .flatMap(withInner)
    .filter(({ type }) => type.kind === "object")
    .flatMap((parent) => parent.inner.map((member): [FieldSlot, FieldSlot] => [parent, member]));
  return distinctBy(all, ([, member]) => slugs(member));
}

const without = (parent: readonly FieldSlot[], member: FieldSlot): Template =>
  bytes`{${writeMembers(parent.filter((each) => each !== member))}}`;

function missing({ on, fields }: BodyForms): CaseDefinition[] {
  const all = on.fieldClauses("required");
  const several = fields.length > 1 ? fields : [];
  const only = (field: FieldSlot): string =>
    fields.length === 2
      ? `the object has only ${fields.find((each) => each !== field)?.label ?? ""}`
      : `the object has no ${field.label}`;
  return bodyRows(on, "missing")`
  both | an object without members | ${["{}"]} | ${[...all, ...errors]}
  both-one-extra | an object with one other member only | ${[`{"${on.extraKey}":1}`]} | ${["further-fields", ...all, ...errors]}
  ${several.map((field): BodyEntry => [
    slugs(field),
    only(field),
    without(fields, field),
    [...on.fieldClauses("required", [field]), ...errors],
  ])}
  ${several.map((field): BodyEntry => [
    `${slugs(field)}-with-extra`,
    `another member instead of ${field.label}`,
    bytes`{${writeMembers(fields.filter((each) => each !== field))},"${on.extraKey}":1}`,
    ["further-fields", ...on.fieldClauses("required", [field]), ...errors],
  ])}
  ${innerMembers(fields).map(([parent, member]): BodyEntry => [
    slugs(member),
    `${parent.label} has no ${member.key ?? ""}`,
    on.body({ [parent.path]: without(parent.inner, member) }),
    [...on.fieldClauses("required", [member]), ...errors],
  ])}
`;
}

const all = ({ on, fields }: BodyForms, value: (field: FieldSlot) => Template): Template =>
  on.body(Object.fromEntries(fields.map((field) => [field.path, value(field)])));

const NONE: CaseRow<string>[] = [
  ["null", "null", "null"],
  ["empty-strings", "an empty string", `""`],
  ["true", "true", "true"],
  ["zero", "0", "0"],
  ["arrays", "an empty array", "[]"],
  ["objects", "an empty object", "{}"],
];

function replaced(forms: BodyForms): CaseDefinition[] {
  const { on, first, last } = forms;
  if (first === undefined) return [];
  const values = [...on.fieldClauses("type"), ...on.fieldClauses("values"), ...errors];
  const [one, other] = [first, last ?? first];
  return bodyRows(on, "values")`
  ${NONE.map(([name, what, text]): BodyEntry => [
    `both-${name}`,
    `the value of every field is ${what}`,
    all(forms, () => [text]),
    values,
  ])}
  both-in-arrays | the value of every field is in an array | ${all(forms, (field) => bytes`[${field.valid()}]`)} | ${values}
  swapped | ${one.label} has the value of ${other.label} and the other way round | ${last && on.body({ [one.path]: other.valid(), [other.path]: one.valid() })} | ${values}
  same-${slugs(one)} | ${other.label} has the value of ${one.label} | ${last && on.body({ [other.path]: one.valid() })} | ${values}
  same-${slugs(other)} | ${one.label} has the value of ${other.label} | ${last && on.body({ [one.path]: other.valid() })} | ${values}
  value-objects | the value of every field is in an object under the key value | ${all(forms, (field) => bytes`{"value":${field.valid()}}`)} | ${values}
`;
}

const graphQlTypes: Record<string, string> = { "whole-number": "Int", number: "Float" };
const graphQlType = ({ type }: FieldSlot): string =>
  graphQlTypes[type.kind] ?? (kindOf(type).quoted ? "String" : "JSON");

const under = (key: string, field: FieldSlot): Template => bytes`"${key}":${field.valid()}`;

function elsewhere({ on, fields, first, last, noun, stated }: BodyForms): CaseDefinition[] {
  if (first === undefined) return [];
  const required = on.fieldClauses("required");
  const moved: ClauseId[] = ["further-fields", ...required, ...errors];
  const keys = fields.map(({ key = "" }) => key);
  const variables = fields.map((field) => `$${field.key ?? ""}:${graphQlType(field)}`).join(",");
  const passed = keys.map((key) => `${key}:$${key}`).join(",");
  const nouns = noun.endsWith("s") ? noun : `${noun}s`;
  const rest = fields.slice(1);
  const operations = fields.map(
    (field) => bytes`{"op":"add","path":"/${field.key ?? ""}","value":${field.valid()}}`,
  );
  const movedOne = (field: FieldSlot | undefined, body: BodyForm): BodyEntry[] =>
    field === undefined || last === undefined
      ? []
      : [
          [
            `${slugs(field)}-nested`,
            `${field.label} is under the key ${noun}, the other members are at the top`,
            body,
            ["further-fields", ...on.fieldClauses("required", [field]), ...errors],
          ],
        ];
  const kept = writeMembers(fields.slice(0, -1));
  return bodyRows(on, "elsewhere")`
    data | the stated body is under the key data | ${bytes`{"data":${stated}}`} | ${moved}
    ${noun} | the stated body is under the key ${noun} | ${bytes`{"${noun}":${stated}}`} | ${moved}
    attributes | the stated body is under the key attributes | ${bytes`{"attributes":${stated}}`} | ${moved}
    json-api | the stated body is under data and attributes, with a type | ${bytes`{"data":{"type":"${noun}","attributes":${stated}}}`} | ${moved}
    json-api-id | ${first.label} is the id of a JSON:API document, a string, the other members are its attributes | ${last && bytes`{"data":{"type":"${noun}","id":"${first.content()}","attributes":{${writeMembers(rest)}}}}`} | ${moved}
    json-rpc | the stated body is the parameters of a JSON-RPC call | ${bytes`{"jsonrpc":"2.0","method":"${noun}","params":${stated},"id":${first.valid()}}`} | ${moved}
    graphql | the stated body is the variables of a GraphQL request | ${bytes`{"query":"mutation(${variables}){${noun}(${passed})}","variables":${stated}}`} | ${moved}
    ${nouns}-array | the stated body is in an array under the key ${nouns} | ${bytes`{"${nouns}":[${stated}]}`} | ${moved}
    ${movedOne(last, last && bytes`{${kept},"${noun}":{${writeMember(last)}}}`)}
    ${movedOne(first, bytes`{"${noun}":{${writeMember(first)}},${writeMembers(rest)}}`)}
    dotted | each key is preceded by ${noun} and a dot | ${objectOf(fields.map((field) => under(`${noun}.${field.key ?? ""}`, field)))} | ${moved}
    pointer | each key is preceded by a slash | ${objectOf(fields.map((field) => under(`/${field.key ?? ""}`, field)))} | ${moved}
    patch | the members are added by operations of a JSON Patch in an object | ${bytes`{"patch":[${commaSeparated(operations)}]}`} | ${moved}
  `;
}

const missingCases = (forms: BodyForms): CaseDefinition[] =>
  [missing, replaced, elsewhere].flatMap((make) => make(forms));
