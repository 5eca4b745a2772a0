import { isUtf8 } from "node:buffer";
import { formStyleOf, type ParameterSlot } from "../contract/index.ts";
import type { Interface } from "../model/index.ts";
import { bytes, type Template } from "../template/index.ts";
import type { Layout } from "./layout.ts";
import { itemsOfSlot, pairsText, repeated, slotText, unquoted } from "./request-target.ts";
import type { TargetWriting } from "./request-target.ts";
import type { Replacements } from "./write-json.ts";
import { exampleBytes } from "./render.ts";

const CRLF = "\r\n";

const boundaryOf = ({ contentType = "" }: Interface): string =>
  /boundary=([^;\s]+)/i.exec(contentType)?.[1] ?? "";

export function formText(layout: Layout, writing: TargetWriting = {}): Template {
  const slots = layout.parameters.filter((each) => each.in === "form");
  const style = formStyleOf(layout.interface);
  if (style === "pairs") return pairsText(slots, writing);
  if (style === "text")
    return slots.flatMap((slot) =>
      (writing.pairs?.[slot.path] ?? [slotText(slot, writing)]).flat(),
    );
  if (slots.length === 0) return [];
  const mark = `--${boundaryOf(layout.interface)}`;
  const parts = slots.flatMap((slot) => writing.pairs?.[slot.path] ?? partsOf(slot, writing, mark));
  return bytes`${parts.flatMap((part) => bytes`${mark}${CRLF}${part}${CRLF}`)}${mark}--${CRLF}`;
}

function partsOf(slot: ParameterSlot, writing: TargetWriting, mark: string): Template[] {
  const part = (value: Template): Template => partText(slot, value);
  if (slot.type.kind !== "list") return [part(slotText(slot, writing))];
  return itemsOfSlot(slot, writing, slotText, unquoted).map(({ value, times }) =>
    repeated(part(value), [CRLF, mark, CRLF], times),
  );
}

type PartHead = Pick<ParameterSlot, "name" | "file" | "partType">;

/** A part of a multipart form: the head as browsers write it, and its value. */
export const partText = (about: PartHead, value: Template): Template =>
  bytes`${headText(about)}${value}`;

function headText({ name, file, partType }: PartHead): string {
  const text = name.replace(/["\r\n]/g, (one) => encodeURIComponent(one));
  const type = partType === undefined ? "" : `\r\nContent-Type: ${partType}`;
  const asFile = file === undefined ? type : `; filename="${text}.bin"\r\nContent-Type: ${file}`;
  return `Content-Disposition: form-data; name="${text}"${asFile}\r\n\r\n`;
}

/** The values of a form or a text by slot; undefined if a part has another head, or the body may be read in several ways. */
export function readForm(
  body: Buffer,
  slots: readonly ParameterSlot[],
  from: Interface,
): { slot: ParameterSlot; value: string }[] | undefined {
  if (!isUtf8(body)) return undefined;
  const text = body.toString("utf8");
  const [first] = slots;
  if (formStyleOf(from) === "text")
    return text === "" || first === undefined ? [] : [{ slot: first, value: text }];
  const mark = `--${boundaryOf(from)}`;
  const end = `${mark}--\r\n`;
  if (!text.endsWith(end)) return undefined;
  const inside = text.slice(0, -end.length);
  if (inside === "") return [];
  const pieces = `\r\n${inside}`.split(`\r\n${mark}\r\n`);
  const read = pieces.slice(1).map((piece, index) => {
    const part = index === pieces.length - 2 ? piece.replace(/\r\n$/, "") : piece;
    const slot = slots.find((each) => part.startsWith(headText(each)));
    return slot && { slot, value: part.slice(headText(slot).length) };
  });
  const isWhole = pieces[0] === "" && inside.endsWith("\r\n") && !read.includes(undefined);
  return isWhole ? (read as { slot: ParameterSlot; value: string }[]) : undefined;
}

/** The bytes that a header value may contain (RFC 9110, 5.5). */
const HEADER_VALUE = /^[\t -~\u0080-\u00ff]*$/;
const MOST_IN_HEADER = 65_536;

/** Whether a header value can be this text: one line of latin1, and not so large that every server refuses it. */
export const isHeaderText = (text: string): boolean =>
  HEADER_VALUE.test(text) && text === text.trim() && text.length <= MOST_IN_HEADER;

/** The text of a header parameter with some values replaced; of a list its items between commas (OpenAPI's style `simple`). */
export function parameterHeader(slot: ParameterSlot, over: Replacements, from: Interface): string {
  const plain = (value: Template): string => exampleBytes(value, from).toString("utf8");
  if (slot.type.kind !== "list") return plain(slotText(slot, { over }));
  return itemsOfSlot(slot, { over }, slotText, unquoted)
    .flatMap(({ value, times }) => Array.from({ length: times }, () => plain(value)))
    .join(",");
}
