import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";

/** What a shop does wrong; without one it does what its document states. */
export type ShopDefect =
  | "undocumented status"
  | "undocumented media type"
  | "response schema"
  | "missing header"
  | "5xx on valid input"
  | "5xx on invalid input"
  | "invalid input accepted"
  | "valid input refused"
  | "undocumented refusal"
  | "stated input refused"
  | "undocumented method"
  | "parameter not required"
  | "header not required"
  | "security ignored"
  | "used after delete"
  | "updated after delete"
  | "deleted by others"
  | "not there after create"
  | "not in the list";

const json = (schema: object) => ({ "application/json": { schema } });
const SIZE = { type: "integer", minimum: 1, maximum: 100 };
const NAME = { type: "string", minLength: 1, maxLength: 40 };
const NEW_ITEM = {
  type: "object",
  required: ["name", "size"],
  properties: { name: NAME, size: SIZE },
  additionalProperties: false,
};
const ITEM = {
  type: "object",
  required: ["id", "name", "size"],
  properties: { id: { type: "integer" }, name: { type: "string" }, size: { type: "integer" } },
};
const ERROR = { type: "object", required: ["error"], properties: { error: { type: "string" } } };
const ID = [
  { name: "item_id", in: "path", required: true, schema: { type: "integer", minimum: 1 } },
];
const refusals = (...statuses: number[]) =>
  Object.fromEntries(statuses.map((each) => [each, { description: "no", content: json(ERROR) }]));
const ok = (schema: object, more: object = {}) => ({
  description: "yes",
  content: json(schema),
  ...more,
});
const body = { required: true, content: json(NEW_ITEM) };

/** The document of a shop. */
export const SHOP_DOCUMENT = {
  openapi: "3.1.0",
  info: { title: "shop", version: "1" },
  components: { securitySchemes: { token: { type: "http", scheme: "bearer" } } },
  paths: {
    "/items": {
      get: {
        operationId: "listItems",
        responses: { 200: ok({ type: "array", items: ITEM }) },
      },
      post: {
        operationId: "createItem",
        requestBody: body,
        responses: {
          201: ok(ITEM, {
            headers: { Location: { required: true, schema: { type: "string" } } },
          }),
          ...refusals(400, 413, 415),
        },
      },
    },
    "/items/{item_id}": {
      get: {
        operationId: "getItem",
        parameters: ID,
        responses: { 200: ok(ITEM), ...refusals(400, 404) },
      },
      put: {
        operationId: "updateItem",
        parameters: ID,
        requestBody: body,
        responses: { 200: ok(ITEM), ...refusals(400, 404, 413, 415) },
      },
      delete: {
        operationId: "deleteItem",
        parameters: ID,
        security: [{ token: [] }],
        responses: { 204: { description: "gone" }, ...refusals(400, 401, 404) },
      },
    },
    "/search": {
      get: {
        operationId: "search",
        parameters: [
          { name: "most", in: "query", required: true, schema: SIZE },
          {
            name: "X-Region",
            in: "header",
            required: true,
            schema: { type: "string", enum: ["eu", "us"] },
          },
        ],
        responses: { 200: ok({ type: "array", items: ITEM }), ...refusals(400) },
      },
    },
    "/account": {
      get: {
        operationId: "getAccount",
        security: [{ token: [] }],
        responses: {
          200: ok({ type: "object", properties: { name: { type: "string" } } }),
          ...refusals(401),
        },
      },
    },
  },
};

/** The credentials that a shop knows. */
export const SHOP_TOKEN = "t0ken";

type Item = { id: number; name: string; size: number };
type Reply = { status: number; body?: unknown; headers?: Record<string, string>; type?: string };

const refused = (status: number): Reply => ({ status, body: { error: "no" } });

/** A server with the operations of the document, and at most one defect. */
export function shop(defect?: ShopDefect): Server {
  const items = new Map<number, Item>();
  let next = 1000;
  /** With the defect: the value of the first search, which is refused. */
  let first: string | undefined;
  const is = (each: ShopDefect): boolean => defect === each;

  const readNew = (text: string, type = ""): Omit<Item, "id"> | Reply => {
    if (!/^application\/json\b/i.test(type)) return refused(415);
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return refused(is("5xx on invalid input") ? 500 : 400);
    }
    const most = is("invalid input accepted") ? 1000 : is("valid input refused") ? 50 : 100;
    const { name, size, ...others } = (value ?? {}) as Partial<Item>;
    const isName = typeof name === "string" && name !== "" && Array.from(name).length <= 40;
    const isSize = Number.isInteger(size) && Number(size) >= 1 && Number(size) <= most;
    if (!isName || !isSize || Array.isArray(value) || Object.keys(others).length > 0)
      return refused(is("undocumented refusal") ? 418 : 400);
    return { name, size: Number(size) };
  };

  const onItem = (
    method: string,
    item: Item | undefined,
    input: () => ReturnType<typeof readNew>,
    authorization: string | undefined,
  ): Reply => {
    if (method === "PATCH" && is("undocumented method")) return { status: 200, body: {} };
    if (!["GET", "PUT", "DELETE"].includes(method)) return refused(405);
    const isKnown = authorization === `Bearer ${SHOP_TOKEN}`;
    if (method === "DELETE" && !isKnown && !is("deleted by others")) return refused(401);
    if (item === undefined)
      return method === "PUT" && is("updated after delete")
        ? { status: 200, body: { id: 1, name: "a", size: 1 } }
        : refused(404);
    if (method === "GET") {
      if (is("undocumented status")) return { status: 203, body: item };
      if (is("undocumented media type")) return { status: 200, body: item, type: "text/plain" };
      if (is("response schema")) return { status: 200, body: { ...item, size: String(item.size) } };
      if (is("5xx on valid input")) return refused(500);
      return { status: 200, body: item };
    }
    if (method === "DELETE") {
      if (!is("used after delete")) items.delete(item.id);
      return { status: 204 };
    }
    const read = input();
    if ("status" in read) return read;
    items.set(item.id, { ...item, ...read });
    return { status: 200, body: items.get(item.id) };
  };

  const onItems = (method: string, input: () => ReturnType<typeof readNew>): Reply => {
    if (method === "GET") {
      const all = [...items.values()].slice(-5);
      return { status: 200, body: is("not in the list") ? [] : all };
    }
    if (method !== "POST") return refused(405);
    const read = input();
    if ("status" in read) return read;
    const item = { id: next++, ...read };
    if (!is("not there after create")) items.set(item.id, item);
    const headers = { Location: `/items/${item.id}` };
    return { status: 201, body: item, ...(is("missing header") ? {} : { headers }) };
  };

  const search = (url: URL, region: string | undefined): Reply => {
    const most = url.searchParams.getAll("most");
    if (is("stated input refused")) first ??= most[0];
    const isMost = most.length === 1 && /^[1-9]\d?$|^100$/.test(most[0] ?? "") && most[0] !== first;
    const isMissing = most.length === 0 && is("parameter not required");
    const isRegion =
      region === "eu" || region === "us" || (region === undefined && is("header not required"));
    return (isMost || isMissing) && isRegion ? { status: 200, body: [] } : refused(400);
  };

  const reply = (request: IncomingMessage, text: string): Reply => {
    const { method = "", headers } = request;
    if (!URL.canParse(request.url ?? "/", "http://shop")) return refused(400);
    const url = new URL(request.url ?? "/", "http://shop");
    const input = () => readNew(text, headers["content-type"]);
    const id = /^\/items\/([^/]+)$/.exec(url.pathname)?.[1];
    if (url.pathname === "/items") return onItems(method, input);
    if (id !== undefined) {
      // Only the usual form of a number is one: `01` is refused, and nothing follows from it about 1.
      if (!/^[1-9]\d{0,15}$/.test(id)) return refused(400);
      return onItem(method, items.get(Number(id)), input, headers.authorization);
    }
    if (url.pathname === "/search")
      return method === "GET"
        ? search(url, headers["x-region"] as string | undefined)
        : refused(405);
    if (url.pathname === "/account") {
      if (method !== "GET") return refused(405);
      const isKnown = headers.authorization === `Bearer ${SHOP_TOKEN}`;
      return isKnown || is("security ignored")
        ? { status: 200, body: { name: "a" } }
        : refused(401);
    }
    return refused(404);
  };

  return createServer((request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const {
        status,
        body: value,
        headers = {},
        type = "application/json",
      } = reply(request, Buffer.concat(chunks).toString("utf8"));
      const sent = value === undefined ? "" : JSON.stringify(value);
      response.writeHead(status, { ...headers, ...(sent === "" ? {} : { "content-type": type }) });
      response.end(request.method === "HEAD" ? undefined : sent);
    });
  });
}
