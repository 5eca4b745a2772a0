import fc from "fast-check";
import { z } from "zod";
import { formatKind } from "../format-kind.ts";
import { knownUuid, uuidAxes } from "./axes.ts";
import { uuidFamilies } from "./cases.ts";

/** A UUID as an interface describes it: 8-4-4-4-12 hexadecimal digits of RFC 9562, of any version. */
export const UuidType = z.strictObject({
  kind: z.literal("uuid"),
  fresh: z.literal(true).optional(),
});
export type UuidType = z.infer<typeof UuidType>;

const FORM = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** How a text differs from a UUID in lower case. */
function uuidDeviation(text: string): string | undefined {
  if (FORM.test(text)) return text === text.toLowerCase() ? undefined : "upper case";
  if (/^[0-9a-f]{32}$/i.test(text)) return "without dashes";
  if (/^\{.*\}$/.test(text)) return "in braces";
  return /^urn:/i.test(text) ? "a URN" : "another text";
}

export const uuidKind = formatKind<UuidType>({
  name: "uuid",
  schema: () => UuidType,
  words: "a UUID",
  isBounded: () => true,
  // Version 4 and the variant of RFC 9562, with the digits at the end.
  text: (_, unique) => `3f2b1c4d-5e6f-4a7b-8c9d-${String(unique).padStart(12, "0")}`,
  otherForms: (uuid) => [uuid.toUpperCase(), uuid.replaceAll("-", "")],
  has: (text) => FORM.test(text),
  deviation: uuidDeviation,
  families: uuidFamilies,
  texts: () => fc.uuid({ version: 4 }),
  axes: uuidAxes,
  knownValue: knownUuid,
});
