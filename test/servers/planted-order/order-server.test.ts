import { afterAll, describe, expect, test } from "vitest";
import type { Listening } from "../../../src/servers/json-server.ts";
import { ORDER_WALKS, STATED_WALKS } from "./order-boundaries.ts";
import { ORDER_PAIRS } from "./order-pairs.ts";
import { STATED_ORDER, type OrderRules } from "./order-rules.ts";
import { startOrders } from "./order-server.ts";

const ADDRESS = { city: "Ulm", zip: "89073" };
const ITEM = { sku: "a", count: 1 };
const STATED: Record<string, unknown> = {
  orderId: 1,
  createdAt: "2024-01-01T00:00:00.000Z",
  amount: 12.34,
  note: "soon",
  express: true,
  channel: "web",
  address: ADDRESS,
  items: [ITEM],
};
const PATH = "/v1/orders/7?page=1";

type Sent = { path?: string; body?: string; method?: string; headers?: Record<string, string> };

const started = new Map<OrderRules, Promise<Listening>>();
async function statusOf(rules: OrderRules, { path = PATH, ...init }: Sent): Promise<number> {
  const server = started.get(rules) ?? startOrders(rules);
  started.set(rules, server);
  const headers = { "X-Tenant": "acme" };
  const response = await fetch((await server).url + path, { method: "POST", headers, ...init });
  expect(await response.json()).toEqual({ status: response.status });
  return response.status;
}
afterAll(async () => {
  for (const server of started.values()) await (await server).close();
});

/** The stated body with other JSON text instead of some fields. */
const withText = (texts: Record<string, string>): Sent => {
  const own = Object.entries(STATED).map(([key, value]) => [key, JSON.stringify(value)]);
  const members = Object.entries({ ...Object.fromEntries(own), ...texts });
  return { body: `{${members.map(([key, text]) => `"${key}":${text}`).join(",")}}` };
};

const shop = (text: string): Sent => ({ ...withText({}), path: `/v1/orders/${text}?page=1` });
const page = (text: string): Sent => ({ ...withText({}), path: `/v1/orders/7?page=${text}` });
const dated = (date: string) => withText({ createdAt: `"${date}"` });
const item = (text: string) => withText({ items: `[${text}]` });
const year = (at: string) => dated(`${at}-01-01T00:00:00.000Z`);
const zeros = (count: number) => (count === 0 ? "" : `.${"0".repeat(count)}`);
const letters = (count: string) => `"${"x".repeat(Number(count))}"`;

/** So many objects, one in the other. */
const nested = (at: string) => `${'{"a":'.repeat(Number(at))}1${"}".repeat(Number(at))}`;

/** The request at a place of each axis, by the end of its name. */
const AT: [axis: string, request: (at: string) => Sent][] = [
  ["shop-id-digits", (at) => shop("1".repeat(Number(at)))],
  ["shop-id-fraction", (at) => shop(`100${zeros(Number(at))}`)],
  ["shop-id", shop],
  ["page-digits", (at) => page("1".repeat(Number(at)))],
  ["page-fraction", (at) => page(`100${zeros(Number(at))}`)],
  ["page", page],
  ["order-id-exponent", (at) => withText({ orderId: `1e${at}` })],
  ["order-id-digits", (at) => withText({ orderId: "1".repeat(Number(at)) })],
  ["order-id", (at) => withText({ orderId: at })],
  ["created-at-year", year],
  ["created-at-fraction", (at) => dated(`2024-01-01T00:00:00${zeros(Number(at))}Z`)],
  ["amount-fraction-digits", (at) => withText({ amount: `12.${"1".repeat(Number(at))}` })],
  ["amount-exponent", (at) => withText({ amount: `1e${at}` })],
  ["amount-digits", (at) => withText({ amount: "1".repeat(Number(at)) })],
  ["amount", (at) => withText({ amount: at })],
  ["note", (at) => withText({ note: letters(at) })],
  [
    "channel-length",
    (at) => withText({ channel: `"${"web".padEnd(Number(at), "b").slice(0, Number(at))}"` }),
  ],
  ["channel-other-case", (at) => withText({ channel: at === "0" ? '"web"' : '"Web"' })],
  ["address-depth", (at) => withText({ address: `{"city":"","zip":"89073","x":${nested(at)}}` })],
  ["items-item-depth", (at) => item(`{"sku":"","count":1,"x":${nested(at)}}`)],
  ["address-zip", (at) => withText({ address: `{"city":"","zip":"${"1".repeat(Number(at))}"}` })],
  ["items-sku", (at) => item(`{"count":1,"sku":${letters(at)}}`)],
  ["items-count-exponent", (at) => item(`{"sku":"","count":1e${at}}`)],
  ["items-count-digits", (at) => item(`{"sku":"","count":${"1".repeat(Number(at))}}`)],
  ["items-count", (at) => item(`{"sku":"","count":${at}}`)],
  [
    "items",
    (at) => withText({ items: `[${Array(Number(at)).fill('{"sku":"","count":1}').join()}]` }),
  ],
  ["nesting", (at) => withText({ x: "[".repeat(Number(at)) + "]".repeat(Number(at)) })],
];

const steps = [...ORDER_WALKS, ...STATED_WALKS].flatMap((walk) =>
  walk.steps.map((step) => ({ ...walk, step })),
);

test.each(steps)("$name, $axis: $step", async ({ rules, axis, step }) => {
  const [nearStatus, near, farStatus, far] = step;
  expect(Math.abs(Number(BigInt(far) - BigInt(near)))).toBe(1);
  const request = AT.find(([name]) => axis.startsWith(name) || axis.includes(`-${name}`))?.[1];
  if (request === undefined) throw new Error(`no request for ${axis}`);
  expect(await statusOf(rules, request(near))).toBe(nearStatus);
  expect(await statusOf(rules, request(far))).toBe(farStatus);
});

test.each(ORDER_PAIRS)("$name: $statuses", async ({ rule, body, path, statuses }) => {
  const sent = { body: JSON.stringify({ ...STATED, ...body }), ...(path && { path }) };
  expect([await statusOf({}, sent), await statusOf(rule, sent)]).toEqual(statuses);
  const stated = { body: JSON.stringify(STATED) };
  expect([await statusOf({}, stated), await statusOf(rule, stated)]).toEqual([201, 201]);
});

describe("the order of rules", () => {
  const body = JSON.stringify({ ...STATED, orderId: 0 });
  test.each<[number, Sent]>([
    [201, { body: JSON.stringify(STATED) }],
    [404, { path: "/v1/orders/", method: "PUT", headers: {} }],
    [404, { path: "/elsewhere", method: "PUT", headers: {} }],
    [405, { path: "/v1/orders/0?page=0", method: "PUT", headers: {} }],
    [404, { path: "/v1/orders/0?page=0", headers: {}, body }],
    [404, { path: "/v1/orders/%zz?page=1", body }],
    [400, { path: "/v1/orders/7?page=0", headers: {}, body }],
    [400, { path: "/v1/orders/7?page=", body }],
    [401, { headers: {}, body }],
    [400, { body: "{" }],
    [422, { body: "[]" }],
    [422, { body }],
    [201, { path: "/v1/orders/%37", body: JSON.stringify(STATED) }],
    [200, { path: "/v1/orders?page=500", method: "GET", headers: {} }],
    [400, { path: "/v1/orders?page=501", method: "GET", headers: {} }],
    [405, { path: "/v1/orders?page=1", body }],
  ])("%i for %o", async (status, sent) => expect(await statusOf(STATED_ORDER, sent)).toBe(status));

  test.each(Object.keys(STATED))("%s may not be missing, but for the note", async (key) => {
    const sent = { body: JSON.stringify({ ...STATED, [key]: undefined }) };
    const status = { note: 201, createdAt: 400 }[key] ?? 422;
    expect(await statusOf({}, sent)).toBe(status);
  });
});
