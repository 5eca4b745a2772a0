import { bodyRows } from "../../src/generate/index.ts";
import type { CaseRow } from "../../src/generate/index.ts";
import { bytes, type Template } from "../../src/template/index.ts";
import { distinctBy } from "../../src/remember.ts";
import type { BodyEntry, BodyForm, BodyForms, CaseDefinition } from "../../src/generate/index.ts";
import { ERRORS, objectOf, writeMember, writeMembers } from "../../src/generate/index.ts";
import type { ClauseId } from "../../src/contract/index.ts";
import type { FieldSlot } from "../../src/kinds/index.ts";
import { commaSeparated, kindOf, slugOf, withInner } from "../../src/kinds/index.ts";

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

function elsewhere(forms: BodyForms): CaseDefinition[] {
  const { on, fields, first, last, noun, stated } = forms;
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

export const missingCases = (forms: BodyForms): CaseDefinition[] =>
  [missing, replaced, elsewhere].flatMap((make) => make(forms));
