import { bytes, times, type Template, type TemplatePart } from "../../template/index.ts";
import type { Slot, ValueCase } from "../kind.ts";
import { valueFamily, type ValueRow } from "../value-family.ts";
import type { ObjectType } from "./type.ts";

type ObjectSlot = Slot<ObjectType<unknown>>;

/** Members of a valid object: the chosen slots, in order. */
export function membersText(slots: ObjectSlot["inner"]): Template {
  return slots.flatMap((each, index): Template => [
    `${index === 0 ? "" : ","}${JSON.stringify(each.key ?? "")}:`,
    ...each.valid(),
  ]);
}

/** The members that are not stated to be optional. */
export const neededOf = ({ type, inner }: ObjectSlot): ObjectSlot["inner"] =>
  inner.filter((_, index) => type.fields[index]?.required !== false);

/** Hand-chosen values: members, other types, objects that are not JSON. */
export const objectCases = (slot: ObjectSlot): ValueCase[] => [
  ...stated(slot),
  ...valueFamily({ probes: ["further-fields"], family: "further members" }, furtherMembers(slot)),
  ...valueFamily({ probes: ["type"], family: "other types" }, otherTypes(slot)),
  ...valueFamily(
    { probes: ["body", "type"], family: "objects that are not JSON" },
    malformed(slot),
  ),
];

/** Objects as stated, in another order and without optional members; then empty. */
function stated(slot: ObjectSlot): ValueCase[] {
  const { label: it, inner } = slot;
  const needed = neededOf(slot);
  const shared = { probes: ["type"], family: "members" } as const;
  const empty: ValueRow = ["empty", `${it} is an empty object`, "{}"];
  return [
    ...(inner.length < 2
      ? []
      : valueFamily(shared, [
          [
            "reversed",
            `${it} has its members in reverse`,
            bytes`{${membersText(inner.toReversed())}}`,
          ],
        ])),
    ...(needed.length === inner.length || needed.length === 0
      ? []
      : valueFamily(shared, [
          [
            "without-optional",
            `${it} has only its required members`,
            bytes`{${membersText(needed)}}`,
          ],
        ])),
    ...valueFamily(shared, [empty]),
  ];
}

function furtherMembers({ label: it, inner }: ObjectSlot): ValueRow[] {
  const own = membersText(inner);
  const first = inner.slice(0, 1);
  const behind = (more: TemplatePart): Template =>
    inner.length === 0 ? bytes`{${more}}` : bytes`{${own},${more}}`;
  return [
    ["further", `${it} has a further member`, behind('"witness":1')],
    ["further-null", `${it} has a further member that is null`, behind('"witness":null')],
    ["further-empty-key", `${it} has a member with an empty key`, behind('"":1')],
    ["further-proto", `${it} has a member __proto__`, behind('"__proto__":{}')],
    ["further-constructor", `${it} has a member constructor`, behind('"constructor":1')],
    ["further-dollar", `${it} has a member $ne`, behind('"$ne":null')],
    ["further-long-key", `${it} has a key of 1000 letters`, behind(`"${"k".repeat(1000)}":1`)],
    ["further-object", `${it} has a further member that is an object`, behind('"witness":{"a":1}')],
    ...(first.length === 0
      ? []
      : [
          [
            "member-twice",
            `${it} has its first member twice`,
            bytes`{${own},${membersText(first)}}`,
          ] satisfies ValueRow,
          // Where the values of further members have to be of a type, this is one that they may be of.
          [
            "further-alike",
            `${it} has a further member with the value of its first`,
            bytes`{${own},"witness":${first[0]?.valid() ?? "1"}}`,
          ] satisfies ValueRow,
        ]),
  ];
}

function otherTypes({ label: it, inner, valid }: ObjectSlot): ValueRow[] {
  return [
    ["type-null", `${it} is null`, "null"],
    ["type-true", `${it} is true`, "true"],
    ["type-false", `${it} is false`, "false"],
    ["type-zero", `${it} is the number 0`, "0"],
    ["type-number", `${it} is the number 1`, "1"],
    ["type-empty-text", `${it} is the empty text`, '""'],
    ["type-text", `${it} is a text`, '"abc"'],
    ["type-json-text", `${it} is the text of an object`, '"{}"'],
    ["type-list-empty", `${it} is an empty list`, "[]"],
    ["type-list-one", `${it} is a list of a valid object`, bytes`[${valid()}]`],
    ["type-list-pairs", `${it} is a list of a key and a value`, '[["a",1]]'],
    ["type-nested", `${it} is an object with a valid object in it`, bytes`{"value":${valid()}}`],
    ...(inner[0] === undefined
      ? []
      : [
          [
            "type-list-values",
            `${it} is a list of a member's value`,
            bytes`[${inner[0].valid()}]`,
          ] satisfies ValueRow,
        ]),
    ["type-deep", `${it} is 50 lists in each other`, bytes`${times("[", 50)}${times("]", 50)}`],
  ];
}

function malformed({ label: it, inner }: ObjectSlot): ValueRow[] {
  const own = membersText(inner);
  return [
    ["comma-last", `${it} has a comma behind its last member`, bytes`{${own},}`],
    ["comma-first", `${it} has a comma before its first member`, bytes`{,${own}}`],
    ["open", `${it} has no closing brace`, bytes`{${own}`],
    ["closed-twice", `${it} has two closing braces`, bytes`{${own}}}`],
    ["key-alone", `${it} has a key without a value`, '{"a"}'],
    ["colon-alone", `${it} has a key and a colon without a value`, '{"a":}'],
    ["key-bare", `${it} has a key without quotes`, "{a:1}"],
    ["equals", `${it} has an equals sign for a colon`, '{"a"=1}'],
  ];
}
