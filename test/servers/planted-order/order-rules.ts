import type { Band } from "../planted-rules/within-bands.ts";

/**
 * The rules of a planted order server. Without any rule it accepts RFC 8259 JSON of any size and depth in which every
 * stated field exists and has its JSON type, whatever its value; `note` may be missing. Each rule narrows or widens one
 * thing.
 */
export type OrderRules = {
  /** A shop outside gets 404. Default: any text. */
  shopId?: Band;
  /** A page outside gets 400, also one that is not a number. Default: any text, or none. */
  page?: Band;
  /** A request without `X-Tenant` gets 401. Default: accepted. */
  tenant?: "required";
  /** Nested containers, the root object being the first; a deeper one gets 400. Default: no limit. */
  depthMax?: number;
  /** A key that is not stated, in any of the three objects, gets 422. Default: accepted. */
  furtherKeys?: "refuse";
  /** An `orderId` outside gets 422. Default: any. */
  orderId?: Band;
  /**
   * An `orderId` that is a string with an integer in it. Default: 422, as for anything that is not a
   * number.
   */
  orderIdText?: "accept";
  /** A year of `createdAt` outside gets 400. Default: any. */
  years?: Band;
  /** Any other number of fraction digits gets 400. Default: any. */
  fractionDigits?: number[];
  /** An offset instead of Z gets 400. Default: accepted. */
  offset?: "refuse";
  /** An `amount` outside gets 422. Default: any. */
  amount?: Band;
  /** An `amount` with more digits after its point gets 422. Default: any number. */
  amountDigitsMax?: number;
  /** A `note` of more characters gets 422. Default: any. */
  noteMax?: number;
  /** `express` that is not a boolean. Default: 422. */
  expressOther?: "accept";
  /** A `channel` that is not one of these gets 422. Default: any text. */
  channels?: string[];
  /** An `address.zip` that is not this many digits gets 422. Default: any text. */
  zipDigits?: number;
  /** More items get 422. Default: any number. */
  itemsMax?: number;
  /** A list of no items. Default: 422. */
  itemsEmpty?: "accept";
  /** An `items[].sku` of more characters gets 422. Default: any. */
  skuMax?: number;
  /** An `items[].count` outside gets 422. Default: any. */
  count?: Band;
};

/** Every limit, as the interface of the tests states them. */
export const STATED_ORDER: OrderRules = {
  shopId: { from: 1n, to: 999n },
  page: { from: 1n, to: 500n },
  tenant: "required",
  depthMax: 32,
  orderId: { from: 1n, to: 2147483647n },
  years: { from: 1970n, to: 9999n },
  fractionDigits: [3],
  offset: "refuse",
  amount: { from: 0n, to: 1_000_000n },
  amountDigitsMax: 2,
  noteMax: 80,
  channels: ["web", "shop", "phone"],
  zipDigits: 5,
  itemsMax: 10,
  skuMax: 12,
  count: { from: 1n, to: 99n },
};
