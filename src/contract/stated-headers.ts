import type { FieldSlot } from "../kinds/index.ts";
import type { Interface } from "../model/index.ts";
import { contentTypeOf, statedSlots } from "./fields.ts";
import { GIVEN, type GivenHeaders, headersAtSending, Secret } from "./route.ts";

export const PROTOCOL = "HTTP/1.1";

/**
 * The headers of the stated request besides Host, Connection and Content-Length, which depend on the target and the body: names,
 * values and order as this client sends them. Headers of the interface replace others of the same name. A header parameter has a
 * constant value, never a fresh one. A header whose value is given when sending has `GIVEN` as its value.
 */
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

function lower(name: string): string {
  return name.toLowerCase();
}
