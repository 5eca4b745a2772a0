import { kindOf, type FieldSlot } from "../kinds/index.ts";
import { bytes, type Template } from "../template/index.ts";
import type { BodyForm, BodyForms } from "./body-forms.ts";
import { exampleBytes } from "./render.ts";
import { encodedValue } from "./request-target.ts";

const joined = (
  slots: readonly FieldSlot[],
  between: string,
  one: (slot: FieldSlot) => Template,
): Template => slots.flatMap((slot, index) => (index === 0 ? one(slot) : [between, ...one(slot)]));

type Written = (name: string, value: Template, slot: FieldSlot) => Template;

const ofLeaves = ({ leaves }: BodyForms, between: string, one: Written): BodyForm =>
  leaves.some(({ path }) => path !== "")
    ? joined(leaves, between, (slot) => one(slot.path, slot.content(), slot))
    : undefined;

const ofMembers = ({ fields }: BodyForms, between: string, one: Written): BodyForm =>
  fields.length === 0
    ? undefined
    : joined(fields, between, (slot) => one(slot.key ?? "", slot.valid(), slot));

/** The content of the body in notations other than JSON; undefined if the body has no members. */
export const notations = {
  lines: (forms: BodyForms, sign: string): BodyForm =>
    ofLeaves(forms, "\n", (name, content) => bytes`${name}${sign}${content}`),
  yaml: (forms: BodyForms): BodyForm =>
    ofMembers(forms, "\n", (key, value) => bytes`${key}: ${value}`),
  form: (forms: BodyForms): BodyForm =>
    ofLeaves(forms, "&", (name, content) => bytes`${name}=${content}`),
  formEncoded: (forms: BodyForms): BodyForm =>
    ofLeaves(
      forms,
      "&",
      (name, _, slot) => bytes`${encodeURIComponent(name)}=${encodedValue(slot)}`,
    ),
  csv: ({ leaves }: BodyForms): BodyForm =>
    leaves.some(({ path }) => path !== "")
      ? bytes`${leaves.map(({ path }) => path).join(",")}${"\n"}${joined(leaves, ",", ({ content }) => content())}${"\n"}`
      : undefined,
  netstrings: (forms: BodyForms): BodyForm =>
    ofLeaves(forms, "", (_, content) => {
      const { length } = exampleBytes(content, forms.on.interface);
      return bytes`${String(length)}:${content},`;
    }),
  sentence: (forms: BodyForms): BodyForm => {
    const text = ofLeaves(forms, " and the ", (name, content) => bytes`${name} is ${content}`);
    return text && bytes`The ${text}.`;
  },
  header: (forms: BodyForms): BodyForm =>
    ofLeaves(forms, "\r\n", (name, content) => {
      const title = name.slice(0, 1).toUpperCase() + name.slice(1);
      return bytes`${name === "id" ? "ID" : title}: ${content}`;
    }),
  members: ofMembers,
  xml: (forms: BodyForms): BodyForm =>
    forms.fields.length === 0
      ? undefined
      : bytes`<${forms.noun}>${forms.fields.flatMap((slot) => element(slot, slot.key ?? ""))}</${forms.noun}>`,
  php: (forms: BodyForms): BodyForm => {
    const { fields, on } = forms;
    if (!fields.every(isSimple)) return undefined;
    const text = (content: Template): Template =>
      bytes`s:${String(exampleBytes(content, on.interface).length)}:"${content}";`;
    const members = ofMembers(forms, "", (key, _, slot) => {
      const content = slot.content();
      return bytes`${text([key])}${kindOf(slot.type).quoted ? text(content) : bytes`i:${content};`}`;
    });
    return members && bytes`a:${String(fields.length)}:{${members}}`;
  },
  graphql: (forms: BodyForms): BodyForm => {
    const members = ofMembers(forms, ", ", (key, value) => bytes`${key}: ${value}`);
    const key = forms.first?.key ?? "";
    return members && bytes`mutation { ${forms.noun}(${members}) { ${key} } }`;
  },
};

const isSimple = ({ type }: FieldSlot): boolean =>
  kindOf(type).quoted || type.kind === "whole-number";

function element({ type, inner, content }: FieldSlot, name: string): Template {
  if (type.kind === "list") return inner.flatMap((item) => element(item, name));
  const tag = name.replace(/[^\w.-]/g, "_");
  const within =
    type.kind === "object" ? inner.flatMap((each) => element(each, each.key ?? "")) : content();
  return bytes`<${tag}>${within}</${tag}>`;
}
