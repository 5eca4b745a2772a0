import type { ClauseId } from "../../src/contract/clauses.ts";
import { bodyCases } from "../../src/generate/body-cases.ts";
import { DATE, ID, user } from "../../src/generate/user-submission.ts";
import { bytes } from "../../src/template/bytes.ts";
import type { CaseDefinition } from "../../src/generate/define-suite.ts";

const errors: ClauseId[] = [
  "body",
  "error-conditions",
  "error-codes",
  "error-payload",
  "response-status",
];
const both: ClauseId[] = ["id-required", "date-required", ...errors];
const moved: ClauseId[] = ["further-fields", ...both];
const values: ClauseId[] = ["id-type", "date-format", "id-values", "date-values", ...errors];

const missing = bodyCases("missing", [
  ["both", "an object without members", ["{}"], both],
  ["both-one-extra", "an object with one other member only", [`{"note":1}`], moved],
  ["id", "the object has only date", bytes`{"date":"${DATE}"}`, ["id-required", ...errors]],
  ["date", "the object has only id", bytes`{"id":${ID}}`, ["date-required", ...errors]],
  [
    "id-with-extra",
    "date and another member, no id",
    bytes`{"date":"${DATE}","note":1}`,
    ["further-fields", "id-required", ...errors],
  ],
  [
    "date-with-extra",
    "id and another member, no date",
    bytes`{"id":${ID},"note":1}`,
    ["further-fields", "date-required", ...errors],
  ],
]);

const replaced = bodyCases("values", [
  ["both-null", "id and date are null", user({ id: "null", date: "null" }), values],
  ["both-empty-strings", "id and date are empty strings", user({ id: `""`, date: `""` }), values],
  ["both-true", "id and date are true", user({ id: "true", date: "true" }), values],
  ["both-zero", "id and date are 0", user({ id: "0", date: "0" }), values],
  ["both-arrays", "id and date are empty arrays", user({ id: "[]", date: "[]" }), values],
  ["both-objects", "id and date are empty objects", user({ id: "{}", date: "{}" }), values],
  [
    "both-in-arrays",
    "id and date are each in an array",
    user({ id: bytes`[${ID}]`, date: bytes`["${DATE}"]` }),
    values,
  ],
  [
    "swapped",
    "id has the date and date has the id",
    user({ id: bytes`"${DATE}"`, date: ID }),
    values,
  ],
  ["same-id", "id and date have the same number", user({ date: ID }), values],
  ["same-date", "id and date have the same date", user({ id: bytes`"${DATE}"` }), values],
  [
    "value-objects",
    "id and date are each in an object under the key value",
    user({ id: bytes`{"value":${ID}}`, date: bytes`{"value":"${DATE}"}` }),
    values,
  ],
]);

const elsewhere = bodyCases("elsewhere", [
  ["data", "id and date are under the key data", bytes`{"data":${user()}}`, moved],
  ["user", "id and date are under the key user", bytes`{"user":${user()}}`, moved],
  [
    "attributes",
    "id and date are under the key attributes",
    bytes`{"attributes":${user()}}`,
    moved,
  ],
  [
    "json-api",
    "id and date are under data and attributes, with a type",
    bytes`{"data":{"type":"user","attributes":${user()}}}`,
    moved,
  ],
  [
    "json-api-id",
    "id is a string under data, date under data and attributes",
    bytes`{"data":{"type":"user","id":"${ID}","attributes":{"date":"${DATE}"}}}`,
    moved,
  ],
  [
    "json-rpc",
    "id and date are the parameters of a JSON-RPC call",
    bytes`{"jsonrpc":"2.0","method":"user","params":${user()},"id":${ID}}`,
    moved,
  ],
  [
    "graphql",
    "id and date are the variables of a GraphQL request",
    bytes`{"query":"mutation($id:Int,$date:String){user(id:$id,date:$date)}","variables":${user()}}`,
    moved,
  ],
  [
    "users-array",
    "id and date are in an array under the key users",
    bytes`{"users":[${user()}]}`,
    moved,
  ],
  [
    "date-nested",
    "id is at the top, date under the key user",
    bytes`{"id":${ID},"user":{"date":"${DATE}"}}`,
    ["further-fields", "date-required", ...errors],
  ],
  [
    "id-nested",
    "date is at the top, id under the key user",
    bytes`{"user":{"id":${ID}},"date":"${DATE}"}`,
    ["further-fields", "id-required", ...errors],
  ],
  [
    "dotted",
    "the keys are user.id and user.date",
    bytes`{"user.id":${ID},"user.date":"${DATE}"}`,
    moved,
  ],
  ["pointer", "the keys are /id and /date", bytes`{"/id":${ID},"/date":"${DATE}"}`, moved],
  [
    "patch",
    "id and date are added by two operations of a JSON Patch in an object",
    bytes`{"patch":[{"op":"add","path":"/id","value":${ID}},{"op":"add","path":"/date","value":"${DATE}"}]}`,
    moved,
  ],
]);

/** Objects without the stated members, with other values in them, or with them elsewhere. */
export const missingCases: CaseDefinition[] = [...missing, ...replaced, ...elsewhere];
