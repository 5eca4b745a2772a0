import { createServer, type IncomingMessage, type Server } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";

/** Parts of a document about items, which tests share. */
const json = (schema: object) => ({ "application/json": { schema } });
export const ITEM = {
  type: "object",
  required: ["id", "name"],
  properties: { id: { type: "integer" }, name: { type: "string" } },
};
export const NEW_ITEM = {
  type: "object",
  required: ["name"],
  properties: { name: { type: "string", minLength: 1, maxLength: 40 } },
};
export const idOf = (name: string) => [
  { name, in: "path", required: true, schema: { type: "integer", minimum: 1 } },
];
export const is = (schema?: object) => ({
  description: "so",
  ...(schema && { content: json(schema) }),
});
export const body = { required: true, content: json(NEW_ITEM) };

/** Six operations; `getOrphan` has no producer. */
export const ITEMS_DOCUMENT = {
  openapi: "3.0.3",
  info: { title: "items", version: "1" },
  paths: {
    "/items": {
      get: { operationId: "listItems", responses: { 200: is({ type: "array", items: ITEM }) } },
      post: {
        operationId: "createItem",
        requestBody: body,
        responses: { 201: is(ITEM), 400: is() },
      },
    },
    "/items/{item_id}": {
      get: { operationId: "getItem", parameters: idOf("item_id"), responses: { 200: is(ITEM) } },
      put: {
        operationId: "updateItem",
        parameters: idOf("item_id"),
        requestBody: body,
        responses: { 200: is(ITEM), 400: is() },
      },
    },
    "/health": { get: { operationId: "health", responses: { 200: is() } } },
    "/orphans/{orphan_id}": {
      get: { operationId: "getOrphan", parameters: idOf("orphan_id"), responses: { 200: is() } },
    },
  },
};

export type ItemsOptions = {
  /** The id of the first item. */
  firstId?: number;
  /** The longest name that `updateItem` accepts. */
  longest?: number;
  /** Whether items can be deleted. */
  deletes?: boolean;
};

type Sent = { method: string; path: string; status: number; authorization: string | undefined };

/** A service that keeps items in memory, and what it was sent. */
export type ItemsService = { url: string; sent: Sent[]; close: () => void };

/** Starts the service that `ITEMS_DOCUMENT` describes. */
export async function startItems(options: ItemsOptions = {}): Promise<ItemsService> {
  const { firstId = 1000, longest = 40 } = options;
  let nextId = firstId - 1;
  const items = new Map<number, { id: number; name: string }>();
  const sent: Sent[] = [];
  const respond = (method: string, path: string, text: string): [number, unknown?] => {
    const [, id] = /^\/items\/([1-9]\d*)$/.exec(path) ?? [];
    if (path === "/items" && method === "GET") return [200, [...items.values()].slice(0, 3)];
    if (path === "/items" && method === "POST") {
      const name = nameIn(text, 40);
      if (name === undefined) return [400];
      const item = { id: (nextId += 1), name };
      items.set(item.id, item);
      return [201, item];
    }
    if (path === "/health") return method === "GET" ? [200] : [405];
    const item = items.get(Number(id));
    if (item === undefined) return [404];
    if (method === "GET") return [200, item];
    if (method === "DELETE" && options.deletes) return items.delete(item.id) ? [204] : [404];
    if (method !== "PUT") return [405];
    const name = nameIn(text, longest);
    return name === undefined ? [400] : [200, { ...item, name }];
  };
  const server = createServer((request, response) => {
    void textOf(request).then((text) => {
      const { method = "", url = "", headers } = request;
      const path = url.split("?")[0] ?? "";
      const [status, value] = respond(method, path, text);
      sent.push({ method, path, status, authorization: headers.authorization });
      response.statusCode = status;
      if (value === undefined) return response.end();
      return response.setHeader("Content-Type", "application/json").end(JSON.stringify(value));
    });
  });
  return { url: await listening(server), sent, close: () => closeAll(server) };
}

async function listening(server: Server): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function closeAll(server: Server): void {
  server.close();
  server.closeAllConnections();
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request) chunks.push(chunk as Buffer);
  } catch {
    // The connection ended before the body did.
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** The name in a body, if it is a text of this length at most. */
function nameIn(text: string, longest: number): string | undefined {
  try {
    const { name } = JSON.parse(text) as { name?: unknown };
    const length = typeof name === "string" ? Array.from(name).length : 0;
    return length >= 1 && length <= longest ? (name as string) : undefined;
  } catch {
    return undefined;
  }
}
