import { rowsInto, bytes, type Template, type TemplatePart } from "../template/index.ts";
import { oncePer } from "../remember.ts";
import type { ClauseId } from "../contract/index.ts";
import type { FieldSlot } from "../kinds/index.ts";
import { commaSeparated, jsonContent, kindOf, slugOf, withInner } from "../kinds/index.ts";
import type { CaseDefinition } from "./define-suite.ts";
import type { Requests } from "./requests.ts";
import { writeMember, type JsonMarks, writeValue, type Replacements } from "./write-json.ts";

export type BodyForm = Template | undefined;

/** The body of one interface in other forms. A case whose form is undefined is omitted. */
export class BodyForms {
  readonly on: Requests;
  readonly fields: readonly FieldSlot[];
  /** Values without inner values: of the body, and of a list its items. */
  readonly leaves: readonly FieldSlot[];
  readonly isObject: boolean;
  readonly stated: Template;
  readonly second: Template;

  constructor(on: Requests) {
    const { body } = on.layout;
    this.on = on;
    this.fields = on.fields;
    this.leaves = body === undefined ? [] : withInner(body).filter(isLeaf);
    this.isObject = body?.type.kind === "object";
    this.stated = on.body();
    this.second = on.nthBody(1);
  }

  get first(): FieldSlot | undefined {
    return this.fields[0];
  }

  /** The last member, unless it is also the first. */
  get last(): FieldSlot | undefined {
    return this.fields.slice(1).at(-1);
  }

  get end(): FieldSlot | undefined {
    return this.fields.at(-1);
  }

  get text(): FieldSlot | undefined {
    return this.leaves.findLast(({ type }) => kindOf(type).quoted);
  }

  get number(): FieldSlot | undefined {
    return this.leaves.find(({ type }) => type.kind === "whole-number");
  }

  get date(): FieldSlot | undefined {
    return this.leaves.find(({ type }) => type.kind === "date-time");
  }

  /** The noun of the interface: the last word of its path. */
  get noun(): string {
    const words = this.on.interface.path.split("/").filter((word) => /^[\w-]+$/.test(word));
    const noun = slugOf(words.at(-1) ?? "item");
    return ["data", "attributes"].includes(noun) ? "item" : noun;
  }

  /** The form, unless it is the stated body. */
  readonly differing = (form: Template): BodyForm =>
    JSON.stringify(form) === JSON.stringify(this.stated) ? undefined : form;

  readonly marked = (marks: Partial<JsonMarks>): BodyForm =>
    this.differing(this.on.document(marks));

  /** One member with other marks, or with another key, as written between the quotes. */
  readonly markedAt = (
    field: FieldSlot | undefined,
    marks: Partial<Pick<JsonMarks, "key" | "colon">>,
    name?: TemplatePart,
  ): BodyForm => {
    if (field === undefined) return undefined;
    const [before, behind] = marks.key ?? ['"', '"'];
    const key = name ?? jsonContent(field.key ?? "");
    const member = bytes`${before}${key}${behind}${marks.colon ?? ":"}${field.valid()}`;
    return objectOf(this.fields.map((each) => (each === field ? member : writeMember(each))));
  };

  readonly quotedBy = (before: TemplatePart, behind: TemplatePart): BodyForm => {
    const { text } = this;
    return text && this.on.body({ [text.path]: bytes`${before}${text.content()}${behind}` });
  };

  readonly aroundMembers = (before: TemplatePart, behind: TemplatePart | Template): BodyForm =>
    this.isObject ? bytes`${before}${this.on.members()}${behind}` : undefined;

  readonly only = (fields: readonly FieldSlot[]): BodyForm =>
    this.fields.length === 0 ? undefined : objectOf(fields.map((each) => writeMember(each)));

  readonly withMembers = (members: Template | TemplatePart): BodyForm =>
    this.isObject ? this.on.withMembers(members) : undefined;

  readonly withMember = (key: string, value: Template | TemplatePart): BodyForm =>
    this.hasKey(key) ? undefined : this.withMembers(bytes`"${key}":${value}`);

  /** Whether a field of the body has the key: a constant value of it could be one that has to be unique. */
  readonly hasKey = (key: string): boolean => this.fields.some((each) => each.key === key);

  readonly withExtra = (value: Template | TemplatePart): BodyForm =>
    this.withMembers(bytes`"${this.on.extraKey}":${value}`);
}

const isLeaf = ({ type }: FieldSlot): boolean => type.kind !== "object" && type.kind !== "list";

export const objectOf = (members: readonly Template[]): Template =>
  bytes`{${commaSeparated(members)}}`;

export const formsOf = oncePer((on: Requests) => new BodyForms(on));

export type BodyEntry = [name: string, reason: string, body: BodyForm, clauses?: ClauseId[]];

export const bodyCases = (on: Requests, family: string, entries: BodyEntry[]): CaseDefinition[] =>
  entries.flatMap(([name, reason, body, clauses]) => {
    if (body === undefined) return [];
    const request = on.request(body);
    return [{ name: `${family}-${name}`, reason, family, request, ...(clauses && { clauses }) }];
  });

export const bodyRows = (on: Requests, family: string) =>
  rowsInto((entries: BodyEntry[]) => bodyCases(on, family, entries));

/** A token of a JSON text: its kind, for people, and the clauses that a change of it probes. */
export type BodyToken = { text: Template; what: string; clauses: string[]; value?: FieldSlot };

const mark = (text: string, what: string): BodyToken => ({ text: [text], what, clauses: [] });

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
