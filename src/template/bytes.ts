import type { Template, TemplatePart } from "./template.ts";

/** Bytes that are not text: byte values (0 to 255), or one Buffer (or other Uint8Array). */
export const raw = (...values: number[] | [Uint8Array]): TemplatePart => {
  const [first] = values;
  const given = first instanceof Uint8Array ? first : (values as number[]);
  return { base64: Buffer.from(given).toString("base64") };
};

/** A text repeated `count` times. */
export const times = (text: string, count: number): TemplatePart => ({
  repeat: [text],
  times: count,
});

/** The bytes of a template from one offset to another. */
export const slice = (template: Template, from: number, to?: number): TemplatePart => ({
  slice: template,
  from,
  ...(to !== undefined && { to }),
});

/**
 * Template from text with holes: bytes`{"id":${ID},"date":"${DATE}"}`. Backslashes are literal, so
 * that JSON escapes read as they are sent; line ends are holes: ${"\r\n"}.
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
