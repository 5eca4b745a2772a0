import { ERRORS } from "./date-case.ts";
import type { ClauseId } from "../../src/contract/clauses.ts";
import { DATE, ID, date } from "../../src/generate/user-submission.ts";
import { bytes } from "../../src/template/bytes.ts";
import type { CaseDefinition } from "../../src/generate/define-suite.ts";
import { post } from "../../src/generate/user-submission.ts";
import type { Template } from "../../src/template/template.ts";

const bodies = (
  more: Pick<CaseDefinition, "clauses" | "family" | "valid">,
  rows: [name: string, reason: string, body: Template][],
): CaseDefinition[] =>
  rows.map(([name, reason, body]) => ({ name, reason, request: post(body), ...more }));

const missing = bodies({ clauses: ["body", "date-required", ...ERRORS], family: "missing date" }, [
  ["missing", "there is no date", bytes`{"id":${ID}}`],
  ["missing-nested", "date is one level deeper", bytes`{"id":${ID},"user":{"date":"${DATE}"}}`],
  ["missing-colon", "the key date without a value", bytes`{"id":${ID},"date"}`],
]);

const missingBoth = bodies(
  { clauses: ["body", "id-required", "date-required", ...ERRORS], family: "missing date" },
  [["missing-both", "there is neither id nor date", bytes`{}`]],
);

const SPELLINGS: [name: string, reason: string, key: string][] = [
  ["capital", "the key is Date", "Date"],
  ["upper", "the key is DATE", "DATE"],
  ["camel", "the key is daTe", "daTe"],
  ["space-after", "the key is date with a space after it", "date "],
  ["space-before", "the key is date with a space before it", " date"],
  ["underscore", "the key is _date", "_date"],
  ["datetime", "the key is datetime", "datetime"],
  ["timestamp", "the key is timestamp", "timestamp"],
  ["created-at", "the key is created_at", "created_at"],
  ["created-at-camel", "the key is createdAt", "createdAt"],
  ["time", "the key is time", "time"],
  ["dates", "the key is dates", "dates"],
  ["brackets", "the key is date[]", "date[]"],
  ["fullwidth", "the key is date in fullwidth letters", "ｄａｔｅ"],
  ["cyrillic", "the key has a Cyrillic a", "dаte"],
  ["nul-escaped", "the key is date with an escaped U+0000 after it", "date\\u0000"],
  ["bom", "the key is date with U+FEFF before it", "\ufeffdate"],
];

const ELSEWHERE: ClauseId[] = ["body", "date-required", "further-fields", ...ERRORS];

const spelled = bodies(
  { clauses: ELSEWHERE, family: "key spelling" },
  SPELLINGS.map(([name, reason, key]) => [
    `key-${name}`,
    reason,
    bytes`{"id":${ID},"${key}":"${DATE}"}`,
  ]),
);

const sameKey = bodies(
  { clauses: ["accepts", "body", "response-status"], family: "key spelling", valid: true },
  [
    [
      "key-escaped-a",
      "a JSON escape of the very same key, second letter",
      bytes`{"id":${ID},"d\u0061te":"${DATE}"}`,
    ],
    [
      "key-escaped-all",
      "the very same key, JSON escapes for all letters",
      bytes`{"id":${ID},"\u0064\u0061\u0074\u0065":"${DATE}"}`,
    ],
  ],
);

const first = bytes`"${date(0)}"`;
const second = bytes`"${date(1)}"`;

const REPEATED: [name: string, reason: string, left: Template, right: Template][] = [
  ["same", "the key date twice, same value", first, first],
  ["different", "the key date twice, different values", first, second],
  ["second-null", "the key date twice, null the second time", first, ["null"]],
  ["first-null", "the key date twice, null the first time", ["null"], first],
  ["second-number", "the key date twice, a number the second time", first, ["1715941230123"]],
  ["first-number", "the key date twice, a number the first time", ["1715941230123"], first],
  ["second-empty", "the key date twice, an empty string the second time", first, ['""']],
  ["first-empty", "the key date twice, an empty string the first time", ['""'], first],
  ["second-day", "the key date twice, a day alone the second time", first, ['"2024-05-17"']],
];

const repeated = bodies({ clauses: ["body", "date-format", ...ERRORS], family: "repeated key" }, [
  ...REPEATED.map(([name, reason, left, right]): [string, string, Template] => [
    `twice-${name}`,
    reason,
    bytes`{"id":${ID},"date":${left},"date":${right}}`,
  ]),
  [
    "twice-around-id",
    "the key date before and after id, different values",
    bytes`{"date":${first},"id":${ID},"date":${second}}`,
  ],
  [
    "twice-escaped",
    "the key date twice, the second time as a JSON escape, different values",
    bytes`{"id":${ID},"date":${first},"d\u0061te":${second}}`,
  ],
  [
    "three-times",
    "the key date three times, same value",
    bytes`{"id":${ID},"date":${first},"date":${first},"date":${first}}`,
  ],
]);

const alongside = bodies(
  { clauses: ["body", "further-fields", ...ERRORS], family: "second key like date" },
  [
    [
      "with-capital",
      "the keys date and Date",
      bytes`{"id":${ID},"date":${first},"Date":${second}}`,
    ],
    ["with-upper", "the keys date and DATE", bytes`{"id":${ID},"date":${first},"DATE":${second}}`],
    [
      "with-timestamp",
      "the keys date and timestamp",
      bytes`{"id":${ID},"date":${first},"timestamp":${second}}`,
    ],
  ],
);

/** The key date: absent, spelled otherwise, there more than once. */
export const dateKeys: CaseDefinition[] = [
  ...missing,
  ...missingBoth,
  ...spelled,
  ...sameKey,
  ...repeated,
  ...alongside,
];
