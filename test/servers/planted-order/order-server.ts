import type { IncomingMessage } from "node:http";
import type { Listening } from "../../../src/servers/json-server.ts";
import { startLax } from "../planted-rules/lax-server.ts";
import { withinBands } from "../planted-rules/within-bands.ts";
import type { OrderRules } from "./order-rules.ts";
import { statusByOrder } from "./status-by-order.ts";

const PATH = /^\/v1\/orders\/([^/?#]+)$/;
const PAGE_PATH = "/v1/orders";
const WHOLE = /^[+-]?\d+$/;

/**
 * A server with `POST /v1/orders/{shopId}?page=` and `GET /v1/orders?page=`. Its response depends only
 * on the request: 201 or 200, or the status of the first broken rule. The order is: path (404), method
 * (405), shop, page, tenant, then the body (`status-by-order.ts`).
 */
export function startOrders(rules: OrderRules): Promise<Listening> {
  return startLax(
    Infinity,
    (request, body) => ofHead(rules, request) ?? statusByOrder(rules, String(body)),
  );
}

function ofHead(rules: OrderRules, { url = "", method, headers }: IncomingMessage) {
  const [path = "", query = ""] = url.split(/\?(.*)/s);
  const isList = path === PAGE_PATH;
  const shop = PATH.exec(path)?.[1];
  if (shop === undefined && !isList) return 404;
  if (method !== (isList ? "GET" : "POST")) return 405;
  if (shop !== undefined && rules.shopId && !isWithin(unescaped(shop), rules.shopId)) return 404;
  const page = new URLSearchParams(query).get("page");
  if (page !== null && rules.page && !isWithin(page, rules.page)) return 400;
  if (isList) return 200;
  return rules.tenant === "required" && headers["x-tenant"] === undefined ? 401 : undefined;
}

const isWithin = (text: string, band: NonNullable<OrderRules["page"]>): boolean =>
  WHOLE.test(text) && withinBands(text, [band]);

/** A text with wrong percent-encoding stays as it is: it is not a number either. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
