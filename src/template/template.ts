import { z } from "zod";

/** A table in a template literal, one line a row, cells between bars. A cell that is one hole has its value. */
export function cellsOf(texts: readonly string[], holes: readonly unknown[]): unknown[][] {
  const table = String.raw({ raw: texts }, ...holes.map((_, at) => `<hole ${at}>`));
  const cellOf = (cell: string): unknown => {
    const whole = /^<hole (\d+)>$/.exec(cell)?.[1];
    if (whole !== undefined) return holes[Number(whole)];
    return cell.replace(/<hole (\d+)>/g, (_, at: string) => String(holes[Number(at)]));
  };
  const lines = table.trim().split("\n");
  return lines.map((line) => line.split("|").map((cell) => cellOf(cell.trim())));
}

/** Rows of a table. Backslashes are literal; a row with an undefined cell is left out; a hole alone has several rows. */
export const rows = <Row extends unknown[]>(
  strings: TemplateStringsArray,
  ...holes: NoInfer<Hole<Row>>[]
): Row[] =>
  cellsOf(strings.raw, holes).flatMap(([first, ...others]) => {
    if (others.length === 0) return first as Row[];
    return others.includes(undefined) ? [] : [[first, ...others] as Row];
  });

type Hole<Row extends unknown[]> = Row[number] | number | undefined | readonly Row[];

/** A tag for a table whose rows are made into something else. */
export const rowsInto =
  <Row extends unknown[], Made>(make: (entries: Row[]) => Made) =>
  (strings: TemplateStringsArray, ...holes: Hole<Row>[]): Made =>
    make(rows<Row>(strings, ...(holes as NoInfer<Hole<Row>>[])));

/** Content codings (stored, not compressed), character encodings of UTF-8 text, and percent-encoding. */
export const Encoding = z.enum([
  "gzip",
  "deflate",
  "utf16le",
  "utf16be",
  "utf32le",
  "utf32be",
  "latin1",
  "percent",
]);
export type Encoding = z.infer<typeof Encoding>;

/** What of a response a later request of its case has. */
export const Taken = z.union([
  z.enum(["location", "etag"]),
  z.strictObject({ member: z.string() }),
]);
export type Taken = z.infer<typeof Taken>;

/**
 * Bytes as plain data, with holes that are filled when they are sent.  A part is one of: text (UTF-8); `base64` for bytes that
 * are not text; `fresh`, a value of the field at this path that no earlier request of the run contained (`nth` distinguishes
 * several in one observation); `target`, a value that depends on the target; `bodyLength`, the length of the same message's body
 * plus a number, in a radix; `repeat`, `slice` (byte offsets) and `encode` of another template; `taken`, a value of the newest
 * success among the responses `of` (from 0) of the same case that has it: the path in its `Location`, its `ETag`, or a member of
 * its JSON object; `or` where none has it.
 */
export const TemplatePart = z.union([
  z.string(),
  z.strictObject({ fresh: z.string(), nth: z.int().min(0).max(999).optional() }),
  z.strictObject({ target: z.enum(["host", "path", "prefix", "origin"]) }),
  z.strictObject({
    bodyLength: z.int(),
    radix: z.int().min(2).max(36).optional(),
    width: z.int().optional(),
  }),
  z.strictObject({
    get repeat() {
      return Template;
    },
    times: z.int().min(0).max(100_000_000),
  }),
  z.strictObject({
    get slice() {
      return Template;
    },
    from: z.int().min(0),
    to: z.int().min(0).optional(),
  }),
  z.strictObject({
    get encode() {
      return Template;
    },
    as: Encoding,
  }),
  z.strictObject({
    taken: Taken,
    of: z.array(z.int().min(0)),
    get or() {
      return Template;
    },
  }),
  z.strictObject({ given: z.string(), part: z.enum(["scheme", "credentials"]).optional() }),
  z.strictObject({ base64: z.base64() }),
]);

export type TemplatePart =
  | string
  | { base64: string }
  | { taken: Taken; of: number[]; or: TemplatePart[] }
  | { given: string; part?: "scheme" | "credentials" | undefined }
  | { fresh: string; nth?: number | undefined }
  | { target: "host" | "path" | "prefix" | "origin" }
  | { bodyLength: number; radix?: number | undefined; width?: number | undefined }
  | { repeat: TemplatePart[]; times: number }
  | { slice: TemplatePart[]; from: number; to?: number | undefined }
  | { encode: TemplatePart[]; as: Encoding };

/** A sequence of parts, rendered one after the other. */
export const Template: z.ZodType<TemplatePart[]> = z.lazy(() => z.array(TemplatePart));
export type Template = TemplatePart[];

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

export const slice = (template: Template, from: number, to?: number): TemplatePart => ({
  slice: template,
  from,
  ...(to !== undefined && { to }),
});

/** A template from text with holes: bytes`{"id":${ID}}`. Backslashes are literal; line ends are holes: ${"\r\n"}. */
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
