import { bodyCases, withMembers, withNote, type BodyEntry } from "../../src/generate/body-cases.ts";
import { DATE, ID, date, id, user } from "../../src/generate/user-submission.ts";
import { bytes } from "../../src/template/bytes.ts";
import type { CaseDefinition } from "../../src/generate/define-suite.ts";

const named = (list: [name: string, what: string, key: string][]): BodyEntry[] =>
  list.map(([name, what, key]) => [name, `an extra key ${what}`, withMembers(`"${key}":1`)]);

const types = bodyCases("extra-value", [
  ["null", "an extra key holds null", withNote("null")],
  ["true", "an extra key holds true", withNote("true")],
  ["false", "an extra key holds false", withNote("false")],
  ["number", "an extra key holds a number", withNote("1")],
  ["fraction", "an extra key holds a number with a fraction", withNote("0.5")],
  ["huge-number", "an extra key holds 1e400", withNote("1e400")],
  ["string", "an extra key holds a string", withNote(`"text"`)],
  ["empty-string", "an extra key holds the empty string", withNote(`""`)],
  ["array", "an extra key holds an array", withNote("[1,2]")],
  ["empty-array", "an extra key holds an empty array", withNote("[]")],
  ["object", "an extra key holds an object", withNote(`{"a":1}`)],
  ["empty-object", "an extra key holds an empty object", withNote("{}")],
  [
    "user",
    "an extra key holds another object with id and date",
    withNote(bytes`{"id":${id(1)},"date":"${date(1)}"}`),
  ],
]);

const keys = bodyCases("extra-key", [
  ...named([
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
  ]),
  [
    "nfc-and-nfd",
    "two extra keys are the same letters as one and as two code points",
    withMembers(`"caf\u00e9":1,"cafe\u0301":2`),
  ],
]);

const prototype = bodyCases("prototype", [
  ...named([
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
  ]),
  ["proto-null", "an extra key is __proto__ with null", withMembers(`"__proto__":null`)],
  [
    "proto-object",
    "an extra key is __proto__ with an object",
    withMembers(`"__proto__":{"note":1}`),
  ],
  ["proto-array", "an extra key is __proto__ with an array", withMembers(`"__proto__":[]`)],
  [
    "proto-user",
    "an extra key is __proto__ with another id and date",
    withMembers(bytes`"__proto__":{"id":${id(1)},"date":"${date(1)}"}`),
  ],
  [
    "proto-only",
    "the only key is __proto__, which holds id and date",
    bytes`{"__proto__":${user()}}`,
    [
      "body",
      "id-required",
      "date-required",
      "further-fields",
      "error-conditions",
      "response-status",
    ],
  ],
  [
    "proto-date",
    "id is a member, date is a member of __proto__",
    bytes`{"id":${ID},"__proto__":{"date":"${DATE}"}}`,
    ["body", "date-required", "further-fields", "error-conditions", "response-status"],
  ],
  [
    "proto-escaped",
    "an extra key is __proto__ with its underscores escaped",
    withMembers(bytes`"\u005f\u005fproto\u005f\u005f":{"note":1}`),
  ],
  ["proto-nested", "__proto__ in an extra key's object", withNote(`{"__proto__":{"note":1}}`)],
  [
    "constructor-prototype",
    "an extra key is constructor with prototype in it",
    withMembers(`"constructor":{"prototype":{"note":1}}`),
  ],
]);

const meaning = bodyCases("extra-name", [
  ["role", "an extra key role with admin", withMembers(`"role":"admin"`)],
  ["roles", "an extra key roles with an array of admin", withMembers(`"roles":["admin"]`)],
  ["is-admin", "an extra key isAdmin with true", withMembers(`"isAdmin":true`)],
  ["name", "an extra key name", withMembers(`"name":"a"`)],
  ["email", "an extra key email", withMembers(`"email":"a@example.com"`)],
  ["password", "an extra key password", withMembers(`"password":"a"`)],
  ["token", "an extra key token", withMembers(`"token":"a"`)],
  ["type", "an extra key type", withMembers(`"type":"user"`)],
  ["version", "an extra key version", withMembers(`"version":1`)],
  ["created-at", "an extra key createdAt with a date", withMembers(bytes`"createdAt":"${DATE}"`)],
  ["user-id", "an extra key userId with the id", withMembers(bytes`"userId":${ID}`)],
  ["method", "an extra key _method with DELETE", withMembers(`"_method":"DELETE"`)],
  ["schema", "an extra key $schema", withMembers(`"$schema":"https://example.com/schema"`)],
]);

/** The stated members with further ones: their types and their names. */
export const extraCases: CaseDefinition[] = [...types, ...keys, ...prototype, ...meaning];
