import { createServer } from "node:http";
import { defineInterface, textField } from "../../src/contract/index.ts";
import type { Interface } from "../../src/model/index.ts";
import {
  jsonReply,
  listening,
  type Listening,
  sendReply,
  withBody,
} from "../../src/servers/json-server.ts";

/** A server, and the bodies that it got. */
export type UniqueStore = Listening & { bodies: string[] };

/** Accepts texts of up to 60 characters, or another number; the values of some members once. PUT changes one label, which may keep its own. */
export async function uniqueStore(
  unique: readonly string[],
  status = 400,
  most = 60,
): Promise<UniqueStore> {
  const taken = new Set<string>();
  const bodies: string[] = [];
  const server = await listening(
    createServer((request, response) => {
      withBody(request, 1_000_000, (received) => {
        bodies.push(String(received));
        sendReply(response, replyTo(String(received), request.method === "PUT"));
      });
    }),
  );
  const own = new Set<string>();
  const replyTo = (text: string, isChange: boolean) => {
    let body: Record<string, unknown>;
    try {
      body = Object(JSON.parse(text)) as Record<string, unknown>;
    } catch {
      return jsonReply(400, { error: "the body is not valid" });
    }
    const wrong = ["name", "code"].find(
      (key) => typeof body[key] !== "string" || Array.from(body[key]).length > most,
    );
    if (wrong !== undefined) return jsonReply(400, { [wrong]: "not a text of the right length" });
    const entryOf = (key: string): string => `${key} ${String(body[key])}`;
    const isOwn = (key: string): boolean => isChange && own.has(entryOf(key));
    const again = unique.find((key) => taken.has(entryOf(key)) && !isOwn(key));
    if (again !== undefined) return jsonReply(status, { [again]: "exists already" });
    for (const key of unique) taken.add(entryOf(key));
    if (isChange) for (const key of unique) own.add(entryOf(key));
    return jsonReply(201, {});
  };
  return { ...server, bodies };
}

/** Two required texts of up to 60 characters in a body; those with these names are fresh. */
export const documented = (names: Partial<Record<"name" | "code", true>> = {}): Interface => ({
  ...defineInterface({
    path: "/labels",
    fields: {
      name: textField({ maxLength: 60, ...(names.name && { fresh: true }) }).required(),
      code: textField({ maxLength: 60, ...(names.code && { fresh: true }) }).required(),
    },
  }),
  responses: [{ status: "201", at: "labels.yaml#/201" }],
});
