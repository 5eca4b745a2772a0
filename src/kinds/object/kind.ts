import { valueRows, valueFamily, type ValueRow, jsonTypeOf } from "../case-families.ts";
import { z } from "zod";
import { bytes, rows, times, type Template, type TemplatePart } from "../../template/index.ts";
import type { Slot, ValueCase, ValueAxis, ValueCaps, Kind } from "../kind.ts";
import { anyOf } from "../lazily.ts";
import { countRungs, every } from "../axes.ts";
import fc from "fast-check";
import { otherTypeRules, rulesOn, sources, tokensOfTypes } from "../rule-rows.ts";
import type { TokenValue, ValueRule } from "../rule.ts";
import { isObject } from "../../text/index.ts";

const keysOf = ({ text }: TokenValue): string[] => {
  const value: unknown = JSON.parse(text);
  return typeof value === "object" && value !== null ? Object.keys(value) : [];
};

/** Whether each key is a stated one, as a reader compares them. */
const onlyStated =
  (stated: readonly string[], plain: (key: string) => string) =>
  (value: TokenValue): boolean =>
    keysOf(value).every((key) => stated.some((each) => plain(each) === plain(key)));

/** Keys as Java and Python write them: `order_id` and `orderId` are the same. */
const anyStyle = (key: string): string => key.replace(/[_-]/g, "").toLowerCase();

const objectRules = (stated: readonly string[]): ValueRule[] => [
  ...rulesOn("object", "object", tokensOfTypes("object"))`
  ${sources.jsonSchema}core#section-10.3.2.3
  further-accepted | further members are accepted | accepted
  further-refused | further members are refused | ${onlyStated(stated, (key) => key)}
  ${sources.go}encoding/json#Unmarshal
  further-refused-any-case | further members are refused, keys are in any case | ${onlyStated(stated, (key) => key.toLowerCase())}
  https://docs.pydantic.dev/latest/concepts/alias/
  further-refused-any-style | further members are refused, order_id is orderId | ${onlyStated(stated, anyStyle)}
`,
  ...rulesOn("object", "string", tokensOfTypes("string"))`
  ${sources.jsonSchema}validation#section-6.1.1
  string-refused | strings are refused | refused
  string-accepted | strings are accepted | accepted
`,
  ...otherTypeRules("object", ["object"]),
];

/** A member of a JSON object; `required` is absent if nothing is stated. */
export interface FieldOf<Type> {
  name: string;
  type: Type;
  required?: boolean | undefined;
  /** A value to send, if its kind would otherwise make one up. */
  example?: unknown;
  /** The example names a resource that was found on the target: of other values it is not known whether one exists. */
  resource?: true | undefined;
}

/** A JSON object as an interface describes it; `further` is absent if nothing is stated about other members. */
export interface ObjectType<Type> {
  kind: "object";
  fields: FieldOf<Type>[];
  further?: boolean | undefined;
}

const objectSchema = <Type>(type: z.ZodType<Type>): z.ZodType<ObjectType<Type>> =>
  z.strictObject({
    kind: z.literal("object"),
    fields: z
      .array(
        z.strictObject({
          name: z.string(),
          type,
          required: z.boolean().optional(),
          example: z.json().optional(),
          resource: z.literal(true).optional(),
        }),
      )
      .refine(
        (fields) => new Set(fields.map(({ name }) => name)).size === fields.length,
        "a name occurs twice",
      ),
    further: z.boolean().optional(),
  });

type ObjectSlot = Slot<ObjectType<unknown>>;

const membersText = (slots: ObjectSlot["inner"]): Template =>
  slots.flatMap((each, index): Template => [
    `${index === 0 ? "" : ","}${JSON.stringify(each.key ?? "")}:`,
    ...each.valid(),
  ]);

const neededOf = ({ type, inner }: ObjectSlot): ObjectSlot["inner"] =>
  inner.filter((_, index) => type.fields[index]?.required !== false);

const objectCases = (slot: ObjectSlot): ValueCase[] => [
  ...stated(slot),
  ...valueFamily({ probes: ["further-fields"], family: "further members" }, furtherMembers(slot)),
  ...valueFamily({ probes: ["type"], family: "other types" }, otherTypes(slot)),
  ...valueFamily(
    { probes: ["body", "type"], family: "objects that are not JSON" },
    malformed(slot),
  ),
];

function stated(slot: ObjectSlot): ValueCase[] {
  const { label: it, inner } = slot;
  const needed = neededOf(slot);
  const isReversible = inner.length >= 2;
  const hasOptional = needed.length !== inner.length && needed.length > 0;
  return valueRows({ probes: ["type"], family: "members" })`
  reversed | ${it} has its members in reverse | ${isReversible ? bytes`{${membersText(inner.toReversed())}}` : undefined}
  without-optional | ${it} has only its required members | ${hasOptional ? bytes`{${membersText(needed)}}` : undefined}
  empty | ${it} is an empty object | {}
`;
}

const withFurther = (inner: ObjectSlot["inner"], more: TemplatePart | Template): Template =>
  bytes`{${membersText(inner)}${inner.length === 0 ? "" : ","}${more}}`;

function furtherMembers({ label: it, inner }: ObjectSlot): ValueRow[] {
  const [first] = inner;
  const behind = (more: TemplatePart): Template => withFurther(inner, more);
  return [
    ["further", `${it} has a further member`, behind('"witness":1')],
    ["further-null", `${it} has a further member that is null`, behind('"witness":null')],
    ["further-empty-key", `${it} has a member with an empty key`, behind('"":1')],
    ["further-proto", `${it} has a member __proto__`, behind('"__proto__":{}')],
    ["further-constructor", `${it} has a member constructor`, behind('"constructor":1')],
    ["further-dollar", `${it} has a member $ne`, behind('"$ne":null')],
    ["further-long-key", `${it} has a key of 1000 letters`, behind(`"${"k".repeat(1000)}":1`)],
    ["further-object", `${it} has a further member that is an object`, behind('"witness":{"a":1}')],
    ...(first === undefined ? [] : likeFirst(it, inner, first)),
  ];
}

/** Where the values of further members have to be of a type, the value of the first is one that they may be of. */
const likeFirst = (
  it: string,
  inner: ObjectSlot["inner"],
  first: ObjectSlot["inner"][number],
): ValueRow[] => rows`
  member-twice | ${it} has its first member twice | ${withFurther(inner, membersText([first]))}
  further-alike | ${it} has a further member with the value of its first | ${bytes`{${membersText(inner)},"witness":${first.valid()}}`}
`;

const otherTypes = ({ label: it, inner, valid }: ObjectSlot): ValueRow[] => [
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
  ...inner.slice(0, 1).map((first): ValueRow => {
    return ["type-list-values", `${it} is a list of a member's value`, bytes`[${first.valid()}]`];
  }),
  ["type-deep", `${it} is 50 lists in each other`, bytes`${times("[", 50)}${times("]", 50)}`],
];

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

const MEMBER_BYTES = 14;
const MOST_DEEP = 10_000n;
const KEY = "witness";

function objectAxes(slot: Slot<ObjectType<unknown>>, { body }: ValueCaps): ValueAxis[] {
  const { label: it, inner } = slot;
  const behind = (more: TemplatePart | Template): Template => withFurther(inner, more);
  const shared = { scale: "log", capped: true, probes: ["further-fields", "limit-size"] } as const;
  return [
    {
      ...shared,
      name: "further",
      title: `further members of ${it}`,
      unit: "members",
      rungs: countRungs(0n, BigInt(Math.max(1, Math.floor(body / MEMBER_BYTES))), every(0, 12)),
      value: (at) => (at === 0n ? bytes`{${membersText(inner)}}` : behind(manyMembers(Number(at)))),
      ...(inner.length > 0 && { others: { plain: [(at) => alike(slot, Number(at))] } }),
    },
    {
      ...shared,
      name: "depth",
      title: `depth of a further member of ${it}`,
      unit: "objects",
      rungs: countRungs(0n, MOST_DEEP, [...every(0, 12), 99n, 100n, 101n, 999n, 1001n]),
      value: (at) =>
        behind(bytes`"${KEY}":${times('{"a":', Number(at))}1${times("}", Number(at))}`),
    },
  ];
}

/** More members are not made with other values. */
const MOST_ALIKE = 1000;

/** The same with the value of the first member in the further ones: the values may have to be of its type. */
const alike = ({ inner }: Slot<ObjectType<unknown>>, count: number): Template =>
  bytes`{${[
    ...membersText(inner),
    ...Array.from({ length: Math.min(count, MOST_ALIKE) }, (_, nth): Template => [
      `,"${KEY}${nth + 1}":`,
      ...(inner[0]?.valid() ?? []),
    ]).flat(),
  ]}}`;

/** Members with different keys, and where each of them ends: a search asks for many counts of them. */
const made = { text: "", ends: [0] };

function manyMembers(count: number): string {
  const more: string[] = [];
  let end = made.text.length;
  for (let nth = made.ends.length; nth <= count; nth += 1) {
    const member = `${nth === 1 ? "" : ","}"${KEY}${nth}":1`;
    end += member.length;
    more.push(member);
    made.ends.push(end);
  }
  if (more.length > 0) made.text += more.join("");
  return made.text.slice(0, made.ends[count]);
}

const OTHERS = ["null", "true", "0", '""', "[]", "[{}]", "{}", '{"a":1}', '{"a":', "{,}", ""];

export const object: Kind<ObjectType<unknown>> = {
  name: "object",
  schema: (type) => objectSchema<unknown>(type),
  words: () => "an object",
  aspect: "type",
  isBounded: () => true,
  quoted: false,
  text: () => "{}",
  fits: (_, value) => isObject(value),
  cases: objectCases,
  valid: (slot) => {
    const needed = new Set(neededOf(slot));
    const optional = slot.inner.filter((each) => !needed.has(each));
    return fc.subarray([...optional]).map((chosen): Template => {
      const members = slot.inner.filter((each) => needed.has(each) || chosen.includes(each));
      return bytes`{${membersText(members)}}`;
    });
  },
  // Any members in any order, some repeatedly, and some values of another type.
  arbitrary: (slot) => {
    const member = fc.constantFrom(...slot.inner.map((each) => membersText([each])), ['"a":1']);
    const objects = fc
      .array(member, { maxLength: slot.inner.length + 3 })
      .map((members): Template => [
        "{",
        ...members.flatMap((each, index) => (index === 0 ? each : [",", ...each])),
        "}",
      ]);
    return fc.oneof(objects, anyOf(...OTHERS));
  },
  axes: objectAxes,
  // Shrinking itself removes single members.
  simpler: (slot) => [["{}"], bytes`{${membersText(neededOf(slot))}}`],
  deviation: (_, text) => {
    const type = jsonTypeOf(text);
    return type === "object" ? undefined : type;
  },
  rules: ({ fields }) => objectRules(fields.map(({ name }) => name)),
};
