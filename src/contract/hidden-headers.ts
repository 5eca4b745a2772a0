import type { Interface } from "../model/index.ts";
import type { GivenHeaders } from "./given-headers.ts";
import { Secret } from "./secret.ts";
import { statedHeaders } from "./stated-headers.ts";

/** Headers whose values are secrets wherever they come from. */
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
