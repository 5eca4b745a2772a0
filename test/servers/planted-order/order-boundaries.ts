import { STATED_ORDER, type OrderRules } from "./order-rules.ts";

/** All boundaries of a server with these rules on one axis, in search order. */
export type OrderWalk = {
  name: string;
  rules: OrderRules;
  axis: string;
  /** The last place on one side, the first on the other: exact decimal text. */
  steps: Step[];
};

type Step = [nearStatus: number, near: string, farStatus: number, far: string];

/** One rule at a time, each at its own place. */
const SINGLE: Record<string, [rules: OrderRules, axis: string, ...steps: Step[]]> = {
  "orderId to int32": [
    { orderId: { to: 2147483647n } },
    "order-id-upwards",
    [201, "2147483647", 422, "2147483648"],
  ],
  "orderId from int64": [
    { orderId: { from: -9223372036854775808n } },
    "order-id-downwards",
    [201, "-9223372036854775808", 422, "-9223372036854775809"],
  ],
  "orderId to 2^53": [
    { orderId: { to: 9007199254740992n } },
    "order-id-upwards",
    [201, "9007199254740992", 422, "9007199254740993"],
  ],
  "createdAt to 9999": [
    { years: { to: 9999n } },
    "created-at-year-upwards",
    [201, "9999", 400, "10000"],
  ],
  "createdAt from 1970": [
    { years: { from: 1970n } },
    "created-at-year-downwards",
    [201, "1970", 400, "1969"],
  ],
  "createdAt with 3 or 6 fraction digits": [
    { fractionDigits: [3, 6] },
    "created-at-fraction",
    [400, "2", 201, "3"],
    [201, "3", 400, "4"],
    [400, "5", 201, "6"],
    [201, "6", 400, "7"],
  ],
  "amount to a million": [
    { amount: { to: 1_000_000n } },
    "amount-upwards",
    [201, "1000000", 422, "1000001"],
  ],
  "amount from 0": [{ amount: { from: 0n } }, "amount-downwards", [201, "0", 422, "-1"]],
  "amount with 2 fraction digits": [
    { amountDigitsMax: 2 },
    "amount-fraction-digits",
    [201, "2", 422, "3"],
  ],
  "note of 80": [{ noteMax: 80 }, "note-longer", [201, "80", 422, "81"]],
  "note of 255": [{ noteMax: 255 }, "note-longer", [201, "255", 422, "256"]],
  "sku of 12, from longer ones": [{ skuMax: 12 }, "items-sku-shorter", [422, "13", 201, "12"]],
  "count from 1 to 99": [
    { count: { from: 1n, to: 99n } },
    "items-count-upwards",
    [422, "0", 201, "1"],
    [201, "99", 422, "100"],
  ],
  "1 to 10 items": [{ itemsMax: 10 }, "items-items", [422, "0", 201, "1"], [201, "10", 422, "11"]],
  "shops 1 to 999": [
    { shopId: { from: 1n, to: 999n } },
    "path-shop-id-upwards",
    [404, "0", 201, "1"],
    [201, "999", 404, "1000"],
  ],
  "pages 1 to 500": [
    { page: { from: 1n, to: 500n } },
    "query-page-upwards",
    [400, "0", 201, "1"],
    [201, "500", 400, "501"],
  ],
  "depth 32": [{ depthMax: 32 }, "nesting", [201, "31", 400, "32"]],
};

/** The boundaries on each axis of a value, with every rule. An axis without steps has the same status everywhere. */
const TOGETHER: Record<string, Step[]> = {
  "path-shop-id-upwards": [
    [404, "0", 201, "1"],
    [201, "999", 404, "1000"],
  ],
  "path-shop-id-downwards": [],
  "path-shop-id-fraction": [[201, "0", 404, "1"]],
  "path-shop-id-exponent-upwards": [],
  "path-shop-id-exponent-downwards": [],
  "path-shop-id-digits": [[201, "3", 404, "4"]],
  "query-page-upwards": [
    [400, "0", 201, "1"],
    [201, "500", 400, "501"],
  ],
  "query-page-downwards": [],
  "query-page-fraction": [[201, "0", 400, "1"]],
  "query-page-exponent-upwards": [],
  "query-page-exponent-downwards": [],
  "query-page-digits": [[201, "3", 400, "4"]],
  "order-id-upwards": [
    [422, "0", 201, "1"],
    [201, "2147483647", 422, "2147483648"],
  ],
  "order-id-downwards": [],
  "order-id-fraction": [],
  "order-id-exponent-upwards": [[201, "9", 422, "10"]],
  "order-id-exponent-downwards": [[201, "0", 422, "-1"]],
  "order-id-digits": [[201, "10", 422, "11"]],
  "created-at-year-upwards": [[201, "9999", 400, "10000"]],
  "created-at-year-downwards": [[201, "1970", 400, "1969"]],
  "created-at-fraction": [
    [400, "2", 201, "3"],
    [201, "3", 400, "4"],
  ],
  "created-at-offset-east": [],
  "created-at-offset-west": [],
  "amount-upwards": [[201, "1000000", 422, "1000001"]],
  "amount-downwards": [[201, "0", 422, "-1"]],
  "amount-fraction-digits": [[201, "2", 422, "3"]],
  "amount-exponent-upwards": [[201, "6", 422, "7"]],
  "amount-exponent-downwards": [],
  "amount-digits": [[201, "6", 422, "7"]],
  "note-longer": [[201, "80", 422, "81"]],
  "note-shorter": [],
  "channel-length": [
    [422, "2", 201, "3"],
    [201, "3", 422, "4"],
  ],
  "channel-other-case": [[201, "0", 422, "1"]],
  "address-further": [],
  "address-depth": [[201, "30", 400, "31"]],
  "address-city-longer": [],
  "address-city-shorter": [],
  "address-zip-longer": [[201, "5", 422, "6"]],
  "address-zip-shorter": [[201, "5", 422, "4"]],
  "items-items": [
    [422, "0", 201, "1"],
    [201, "10", 422, "11"],
  ],
  "items-item-further": [],
  "items-item-depth": [[201, "29", 400, "30"]],
  "items-sku-longer": [[201, "12", 422, "13"]],
  "items-sku-shorter": [],
  "items-count-upwards": [
    [422, "0", 201, "1"],
    [201, "99", 422, "100"],
  ],
  "items-count-downwards": [],
  "items-count-fraction": [],
  "items-count-exponent-upwards": [[201, "1", 422, "2"]],
  "items-count-exponent-downwards": [[201, "0", 422, "-1"]],
  "items-count-digits": [[201, "2", 422, "3"]],
};

/** The truth, by hand: the boundaries of an order without rules. */
export const ORDER_WALKS: OrderWalk[] = Object.entries(SINGLE).map(
  ([name, [rules, axis, ...steps]]) => ({ name, rules, axis, steps }),
);

/** The same for the stated order, on a server with every rule. */
export const STATED_WALKS: OrderWalk[] = Object.entries(TOGETHER).map(([axis, steps]) => ({
  name: "every rule",
  rules: STATED_ORDER,
  axis,
  steps,
}));
