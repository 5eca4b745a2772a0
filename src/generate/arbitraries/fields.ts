import fc from "fast-check";
import { commaSeparated, lazily } from "../../kinds/index.ts";
import type { CaseRequest } from "../../model/index.ts";
import { bytes, type Template } from "../../template/index.ts";
import type { Requests } from "../requests.ts";
import { writeMember } from "../write-json.ts";

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

/** Stands for an object with the key of the first field. */
const OWN_KEY = "{key}";

const oddValues = [
  "null",
  "1e400",
  "-0",
  "0.1",
  "9007199254740993",
  `""`,
  "[]",
  "{}",
  OWN_KEY,
  `{"__proto__":{}}`,
  `{"$gt":""}`,
  `"\\u0000"`,
  `"\\ud800"`,
  `"' OR 1=1"`,
  `"<b>x</b>"`,
] as const;

/** Sort key of members: any order is possible, and all zeros is the order of the list. */
const rank = fc.nat({ max: 9 });

/** Further members whose names no field has. */
function extraMembers({ fields }: Requests) {
  const taken = new Set(fields.map(({ key }) => key));
  const [first] = fields;
  const values = oddValues.map((text) => (text === OWN_KEY ? `{"${first?.key ?? "a"}":0}` : text));
  const key = fc
    .oneof(
      fc.constantFrom(...oddNames.filter((name) => !taken.has(name))),
      fc.string({ unit: "grapheme", maxLength: 8 }),
    )
    .map((text) => JSON.stringify(text));
  const value = fc.oneof(fc.constantFrom(...values), fc.json({ maxDepth: 2 }));
  const extra = fc
    .tuple(key, value, rank)
    .map(([name, text, place]) => ({ member: [`${name}:${text}`] as Template, place }));
  return fc.array(extra, { maxLength: MOST_EXTRAS });
}

/** The stated members and up to five further ones in any order; one or all of the stated ones may be missing. */
export const extraFields = (on: Requests): fc.Arbitrary<CaseRequest> => lazily(() => membersOf(on));

function membersOf(on: Requests): fc.Arbitrary<CaseRequest> {
  const { fields } = on;
  const all = fields.map((_, index) => index);
  const allButOne = all.toReversed().map((out) => all.filter((index) => index !== out));
  return fc
    .record({
      left: fc.constantFrom(all, all, all, ...allButOne, []),
      places: fc.tuple(...fields.map(() => rank)),
      extras: extraMembers(on),
    })
    .map(({ left, places, extras }) => {
      const members = [
        ...left.flatMap((index) => {
          const field = fields[index];
          return field ? [{ member: writeMember(field), place: places[index] ?? 0 }] : [];
        }),
        ...extras,
      ].toSorted((one, other) => one.place - other.place);
      return on.request(bytes`{${commaSeparated(members.map(({ member }) => member))}}`);
    });
}
