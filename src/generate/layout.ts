import type { Interface } from "../model/index.ts";
import type { StatedField, StatedSlots } from "../contract/index.ts";
import { statedFields, statedHeaders, statedSlots } from "../contract/index.ts";
import { memberPath, withInner, type FieldSlot } from "../kinds/index.ts";
import { oncePer } from "../remember.ts";

/** An interface prepared for making requests: the place of each value. */
export type Layout = StatedSlots & {
  interface: Interface;
  fixedPath?: string;
  headers: [name: string, value: string][];
  fields: readonly StatedField[];
  /** Their names in ids, by path. */
  slugs: ReadonlyMap<string, string>;
  freshSlots: readonly (FieldSlot & { text: (unique: number) => string })[];
  /** The text of each fresh value for a number, by path. */
  fresh: ReadonlyMap<string, (unique: number) => string>;
  freshBytes: FreshBytes;
  /** The path of the identity of a request: the first fresh value. */
  identity?: string;
};

export type FreshBytes = ReadonlyMap<string, number>;

export const perInterface: <Made>(make: (from: Interface) => Made) => (from: Interface) => Made =
  oncePer;

const SAMPLE = 123_456_789;

export const layoutOf = perInterface((from): Layout => {
  const slots = statedSlots(from);
  const { parameters, body } = slots;
  const all = [...parameters, ...(body === undefined ? [] : [body])].flatMap(withInner);
  const fields = statedFields(slots);
  const freshSlots = all.flatMap((slot) =>
    slot.text === undefined ? [] : [{ ...slot, text: slot.text }],
  );
  const fresh = new Map(freshSlots.map(({ path, text }) => [path, text]));
  const [first] = fresh.keys();
  const { identity = first } = from;
  const hasQuery = from.givenQuery !== undefined || parameters.some((each) => each.in === "query");
  const isFixed = !from.path.includes("{") && !hasQuery;
  return {
    interface: from,
    headers: statedHeaders(from),
    ...(isFixed && { fixedPath: from.path }),
    ...slots,
    fields,
    slugs: new Map(fields.map(({ slot, slug }) => [slot.path, slug])),
    freshSlots,
    fresh,
    freshBytes: new Map(
      freshSlots.map(({ path, text }) => [path, Buffer.byteLength(text(SAMPLE))]),
    ),
    ...(identity !== undefined && { identity }),
  };
});

/** Shorter values are few: they come again in a run, or after another one. */
const MANY_BYTES = 6;

/** Whether new values of a request may be ones that it had before. */
export function hasFewValues(from: Interface): boolean {
  const bytes = [...layoutOf(from).freshBytes.values()];
  return bytes.length === 0 || Math.min(...bytes) < MANY_BYTES;
}

/** The members of the body, of a form and of the query that name a resource which was found on the target. */
export function referencesOf({ body, parameters = [] }: Interface): Set<string> {
  const members = body?.kind === "object" ? body.fields : [];
  return new Set([
    ...members.flatMap(({ name, resource }) => (resource === true ? memberPath("", name) : [])),
    ...parameters.flatMap(({ name, in: place, resource }) =>
      resource === true && place !== "path" ? [`${place}.${name}`] : [],
    ),
  ]);
}

/** Whether a slot is a parameter of the path that names a resource which was found on the target: of other values nothing is known. */
export const isFoundInPath = ({ parameters = [] }: Interface, { path }: FieldSlot): boolean =>
  parameters.some(
    (each) => each.resource === true && each.in === "path" && path === `path.${each.name}`,
  );
