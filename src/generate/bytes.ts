import type { Template, TemplatePart } from "../model/template.ts";

/** An id that no earlier request of the run carried, nine digits. */
export const ID: TemplatePart = { fresh: "id" };
/** The stated date that goes with it. */
export const DATE: TemplatePart = { fresh: "date" };

/** Several fresh values in one observation: `id(0)`, `id(1)`, ... */
export const id = (nth: number): TemplatePart => ({ fresh: "id", nth });
/** The date that goes with `id` of the same number. */
export const date = (nth: number): TemplatePart => ({ fresh: "date", nth });

/** Bytes that are not text: byte values (0 to 255), or one Buffer (or other Uint8Array). */
export const raw = (...values: number[] | [Uint8Array]): TemplatePart => {
  const [first] = values;
  const given = first instanceof Uint8Array ? first : (values as number[]);
  return { base64: Buffer.from(given).toString("base64") };
};

/** A text over and over. */
export const times = (text: string, count: number): TemplatePart => ({
  repeat: [text],
  times: count,
});

/**
 * Template from text with holes: bytes`{"id":${ID},"date":"${DATE}"}`. Backslashes stand for
 * themselves, so that JSON escapes read as they are sent; line ends go in as holes: ${"\r\n"}.
 */
export function bytes(
  strings: TemplateStringsArray,
  ...holes: (TemplatePart | Template)[]
): Template {
  const parts: Template = [];
  strings.raw.forEach((text, index) => {
    if (text !== "") parts.push(text);
    const hole = holes[index];
    if (Array.isArray(hole)) parts.push(...hole);
    else if (hole !== undefined && hole !== "") parts.push(hole);
  });
  return parts;
}

/** The stated body with another text in the place of id, of date, or of both. */
export function user(over: { id?: TemplatePart | Template; date?: TemplatePart | Template } = {}) {
  return bytes`{"id":${over.id ?? ID},"date":${over.date ?? bytes`"${DATE}"`}}`;
}

/** The valid body's length in bytes: nine digits of id, 24 characters of date. */
export const VALID_BODY_BYTES = 50;
