import type { ParameterSlot } from "../contract/index.ts";
import type { Template } from "../template/index.ts";
import { listItems, unquoted } from "./request-target.ts";
import { exampleBytes } from "./render.ts";
import type { Interface } from "../model/index.ts";
import { replacementFor, type Replacements } from "./write-json.ts";

/** The bytes that a header value may contain (RFC 9110, 5.5). */
const HEADER_VALUE = /^[\t -~\u0080-\u00ff]*$/;
const MOST_IN_HEADER = 65_536;

/** Whether a header value can be this text: one line of latin1, and not so large that every server refuses it. */
export const isHeaderText = (text: string): boolean =>
  HEADER_VALUE.test(text) && text === text.trim() && text.length <= MOST_IN_HEADER;

/** The text of a header parameter with some values replaced; of a list its items between commas (OpenAPI's style `simple`). */
export function parameterHeader(slot: ParameterSlot, over: Replacements, from: Interface): string {
  const plain = (value: Template): string => exampleBytes(unquoted(value), from).toString("utf8");
  const given = replacementFor(slot, { over });
  if (slot.type.kind !== "list") return plain(given ?? slot.valid());
  if (given === undefined)
    return slot.inner
      .map((item) => plain(replacementFor(item, { over }) ?? item.valid()))
      .join(",");
  const items = listItems(given);
  if (items === undefined) return plain(given);
  return items
    .flatMap(({ value, times }) => Array.from({ length: times }, () => plain(value)))
    .join(",");
}
