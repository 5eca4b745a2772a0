import { createServer, type IncomingMessage } from "node:http";
import { listening, type Listening, withBody } from "../../src/servers/json-server.ts";

/** The document of a small shop. */
export const shopDocument = `openapi: 3.1.0
info: { title: Shop, version: "1" }
paths:
  /shops/{shop}/orders:
    post:
      operationId: createOrder
      parameters:
        - { name: shop, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 99 } }
        - { name: X-Channel, in: header, required: true, schema: { type: string, pattern: "^[a-z]{2,8}$", example: web } }
        - { name: X-Batch, in: header, schema: { type: integer, minimum: 1, maximum: 50 } }
        - { name: copies, in: query, schema: { type: integer, minimum: 1, maximum: 5 } }
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              additionalProperties: false
              required: [sku, quantity, status]
              properties:
                sku: { type: string, pattern: "^[A-Z]{3}-[0-9]{4}$", example: ABC-1234 }
                quantity: { type: integer, minimum: 1, maximum: 100 }
                status: { type: string, enum: [new, paid] }
                note: { type: [string, "null"], maxLength: 40 }
      responses:
        "201":
          description: made
          content:
            application/json:
              schema:
                type: object
                required: [id, quantity]
                properties: { id: { type: integer }, quantity: { type: integer } }
        "422": { description: not as stated }
`;

const MOST_BYTES = 1_000_000;

type Order = Record<string, unknown>;

/** Whether a shop keeps to its document. */
export type Deviations = { deviates: boolean };

/**
 * A shop. With `deviates` it differs from its document in five ways: up to 1000 pieces, notes of 20 characters at most,
 * codes in small letters too, a status that may be missing, and an id that is a text.
 */
export function startShop({ deviates }: Deviations): Promise<Listening> {
  let orders = 0;
  const server = createServer((request, response) => {
    withBody(request, MOST_BYTES, (body) => {
      const target = request.url ?? "/";
      const url = new URL(URL.canParse(target, "http://shop") ? target : "/", "http://shop");
      const shop = /^\/shops\/([^/]+)\/orders$/.exec(url.pathname)?.[1] ?? "";
      const copies = url.searchParams.get("copies") ?? "1";
      const send = (status: number, value: unknown): void => {
        response.writeHead(status, { "Content-Type": "application/json" });
        response.end(JSON.stringify(value));
      };
      const isJson = /^application\/json\b/i.test(request.headers["content-type"] ?? "");
      const order = isJson ? parsed(body?.toString("utf8") ?? "") : undefined;
      const isPlace = within(shop, 99) && within(copies, 5) && hasHeaders(request, deviates);
      if (order === undefined || !isPlace || !isValid(order, deviates))
        return send(422, { error: "not as stated" });
      orders += 1;
      return send(201, { id: deviates ? `o${orders}` : orders, quantity: order["quantity"] });
    });
  });
  return listening(server);
}

/** With `deviates`, the channel may be missing or in capitals, and a batch has up to 80 pieces. */
function hasHeaders({ headers }: IncomingMessage, deviates: boolean): boolean {
  const { "x-channel": channel, "x-batch": batch = "1" } = headers;
  const isChannel = (deviates ? /^[A-Za-z]{2,8}$/ : /^[a-z]{2,8}$/).test(String(channel ?? "none"));
  return (
    isChannel && (channel !== undefined || deviates) && within(String(batch), deviates ? 80 : 50)
  );
}

const within = (text: string, most: number): boolean =>
  /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= most;

function parsed(text: string): Order | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Order)
      : undefined;
  } catch {
    return undefined;
  }
}

const KNOWN = new Set(["sku", "quantity", "status", "note"]);

function isValid(order: Order, deviates: boolean): boolean {
  const { sku, quantity, status, note } = order;
  const code = deviates ? /^[A-Za-z]{3}-\d{4}$/ : /^[A-Z]{3}-\d{4}$/;
  return (
    Object.keys(order).every((key) => KNOWN.has(key)) &&
    typeof sku === "string" &&
    code.test(sku) &&
    Number.isInteger(quantity) &&
    Number(quantity) >= 1 &&
    Number(quantity) <= (deviates ? 1000 : 100) &&
    (status === "new" || status === "paid" || (deviates && !Object.hasOwn(order, "status"))) &&
    (!Object.hasOwn(order, "note") ||
      note === null ||
      (typeof note === "string" && [...note].length <= (deviates ? 20 : 40)))
  );
}
