import { kindOf, slugOf, type FieldSlot } from "../kinds/index.ts";
import type { Template } from "../template/index.ts";
import { writeValue, type Replacements } from "./write-json.ts";

/** A token of a JSON text: its kind, for people, and the clauses that a change of it probes. */
export type BodyToken = {
  text: Template;
  what: string;
  clauses: string[];
  /** The field that it is the value of. */
  value?: FieldSlot;
};

const mark = (text: string, what: string): BodyToken => ({ text: [text], what, clauses: [] });

/** The tokens of a value in order. */
export function tokensOf(slot: FieldSlot, over: Replacements = {}): BodyToken[] {
  const { type, inner, label, path } = slot;
  const of = path === "" ? "" : ` of ${label}`;
  const afterComma = (index: number): BodyToken[] =>
    index === 0 ? [] : [mark(",", `the comma after ${inner[index - 1]?.label ?? ""}`)];
  if (type.kind === "object")
    return [
      mark("{", `the opening brace${of}`),
      ...inner.flatMap((member, index) => [
        ...afterComma(index),
        {
          text: [JSON.stringify(member.key ?? "")],
          what: `the key ${member.label}`,
          clauses: [`${slugOf(member.path)}-required`, "further-fields"],
        },
        mark(":", `the colon after ${member.label}`),
        ...tokensOf(member, over),
      ]),
      mark("}", `the closing brace${of}`),
    ];
  if (type.kind === "list")
    return [
      mark("[", `the opening bracket${of}`),
      ...inner.flatMap((item, index) => [...afterComma(index), ...tokensOf(item, over)]),
      mark("]", `the closing bracket${of}`),
    ];
  const slug = slugOf(path);
  const isForm = kindOf(type).aspect === "format";
  return [
    {
      text: writeValue(slot, { over }),
      what: `the value of ${label}`,
      value: slot,
      clauses: [...(isForm ? [`${slug}-format`] : []), `${slug}-values`],
    },
  ];
}
