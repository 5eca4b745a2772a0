import fc from "fast-check";
import { bytes, type Template } from "../../template/index.ts";
import { jsonTypeOf } from "../json-types.ts";
import type { Kind } from "../kind.ts";
import { objectAxes } from "./axes.ts";
import { membersText, neededOf, objectCases } from "./cases.ts";
import { objectSchema, type ObjectType } from "./type.ts";

const OTHERS = ["null", "true", "0", '""', "[]", "[{}]", "{}", '{"a":1}', '{"a":', "{,}", ""];

export const object: Kind<ObjectType<unknown>> = {
  name: "object",
  schema: (type) => objectSchema<unknown>(type),
  words: () => "an object",
  aspect: "type",
  isBounded: () => true,
  quoted: false,
  text: () => "{}",
  otherForms: () => [],
  fits: (_, value) => typeof value === "object" && value !== null && !Array.isArray(value),
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
    return fc.oneof(
      objects,
      fc.constantFrom(...OTHERS).map((text): Template => [text]),
    );
  },
  axes: objectAxes,
  // Shrinking itself removes single members.
  simpler: (slot) => [["{}"], bytes`{${membersText(neededOf(slot))}}`],
  deviation: (_, text) => {
    const type = jsonTypeOf(text);
    return type === "object" ? undefined : type;
  },
  knownValue: () => undefined,
};
