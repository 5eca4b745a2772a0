/** The stated method. */
export const METHOD = "POST";
/** The stated path, appended to the base URL's own path. */
export const PATH = "/api/user";
/** The stated protocol. */
export const PROTOCOL = "HTTP/1.1";

/**
 * The stated request headers beside Host, Connection and Content-Length, which depend on the
 * target and the body: names, values and order as this client sends them.
 */
export function statedHeaders(): [name: string, value: string][] {
  return [
    ["Content-Type", "application/json"],
    ["User-Agent", "api-witness"],
    ["Accept", "*/*"],
    ["Accept-Encoding", "gzip, deflate, br"],
  ];
}
