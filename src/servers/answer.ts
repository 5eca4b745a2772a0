import type { ServerResponse } from "node:http";

export type Reply = { status: number; headers?: Record<string, string>; body: string };

/** A reply with this value as JSON. */
export const json = (status: number, value: object, headers?: Record<string, string>): Reply => ({
  status,
  headers: { "Content-Type": "application/json", ...headers },
  body: JSON.stringify(value),
});

/** A reply in plain words. */
export const text = (status: number, words: string): Reply => ({
  status,
  headers: { "Content-Type": "text/plain; charset=utf-8" },
  body: `${words}\n`,
});

export function answer(response: ServerResponse, { status, headers, body }: Reply): void {
  response.writeHead(status, { ...headers, "Content-Length": Buffer.byteLength(body) }).end(body);
}
