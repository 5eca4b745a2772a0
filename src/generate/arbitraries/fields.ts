import fc from "fast-check";
import type { CaseRequest } from "../../model/request.ts";
import type { Template } from "../../template/template.ts";
import { DATE, ID } from "../user-submission.ts";
import { bytes } from "../../template/bytes.ts";
import { post } from "../user-submission.ts";

const MOST_EXTRAS = 5;

const oddNames = [
  "note",
  "",
  " ",
  "a.b",
  "a/b",
  "a[0]",
  "$where",
  "$ref",
  "0",
  "-1",
  "null",
  "_id",
  "user",
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "toJSON",
  "hasOwnProperty",
  "length",
  "\u0000",
  "\n",
  '"',
  "\\",
  "caf\u00e9",
  "cafe\u0301",
  "\u{1f600}",
  "\u202e",
  "\ufeff",
] as const;

const oddValues = [
  "null",
  "1e400",
  "-0",
  "0.1",
  "9007199254740993",
  `""`,
  "[]",
  "{}",
  `{"id":0}`,
  `{"__proto__":{}}`,
  `{"$gt":""}`,
  `"\\u0000"`,
  `"\\ud800"`,
  `"' OR 1=1"`,
  `"<b>x</b>"`,
] as const;

const key = fc
  .oneof(fc.constantFrom(...oddNames), fc.string({ unit: "grapheme", maxLength: 8 }))
  .map((text) => JSON.stringify(text));

const value = fc.oneof(fc.constantFrom(...oddValues), fc.json({ maxDepth: 2 }));

/** Members are sorted by it: any order comes about, and all zeros is the order of the list. */
const rank = fc.nat({ max: 9 });

const extra = fc
  .tuple(key, value, rank)
  .map(([name, text, place]) => ({ member: [`${name}:${text}`] as Template, place }));

/** Id, date and up to five further members in any order; id, date or both may be left out. */
export const extraFields: fc.Arbitrary<CaseRequest> = fc
  .record({
    left: fc.constantFrom("both", "both", "both", "id", "date", "neither"),
    idPlace: rank,
    datePlace: rank,
    extras: fc.array(extra, { maxLength: MOST_EXTRAS }),
  })
  .map(({ left, idPlace, datePlace, extras }) => {
    const members = [
      ...(left === "both" || left === "id" ? [{ member: bytes`"id":${ID}`, place: idPlace }] : []),
      ...(left === "both" || left === "date"
        ? [{ member: bytes`"date":"${DATE}"`, place: datePlace }]
        : []),
      ...extras,
    ].toSorted((one, other) => one.place - other.place);
    const joined = members.flatMap(({ member }, index) =>
      index === 0 ? member : [",", ...member],
    );
    return post(["{", ...joined, "}"]);
  });
