import type { FieldSlot } from "../kinds/index.ts";
import type { Interface } from "../model/index.ts";
import { statedSlots } from "./fields.ts";
import { GIVEN } from "./given-headers.ts";

/** The protocol of every request. */
export const PROTOCOL = "HTTP/1.1";

/**
 * The headers of the stated request besides Host, Connection and Content-Length, which depend on
 * the target and the body: names, values and order as this client sends them. Headers of the
 * interface replace others of the same name. A header parameter has a constant value, never a fresh
 * one. A header whose value is given when sending has `GIVEN` as its value.
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
  const stated = [...usual.filter(([name]) => !own.has(name.toLowerCase())), ...headers];
  return withGivenLines(stated, from.given ?? []);
}

const headerParameters = (from: Interface): [name: string, value: string][] =>
  statedSlots(from).parameters.flatMap((slot): [string, string][] =>
    slot.in === "header" ? [[slot.name, headerText(slot)]] : [],
  );

/** Items of a list separated by commas, as in OpenAPI's style `simple`. */
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
