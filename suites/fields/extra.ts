import type { CaseRow, BodyEntry, BodyForms, CaseDefinition } from "../../src/generate/index.ts";
import { bodyRows, bodyCases, writeMember, writeMembers } from "../../src/generate/index.ts";
import { slugOf } from "../../src/kinds/index.ts";
import { bytes } from "../../src/template/index.ts";

const named = ({ withMember }: BodyForms, list: CaseRow<string>[]): BodyEntry[] =>
  list.map(([name, what, key]) => [name, `an extra key ${what}`, withMember(key, "1")]);

function types({ on, noun, second, withExtra }: BodyForms): CaseDefinition[] {
  return bodyCases(on, "extra-value", [
    ["null", "an extra key holds null", withExtra("null")],
    ["true", "an extra key holds true", withExtra("true")],
    ["false", "an extra key holds false", withExtra("false")],
    ["number", "an extra key holds a number", withExtra("1")],
    ["fraction", "an extra key holds a number with a fraction", withExtra("0.5")],
    ["huge-number", "an extra key holds 1e400", withExtra("1e400")],
    ["string", "an extra key holds a string", withExtra(`"text"`)],
    ["empty-string", "an extra key holds the empty string", withExtra(`""`)],
    ["array", "an extra key holds an array", withExtra("[1,2]")],
    ["empty-array", "an extra key holds an empty array", withExtra("[]")],
    ["object", "an extra key holds an object", withExtra(`{"a":1}`)],
    ["empty-object", "an extra key holds an empty object", withExtra("{}")],
    [noun, "an extra key holds another stated body", withExtra(second)],
  ]);
}

function keys(forms: BodyForms): CaseDefinition[] {
  const { on, withMembers } = forms;
  return bodyRows(on, "extra-key")`
  ${named(forms, [
    ["empty", "is the empty string", ""],
    ["space", "is a space", " "],
    ["spaces", "has spaces in it", "a b c"],
    ["dot", "is a dot", "."],
    ["dots", "has dots in it", "a.b.c"],
    ["slash", "has slashes in it", "a/b/c"],
    ["brackets", "has brackets in it", "a[0][b]"],
    ["colon", "has a colon in it", "a:b"],
    ["quote", "has an escaped quote in it", `a\\"b`],
    ["backslash", "has an escaped backslash in it", "a\\\\b"],
    ["escaped-nul", "has an escaped NUL in it", "a\\u0000b"],
    ["escaped-newline", "has an escaped line end in it", "a\\nb"],
    ["dollar-where", "is $where", "$where"],
    ["dollar-set", "is $set", "$set"],
    ["dollar-ref", "is $ref", "$ref"],
    ["at-type", "is @type", "@type"],
    ["underscore-id", "is _id", "_id"],
    ["class", "is class", "class"],
    ["digit", "is 0", "0"],
    ["digits", "is 4294967295", "4294967295"],
    ["minus-one", "is -1", "-1"],
    ["fraction", "is 1.5", "1.5"],
    ["null", "is null", "null"],
    ["undefined", "is undefined", "undefined"],
    ["nfc", "has a letter with an accent as one code point", "caf\u00e9"],
    ["nfd", "has a letter with an accent as two code points", "cafe\u0301"],
    ["emoji", "is an emoji", "\u{1f600}"],
    ["hebrew", "is in Hebrew letters", "\u05d0\u05d1\u05d2"],
    ["right-to-left", "has a right-to-left override in it", "a\u202eb"],
    ["cjk", "is in Chinese characters", "\u540d\u524d"],
    ["zero-width", "has a zero-width joiner in it", "a\u200db"],
    ["hyphen", "has a hyphen in it", "created-at"],
    ["markup", "looks like markup", "<b>"],
    ["semicolon", "has a semicolon in it", "a;b"],
  ])}
  nfc-and-nfd | two extra keys are the same letters as one and as two code points | ${withMembers(`"caf\u00e9":1,"cafe\u0301":2`)}
`;
}

function prototype(forms: BodyForms): CaseDefinition[] {
  const { on, fields, last, noun, stated, second, withExtra, withMembers } = forms;
  return bodyRows(on, "prototype")`
  ${named(forms, [
    ["proto-number", "is __proto__ with a number", "__proto__"],
    ["constructor-number", "is constructor with a number", "constructor"],
    ["prototype-number", "is prototype with a number", "prototype"],
    ["to-string", "is toString", "toString"],
    ["value-of", "is valueOf", "valueOf"],
    ["to-json", "is toJSON", "toJSON"],
    ["has-own-property", "is hasOwnProperty", "hasOwnProperty"],
    ["length", "is length", "length"],
    ["then", "is then", "then"],
    ["define-getter", "is __defineGetter__", "__defineGetter__"],
    ["python-class", "is __class__", "__class__"],
  ])}
  proto-null | an extra key is __proto__ with null | ${withMembers(`"__proto__":null`)}
  proto-object | an extra key is __proto__ with an object | ${withMembers(`"__proto__":{"note":1}`)}
  proto-array | an extra key is __proto__ with an array | ${withMembers(`"__proto__":[]`)}
  proto-${noun} | an extra key is __proto__ with another stated body | ${withMembers(bytes`"__proto__":${second}`)}
  proto-only | the only key is __proto__, which holds the stated body | ${bytes`{"__proto__":${stated}}`} | ${["body", ...on.fieldClauses("required"), "further-fields", "error-conditions", "response-status"]}
  proto-${slugOf(last?.path ?? "")} | ${last?.label} is a member of __proto__ | ${last && bytes`{${writeMembers(fields.slice(0, -1))},"__proto__":{${writeMember(last)}}}`} | ${["body", ...on.fieldClauses("required", last && [last]), "further-fields", "error-conditions", "response-status"]}
  proto-escaped | an extra key is __proto__ with its underscores escaped | ${withMembers(bytes`"\u005f\u005fproto\u005f\u005f":{"note":1}`)}
  proto-nested | __proto__ in an extra key's object | ${withExtra(`{"__proto__":{"note":1}}`)}
  constructor-prototype | an extra key is constructor with prototype in it | ${withMembers(`"constructor":{"prototype":{"note":1}}`)}
`;
}

function meaning({ on, first, date, noun, withMember }: BodyForms): CaseDefinition[] {
  return bodyRows(on, "extra-name")`
  role | an extra key role with admin | ${withMember("role", `"admin"`)}
  roles | an extra key roles with an array of admin | ${withMember("roles", `["admin"]`)}
  is-admin | an extra key isAdmin with true | ${withMember("isAdmin", `true`)}
  name | an extra key name | ${withMember("name", `"a"`)}
  email | an extra key email | ${withMember("email", `"a@example.com"`)}
  password | an extra key password | ${withMember("password", `"a"`)}
  token | an extra key token | ${withMember("token", `"a"`)}
  type | an extra key type | ${withMember("type", `"${noun}"`)}
  version | an extra key version | ${withMember("version", `1`)}
  created-at | an extra key createdAt with a date | ${withMember("createdAt", date?.valid() ?? `"2024-05-17T10:20:30.250Z"`)}
  ${noun}-id | an extra key ${noun}Id with the value of ${first?.label} | ${first && withMember(`${noun}Id`, first.valid())}
  method | an extra key _method with DELETE | ${withMember("_method", `"DELETE"`)}
  schema | an extra key $schema | ${withMember("$schema", `"https://example.com/schema"`)}
`;
}

export const extraCases = (forms: BodyForms): CaseDefinition[] =>
  [types, keys, prototype, meaning].flatMap((make) => make(forms));
