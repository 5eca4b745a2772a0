import { commaSeparated, lazily } from "../../kinds/index.ts";
import fc from "fast-check";
import type { CaseRequest } from "../../model/index.ts";
import { bytes, type Template } from "../../template/index.ts";
import type { Requests } from "../requests.ts";
import { writeMember } from "../write-json.ts";
import { tokensOf } from "../body-forms.ts";

const MOST_EXTRAS = 5;

const oddNames = [
  "note",
  "",
  " ",
  ..."a.b a/b a[0] $where $ref 0 -1 null _id user __proto__ constructor prototype".split(" "),
  ..."toString toJSON hasOwnProperty length".split(" "),
  ...'\u0000 \n " \\ caf\u00e9 cafe\u0301 \u{1f600} \u202e \ufeff'.split(" "),
];

/** Stands for an object with the key of the first field. */
const OWN_KEY = "{key}";

const oddValues = [
  ...'null 1e400 -0 0.1 9007199254740993 "" [] {}'.split(" "),
  OWN_KEY,
  ...String.raw`{"__proto__":{}} {"$gt":""} "\u0000" "\ud800"`.split(" "),
  `"' OR 1=1"`,
  `"<b>x</b>"`,
];

/** Sort key of members: any order is possible, and all zeros is the order of the list. */
const rank = fc.nat({ max: 9 });

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

const foreign = (extraKey: string): Template[] => [
  ["["],
  ["]"],
  ["null"],
  ["true"],
  ["0"],
  ["-1"],
  [`""`],
  [JSON.stringify(extraKey)],
  ["[]"],
  ["{}"],
  ...Array.from("\\'\"=;#.+-e~ \n\0\ufeff\u00a0\u2028", (character): Template => [character]),
  ["//"],
  ["/**/"],
];

type Change =
  | { what: "delete" | "duplicate" | "swap" | "truncate"; at: number }
  | { what: "replace" | "insert" | "intrude"; at: number; token: Template }
  | { what: "cut"; at: number };

/** The tokens after a change; `at` counts tokens, for `cut` and `intrude` bytes of the whole. */
function apply(tokens: Template[], made: Change): Template[] {
  const before = tokens.slice(0, made.at);
  const here = tokens.slice(made.at, made.at + 1);
  const after = tokens.slice(made.at + 1);
  switch (made.what) {
    case "delete":
      return [...before, ...after];
    case "duplicate":
      return [...before, ...here, ...here, ...after];
    case "swap":
      return [...before, ...after.slice(0, 1), ...here, ...after.slice(1)];
    case "truncate":
      return before;
    case "replace":
      return [...before, made.token, ...after];
    case "insert":
      return [...before, made.token, ...here, ...after];
    case "cut":
      return [[{ slice: tokens.flat(), from: 0, to: made.at }]];
    case "intrude":
      return [
        [{ slice: tokens.flat(), from: 0, to: made.at }],
        made.token,
        [{ slice: tokens.flat(), from: made.at }],
      ];
  }
}

/** The stated body with one to three changes to its tokens or bytes; it may still be JSON. */
export function jsonMutation(on: Requests): fc.Arbitrary<CaseRequest> {
  const { body } = on.layout;
  const stated = body === undefined ? [] : tokensOf(body).map(({ text }) => text);
  const at = fc.nat({ max: stated.length });
  const offset = fc.nat({ max: on.bodyBytes });
  const token = fc.constantFrom(...stated, ...foreign(on.extraKey));
  const change: fc.Arbitrary<Change> = fc.oneof(
    fc.record({ what: fc.constantFrom("delete", "duplicate", "swap", "truncate"), at }),
    fc.record({ what: fc.constantFrom("replace", "insert"), at, token }),
    fc.record({ what: fc.constant("intrude"), at: offset, token }),
    fc.record({ what: fc.constant("cut"), at: offset }),
  );
  return fc
    .array(change, { minLength: 1, maxLength: 3 })
    .map((changes) => on.request(changes.reduce(apply, stated).flat()));
}
