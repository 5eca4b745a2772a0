import type { ClauseId } from "../../src/contract/clauses.ts";
import { DATE, ID, id } from "../../src/generate/user-submission.ts";
import { bytes } from "../../src/template/bytes.ts";
import type { CaseDefinition } from "../../src/generate/define-suite.ts";
import { post } from "../../src/generate/user-submission.ts";
import type { Template } from "../../src/template/template.ts";

const ERRORS: ClauseId[] = ["error-conditions", "error-codes", "error-payload", "response-status"];

const bodies = (
  more: Pick<CaseDefinition, "clauses" | "family" | "valid">,
  rows: [name: string, reason: string, body: Template][],
): CaseDefinition[] =>
  rows.map(([name, reason, body]) => ({ name, reason, request: post(body), ...more }));

const missing = bodies({ clauses: ["body", "id-required", ...ERRORS], family: "missing id" }, [
  ["missing", "there is no id", bytes`{"date":"${DATE}"}`],
  ["missing-nested", "id is one level deeper", bytes`{"user":{"id":${ID}},"date":"${DATE}"}`],
  ["missing-colon", "the key id without a value", bytes`{"id","date":"${DATE}"}`],
]);

const SPELLINGS: [name: string, reason: string, key: string][] = [
  ["upper", "the key is ID", "ID"],
  ["capital", "the key is Id", "Id"],
  ["camel", "the key is iD", "iD"],
  ["space-after", "the key is id with a space after it", "id "],
  ["space-before", "the key is id with a space before it", " id"],
  ["space-inside", "the key is id with a space inside", "i d"],
  ["underscore", "the key is _id", "_id"],
  ["user-id-camel", "the key is userId", "userId"],
  ["user-id-snake", "the key is user_id", "user_id"],
  ["dotless", "the key begins with a dotless i", "ıd"],
  ["dotted-capital", "the key begins with a dotted capital i", "İd"],
  ["fullwidth", "the key is id in fullwidth letters", "ｉｄ"],
  ["zero-width", "the key is id with a zero width space inside", "i\u200bd"],
  ["bom", "the key is id with U+FEFF before it", "\ufeffid"],
  ["nul-escaped", "the key is id with an escaped U+0000 after it", "id\\u0000"],
  ["nul-raw", "the key is id with a raw U+0000 after it", "id\u0000"],
  ["tab-escaped", "the key is id with an escaped tab after it", "id\\t"],
  ["plural", "the key is ids", "ids"],
  ["brackets", "the key is id[]", "id[]"],
  ["empty", "the key is empty", ""],
];

const spelled = SPELLINGS.map(([name, reason, key]): CaseDefinition => ({
  name: `key-${name}`,
  reason,
  clauses: ["body", "id-required", "further-fields", ...ERRORS],
  family: "key spelling",
  request: post(bytes`{"${key}":${ID},"date":"${DATE}"}`),
}));

const sameKey = bodies(
  { clauses: ["accepts", "body", "response-status"], family: "key spelling", valid: true },
  [
    [
      "key-escaped-i",
      "a JSON escape of the very same key, first letter",
      bytes`{"\u0069d":${ID},"date":"${DATE}"}`,
    ],
    [
      "key-escaped-d",
      "a JSON escape of the very same key, last letter",
      bytes`{"i\u0064":${ID},"date":"${DATE}"}`,
    ],
    [
      "key-escaped-both",
      "the very same key, JSON escapes for both letters",
      bytes`{"\u0069\u0064":${ID},"date":"${DATE}"}`,
    ],
  ],
);

const REPEATED: [name: string, reason: string, first: Template, second: Template][] = [
  ["same", "the key id twice, same value", [ID], [ID]],
  ["different", "the key id twice, different values", [id(0)], [id(1)]],
  ["second-null", "the key id twice, null the second time", [ID], ["null"]],
  ["first-null", "the key id twice, null the first time", ["null"], [ID]],
  ["second-string", "the key id twice, a string the second time", [id(0)], bytes`"${id(1)}"`],
  ["first-string", "the key id twice, a string the first time", bytes`"${id(0)}"`, [id(1)]],
  ["second-object", "the key id twice, an object the second time", [ID], ["{}"]],
  ["same-point-zero", "the key id twice, same value, .0 the second time", [ID], bytes`${ID}.0`],
];

const repeated = bodies({ clauses: ["body", "id-type", ...ERRORS], family: "repeated key" }, [
  ...REPEATED.map(([name, reason, first, second]): [string, string, Template] => [
    `twice-${name}`,
    reason,
    bytes`{"id":${first},"id":${second},"date":"${DATE}"}`,
  ]),
  [
    "twice-around-date-same",
    "the key id before and after date, same value",
    bytes`{"id":${ID},"date":"${DATE}","id":${ID}}`,
  ],
  [
    "twice-around-date-different",
    "the key id before and after date, different values",
    bytes`{"id":${id(0)},"date":"${DATE}","id":${id(1)}}`,
  ],
  [
    "twice-after-date",
    "the key id twice after date, different values",
    bytes`{"date":"${DATE}","id":${id(0)},"id":${id(1)}}`,
  ],
  [
    "three-times",
    "the key id three times, different values",
    bytes`{"id":${id(0)},"id":${id(1)},"id":${id(2)},"date":"${DATE}"}`,
  ],
  [
    "twice-escaped",
    "the key id twice, the second time as a JSON escape, different values",
    bytes`{"id":${id(0)},"\u0069d":${id(1)},"date":"${DATE}"}`,
  ],
]);

const alongside = bodies(
  { clauses: ["body", "further-fields", ...ERRORS], family: "second key like id" },
  [
    ["with-upper", "the keys id and ID", bytes`{"id":${id(0)},"ID":${id(1)},"date":"${DATE}"}`],
    [
      "with-upper-first",
      "the keys ID and id",
      bytes`{"ID":${id(0)},"id":${id(1)},"date":"${DATE}"}`,
    ],
    ["with-capital", "the keys id and Id", bytes`{"id":${id(0)},"Id":${id(1)},"date":"${DATE}"}`],
    [
      "with-underscore",
      "the keys id and _id",
      bytes`{"id":${id(0)},"_id":${id(1)},"date":"${DATE}"}`,
    ],
    [
      "with-user-id",
      "the keys id and userId",
      bytes`{"id":${id(0)},"userId":${id(1)},"date":"${DATE}"}`,
    ],
  ],
);

/** The key id: absent, spelled otherwise, there more than once. */
export const idKeys: CaseDefinition[] = [
  ...missing,
  ...spelled,
  ...sameKey,
  ...repeated,
  ...alongside,
];
