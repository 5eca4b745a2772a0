import type { OrderRules } from "./order-rules.ts";

/** A rule that only one of two servers has, and a request that shows it. */
export type OrderPair = {
  name: string;
  /** The suite that contains such requests. */
  suite: string;
  /** Of the second server; the first has no rules. */
  rule: OrderRules;
  /** Replaces fields of the stated body; `undefined` omits one. */
  body?: Record<string, unknown>;
  /** Replaces `/v1/orders/7?page=1`. */
  path?: string;
  /** The responses of the first and the second server. */
  statuses: [number, number];
};

const ITEM = { sku: "a", count: 1 };
const CITY = "Ulm";

/** What each pair must show, by hand. Every example obeys all other rules. */
export const ORDER_PAIRS: OrderPair[] = [
  {
    name: "shops to 999",
    suite: "field-path-shop-id",
    rule: { shopId: { from: 1n, to: 999n } },
    path: "/v1/orders/1000?page=1",
    statuses: [201, 404],
  },
  {
    name: "pages to 500",
    suite: "field-query-page",
    rule: { page: { from: 1n, to: 500n } },
    path: "/v1/orders/7?page=501",
    statuses: [201, 400],
  },
  {
    name: "further keys",
    suite: "fields",
    rule: { furtherKeys: "refuse" },
    body: { x: 0 },
    statuses: [201, 422],
  },
  {
    name: "further keys of the address",
    suite: "field-address",
    rule: { furtherKeys: "refuse" },
    body: { address: { city: CITY, zip: "89073", x: 0 } },
    statuses: [201, 422],
  },
  {
    name: "orderId to int32",
    suite: "field-order-id",
    rule: { orderId: { to: 2147483647n } },
    body: { orderId: 2147483648 },
    statuses: [201, 422],
  },
  {
    name: "orderId as text",
    suite: "field-order-id",
    rule: { orderIdText: "accept" },
    body: { orderId: "1" },
    statuses: [422, 201],
  },
  {
    name: "years from 1970",
    suite: "field-created-at",
    rule: { years: { from: 1970n, to: 9999n } },
    body: { createdAt: "1969-12-31T23:59:59.999Z" },
    statuses: [201, 400],
  },
  {
    name: "3 fraction digits",
    suite: "field-created-at",
    rule: { fractionDigits: [3] },
    body: { createdAt: "2024-01-01T00:00:00Z" },
    statuses: [201, 400],
  },
  {
    name: "UTC",
    suite: "field-created-at",
    rule: { offset: "refuse" },
    body: { createdAt: "2024-01-01T00:00:00.000+00:00" },
    statuses: [201, 400],
  },
  {
    name: "amount from 0",
    suite: "field-amount",
    rule: { amount: { from: 0n } },
    body: { amount: -1 },
    statuses: [201, 422],
  },
  {
    name: "amount with 2 fraction digits",
    suite: "field-amount",
    rule: { amountDigitsMax: 2 },
    body: { amount: 0.125 },
    statuses: [201, 422],
  },
  {
    name: "note of 80",
    suite: "field-note",
    rule: { noteMax: 80 },
    body: { note: "x".repeat(81) },
    statuses: [201, 422],
  },
  {
    name: "express of any type",
    suite: "field-express",
    rule: { expressOther: "accept" },
    body: { express: "true" },
    statuses: [422, 201],
  },
  {
    name: "three channels",
    suite: "field-channel",
    rule: { channels: ["web", "shop", "phone"] },
    body: { channel: "Web" },
    statuses: [201, 422],
  },
  {
    name: "zip of 5 digits",
    suite: "field-address-zip",
    rule: { zipDigits: 5 },
    body: { address: { city: CITY, zip: "1234" } },
    statuses: [201, 422],
  },
  {
    name: "at most 10 items",
    suite: "field-items",
    rule: { itemsMax: 10 },
    body: { items: Array.from({ length: 11 }, () => ITEM) },
    statuses: [201, 422],
  },
  {
    name: "no items",
    suite: "field-items",
    rule: { itemsEmpty: "accept" },
    body: { items: [] },
    statuses: [422, 201],
  },
  {
    name: "sku of 12",
    suite: "field-items-sku",
    rule: { skuMax: 12 },
    body: { items: [{ ...ITEM, sku: "1234567890123" }] },
    statuses: [201, 422],
  },
  {
    name: "count to 99",
    suite: "field-items-count",
    rule: { count: { from: 1n, to: 99n } },
    body: { items: [ITEM, { ...ITEM, count: 100 }] },
    statuses: [201, 422],
  },
];
