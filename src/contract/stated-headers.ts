import type { Interface } from "../model/interface.ts";

/** The protocol of every request. */
export const PROTOCOL = "HTTP/1.1";

/**
 * The headers of the stated request beside Host, Connection and Content-Length, which depend on the
 * target and the body: names, values and order as this client sends them. Those of the interface
 * replace others of the same name.
 */
export function statedHeaders({
  body,
  contentType = "application/json",
  headers = [],
}: Interface): [name: string, value: string][] {
  const own = new Set(headers.map(([name]) => name.toLowerCase()));
  const usual: [name: string, value: string][] = [
    ...(body === undefined ? [] : [["Content-Type", contentType] as [string, string]]),
    ["User-Agent", "api-witness"],
    ["Accept", "*/*"],
    ["Accept-Encoding", "gzip, deflate, br"],
  ];
  return [...usual.filter(([name]) => !own.has(name.toLowerCase())), ...headers];
}
