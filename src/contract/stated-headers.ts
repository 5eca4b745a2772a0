import type { Interface } from "../model/interface.ts";

/** The protocol of every request. */
export const PROTOCOL = "HTTP/1.1";

/**
 * The headers of the stated request beside Host, Connection and Content-Length, which depend on the
 * target and the body: names, values and order as this client sends them.
 */
export function statedHeaders({
  body,
  contentType = "application/json",
  headers = [],
}: Interface): [name: string, value: string][] {
  return [
    ...(body === undefined ? [] : [["Content-Type", contentType] as [string, string]]),
    ["User-Agent", "api-witness"],
    ["Accept", "*/*"],
    ["Accept-Encoding", "gzip, deflate, br"],
    ...headers,
  ];
}
