import type { FieldMember, FieldType } from "../kinds/field-type.ts";
import type { Interface } from "../model/interface.ts";
import { clausesOf, type Stated } from "./clauses.ts";

type Types = Record<
  "shopId" | "page" | "amount" | "note" | "zip" | "sku" | "count" | "channel",
  FieldType
> & { items?: { minItems: number; maxItems: number } };

const member = (name: string, type: FieldType, required = true): FieldMember => ({
  name,
  type,
  required,
});

const orderOf = ({
  shopId,
  page,
  amount,
  note,
  zip,
  sku,
  count,
  channel,
  items,
}: Types): Stated => ({
  method: "POST",
  path: "/v1/orders/{shopId}",
  headers: [["X-Tenant", "acme"]],
  parameters: [
    { name: "shopId", in: "path", type: shopId, required: true },
    { name: "page", in: "query", type: page, required: false },
  ],
  body: {
    kind: "object",
    fields: [
      member("orderId", { kind: "whole-number", fresh: true }),
      member("createdAt", { kind: "date-time", fresh: true, fraction: 3, utc: true }),
      member("amount", amount),
      member("note", note, false),
      member("express", { kind: "boolean" }),
      member("channel", channel),
      member("address", {
        kind: "object",
        fields: [member("city", { kind: "text" }), member("zip", zip)],
      }),
      member("items", {
        kind: "list",
        ...items,
        items: { kind: "object", fields: [member("sku", sku), member("count", count)] },
      }),
    ],
  },
});

const named = (name: string, stated: Stated): Interface => ({
  ...stated,
  name,
  clauses: clausesOf(stated),
});

/** An order whose fields have types without bounds: a server's own limits are not stated anywhere. */
export const looseOrder: Interface = named(
  "loose-order",
  orderOf({
    shopId: { kind: "whole-number" },
    page: { kind: "whole-number" },
    amount: { kind: "number" },
    note: { kind: "text" },
    zip: { kind: "text" },
    sku: { kind: "text" },
    count: { kind: "whole-number" },
    channel: { kind: "text" },
  }),
);

/** The same with bounds, so that its requests keep every rule of `STATED_ORDER`. */
export const statedOrder: Interface = named(
  "stated-order",
  orderOf({
    shopId: { kind: "whole-number", min: 1, max: 999 },
    page: { kind: "whole-number", min: 1, max: 500 },
    amount: { kind: "number", min: 0, max: 1_000_000 },
    note: { kind: "text", maxLength: 80 },
    zip: { kind: "text", pattern: "^\\d{5}$" },
    sku: { kind: "text", maxLength: 12 },
    count: { kind: "whole-number", min: 1, max: 99 },
    channel: { kind: "choice", values: ["web", "shop", "phone"] },
    items: { minItems: 1, maxItems: 10 },
  }),
);

/** Its list: a GET without a body. */
export const statedList: Interface = named("stated-list", {
  method: "GET",
  path: "/v1/orders",
  parameters: [{ name: "page", in: "query", type: { kind: "whole-number", min: 1, max: 500 } }],
});
