import type { FieldSlot } from "../kinds/slot.ts";
import type { Interface } from "../model/interface.ts";
import { statedSlots } from "./fields.ts";

/** The protocol of every request. */
export const PROTOCOL = "HTTP/1.1";

/**
 * The headers of the stated request beside Host, Connection and Content-Length, which depend on the
 * target and the body: names, values and order as this client sends them. Those of the interface
 * replace others of the same name. A parameter in a header has one value, never a fresh one.
 */
export function statedHeaders(from: Interface): [name: string, value: string][] {
  const { body, contentType = "application/json", headers: fixed = [] } = from;
  const headers = [...fixed, ...headerParameters(from)];
  const own = new Set(headers.map(([name]) => name.toLowerCase()));
  const usual: [name: string, value: string][] = [
    ...(body === undefined ? [] : [["Content-Type", contentType] as [string, string]]),
    ["User-Agent", "api-witness"],
    ["Accept", "*/*"],
    ["Accept-Encoding", "gzip, deflate, br"],
  ];
  return [...usual.filter(([name]) => !own.has(name.toLowerCase())), ...headers];
}

const headerParameters = (from: Interface): [name: string, value: string][] =>
  statedSlots(from).parameters.flatMap((slot): [string, string][] =>
    slot.in === "header" ? [[slot.name, headerText(slot)]] : [],
  );

/** Items of a list with commas between them, as OpenAPI's style `simple` has it. */
function headerText(slot: FieldSlot): string {
  if (slot.type.kind === "list") return slot.inner.map(headerText).join(",");
  const content = slot.content().map((part) => (typeof part === "string" ? part : ""));
  return String(JSON.parse(`"${content.join("")}"`));
}
