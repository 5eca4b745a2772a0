import type { ServerResponse } from "node:http";

export type ServerReply = { status: number; headers?: Record<string, string>; body: string };

/** A reply with this value as JSON. */
export const jsonReply = (
  status: number,
  value: object,
  headers?: Record<string, string>,
): ServerReply => ({
  status,
  headers: { "Content-Type": "application/json", ...headers },
  body: JSON.stringify(value),
});

/** A reply as plain text. */
export const textReply = (status: number, words: string): ServerReply => ({
  status,
  headers: { "Content-Type": "text/plain; charset=utf-8" },
  body: `${words}\n`,
});

export function sendReply(response: ServerResponse, { status, headers, body }: ServerReply): void {
  response.writeHead(status, { ...headers, "Content-Length": Buffer.byteLength(body) }).end(body);
}
