import { kindOf, memberPath, slotsOf, slugOf } from "../kinds/index.ts";
import type { FieldSlot, FieldType } from "../kinds/index.ts";
import type { Interface, Parameter, StatedValue } from "../model/index.ts";
import { GIVEN, type GivenHeaders, headersAtSending, Secret } from "./route.ts";

/** A parameter at its place; a prefix distinguishes its path from that of a body member: `query.page`. */
export type ParameterSlot = FieldSlot &
  Pick<Parameter, "in" | "name" | "file" | "partType" | "separator"> & {
    /** Of other values of a query or a form it is not known whether they name a resource. */
    only?: unknown;
  };

export type StatedSlots = { parameters: ParameterSlot[]; body?: FieldSlot };

/** A value that an interface describes, and its name in ids. */
export type StatedField = {
  slot: FieldSlot;
  in: Parameter["in"] | "body";
  /** Part of the ids of clauses, suites and axes: `order-id`. Unique within an interface. */
  slug: string;
  parent?: FieldSlot;
};

/** The members of a form that is the body; none where it is JSON, or empty. */
export const formFields = ({ parameters = [] }: Pick<Interface, "parameters">): Parameter[] =>
  parameters.filter((each) => each.in === "form");

/** How the members of a form are written: like a query, as the parts of a multipart body, or one as the whole body. */
type FormStyle = "pairs" | "parts" | "text";

export function formStyleOf({ contentType }: Pick<Interface, "contentType">): FormStyle {
  if (/^multipart\//i.test(contentType ?? "")) return "parts";
  const isUsual =
    contentType === undefined || /^[\w-]+\/x-www-form-urlencoded\b/i.test(contentType);
  return isUsual ? "pairs" : "text";
}

const FORM_TYPE = "application/x-www-form-urlencoded";

export function contentTypeOf(
  from: Pick<Interface, "parameters" | "body" | "contentType">,
): string | undefined {
  const isForm = formFields(from).length > 0;
  if (from.body === undefined && !isForm) return undefined;
  return from.contentType ?? (isForm ? FORM_TYPE : "application/json");
}

export function statedSlots({
  parameters = [],
  body,
  bodyExample,
}: Pick<Interface, "parameters" | "body" | "bodyExample">) {
  const slots: StatedSlots = {
    parameters: parameters.map((parameter) => {
      const { name, in: place, type, required, example, file, partType, separator } = parameter;
      const isReference = parameter.resource === true && place !== "path";
      const slot = slotsOf(place === "header" ? constantType(type) : type, `${place}.${name}`, {
        ...(required !== undefined && { required }),
        example,
      });
      return {
        ...labelled(slot, place.length + 1),
        in: place,
        name,
        ...(file !== undefined && { file }),
        ...(partType !== undefined && { partType }),
        ...(separator !== undefined && { separator }),
        ...(isReference && { only: example }),
      };
    }),
    ...(body && { body: slotsOf(body, "", { example: bodyExample }) }),
  };
  return slots;
}

/** The labels of a parameter and of what is in it, without the prefix of their paths: `tag[0]` for `query.tag[0]`. */
const labelled = (slot: FieldSlot, prefix: number): FieldSlot => ({
  ...slot,
  label: slot.path.slice(prefix),
  inner: slot.inner.map((each) => labelled(each, prefix)),
});

/** Headers are plain text in a record: their values do not change from request to request. */
function constantType(type: FieldType): FieldType {
  if (type.kind === "list") return { ...type, items: constantType(type.items) };
  return "fresh" in type ? { ...type, fresh: undefined } : type;
}

/** Every value that an interface describes and that is varied: parameters, then the body's fields, outer ones first; or the body itself. */
export function statedFields({ parameters, body }: StatedSlots): StatedField[] {
  const ofBody = body === undefined ? [] : valuesWithin(body, "body");
  const all = [
    // A part in another media type has one value: what it may be otherwise is not known.
    ...parameters.flatMap((slot) =>
      slot.partType === undefined ? valuesWithin(slot, slot.in) : [],
    ),
    ...(body?.type.kind === "object" ? ofBody.slice(1) : ofBody),
  ];
  const seen = new Map<string, number>();
  return all.map((field) => {
    const slug = slugOf(field.slot.path);
    const times = (seen.get(slug) ?? 0) + 1;
    seen.set(slug, times);
    return { ...field, slug: times === 1 ? slug : `${slug}-${times}` };
  });
}

export const formattedFields = (from: Interface): StatedField[] =>
  statedFields(statedSlots(from)).filter(({ slot }) => kindOf(slot.type).formats !== undefined);

type Unnamed = Omit<StatedField, "slug">;

function valuesWithin(slot: FieldSlot, place: StatedField["in"], parent?: FieldSlot): Unnamed[] {
  const { inner, type } = slot;
  const isObject = type.kind === "object";
  return [
    { slot, in: place, ...(parent && { parent }) },
    ...(isObject ? inner : inner.slice(0, 1)).flatMap((each) =>
      valuesWithin(each, place, isObject ? slot : undefined),
    ),
  ];
}

/** Members of a type that do not limit its values, and those that experiments found: they are not what a document allows. */
const NO_RULES = new Set(["kind", "fields", "items", "fresh", "digits", "default", "isName"]);
type StatedRow = [path: string, value: StatedValue];

/** What an interface states of each value of a request, by its path. */
export function statedValues({ parameters = [], body }: Interface): Record<string, StatedValue> {
  return Object.fromEntries([
    ...parameters.flatMap(({ in: place, name, type, required }) =>
      rowsOf(`${place}.${name}`, type, required),
    ),
    ...(body === undefined ? [] : rowsOf("", body, true)),
  ]);
}

function rowsOf(path: string, type: FieldType, required: boolean | undefined): StatedRow[] {
  const { kind } = type;
  const rules = Object.fromEntries(Object.entries(type).filter(([key]) => !NO_RULES.has(key)));
  const inner =
    type.kind === "object"
      ? type.fields.flatMap(({ name, type: own, required: isNeeded }) =>
          rowsOf(memberPath(path, name), own, isNeeded),
        )
      : type.kind === "list"
        ? rowsOf(`${path}[]`, type.items, undefined)
        : [];
  const value = { kind, ...(required === true && { required }), rules };
  return [[path, value], ...inner];
}

export const PROTOCOL = "HTTP/1.1";

/** All but Host, Connection and Content-Length, as they are sent; `GIVEN` for values that are given when sending. Those of the interface replace others. */
export function statedHeaders(from: Interface): [name: string, value: string][] {
  const { headers: fixed = [] } = from;
  const contentType = contentTypeOf(from);
  const headers = [...fixed, ...headerParameters(from)];
  const own = new Set(headers.map(([name]) => name.toLowerCase()));
  const usual: [name: string, value: string][] = [
    ...(contentType === undefined ? [] : [["Content-Type", contentType] as [string, string]]),
    ["User-Agent", "api-witness"],
    ["Accept", "*/*"],
    ["Accept-Encoding", "gzip, deflate, br"],
  ];
  const stated = [...usual.filter(([name]) => !own.has(name.toLowerCase())), ...headers];
  return withGivenLines(stated, headersAtSending(from));
}

const headerParameters = (from: Interface): [name: string, value: string][] =>
  statedSlots(from).parameters.flatMap((slot): [string, string][] =>
    slot.in === "header" ? [[slot.name, headerText(slot)]] : [],
  );

function headerText(slot: FieldSlot): string {
  if (slot.type.kind === "list") return slot.inner.map(headerText).join(",");
  const content = slot.content().map((part) => (typeof part === "string" ? part : ""));
  return String(JSON.parse(`"${content.join("")}"`));
}

/** Given headers stand instead of stated ones of the same name, the others after them. */
function withGivenLines(
  stated: [name: string, value: string][],
  given: readonly string[],
): [name: string, value: string][] {
  const left = new Map(given.map((name) => [name.toLowerCase(), name]));
  const kept = stated.map(([name, value]): [string, string] => {
    const other = left.get(name.toLowerCase());
    left.delete(name.toLowerCase());
    return other === undefined ? [name, value] : [other, GIVEN];
  });
  return [...kept, ...[...left.values()].map((name): [string, string] => [name, GIVEN])];
}

const CREDENTIALS = ["authorization", "cookie", "proxy-authorization"];

/** The interface without the values of credentials and of listed headers that it states: they are given when sending. */
export function hideHeaders(
  from: Interface,
  redact: readonly string[] = [],
): { interface: Interface; hidden: GivenHeaders } {
  const { headers = [], parameters = [], given = [] } = from;
  const known = new Set(given.map(lower));
  const hiding = new Set([...CREDENTIALS, ...redact.map(lower), ...known]);
  const isHidden = (name: string): boolean => hiding.has(lower(name));
  const stated = [
    ...headers.map(([name]) => name),
    ...parameters.filter((each) => each.in === "header").map(({ name }) => name),
  ].filter(isHidden);
  if (stated.length === 0) return { interface: from, hidden: new Map() };
  const names = stated.filter((name) => !known.has(lower(name)));
  const values = new Map(statedHeaders(from).map(([name, value]) => [lower(name), value]));
  return {
    interface: {
      ...from,
      ...(from.headers && { headers: headers.filter(([name]) => !isHidden(name)) }),
      ...(from.parameters && {
        parameters: parameters.filter((each) => each.in !== "header" || !isHidden(each.name)),
      }),
      given: [...given, ...names],
    },
    hidden: new Map(names.map((name) => [lower(name), new Secret(values.get(lower(name)) ?? "")])),
  };
}

const lower = (name: string): string => name.toLowerCase();
