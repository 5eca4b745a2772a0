import type { Interface } from "../../src/model/index.ts";
import { clausesOf, type Stated } from "../../src/contract/index.ts";

const order: Stated = {
  method: "POST",
  path: "/v1/orders/{shopId}",
  headers: [["X-Tenant", "acme"]],
  parameters: [
    { name: "shopId", in: "path", type: { kind: "whole-number" }, required: true },
    { name: "page", in: "query", type: { kind: "whole-number", min: 1 } },
  ],
  body: {
    kind: "object",
    fields: [
      { name: "orderId", type: { kind: "whole-number", fresh: true }, required: true },
      {
        name: "createdAt",
        type: { kind: "date-time", fresh: true, fraction: 3, utc: true },
        required: true,
      },
      { name: "amount", type: { kind: "whole-number", min: 0 } },
      { name: "note", type: { kind: "date-time" }, required: false },
      {
        name: "address",
        type: {
          kind: "object",
          fields: [
            { name: "city", type: { kind: "date-time", fraction: 0 } },
            { name: "zip", type: { kind: "whole-number", min: 10_000, max: 99_999 } },
          ],
        },
      },
      {
        name: "items",
        type: {
          kind: "list",
          items: {
            kind: "object",
            fields: [
              { name: "sku", type: { kind: "whole-number" } },
              { name: "count", type: { kind: "whole-number", min: 1, max: 99 } },
            ],
          },
        },
      },
    ],
  },
};

const list: Stated = {
  method: "GET",
  path: "/v1/orders",
  parameters: [{ name: "page", in: "query", type: { kind: "whole-number", min: 1 } }],
};

/** For tests: an interface with nested fields, a list, and parameters in path and query. */
export const orderSubmission: Interface = {
  ...order,
  name: "order-submission",
  clauses: clausesOf(order),
};

/** For tests: an interface without a body. */
export const orderList: Interface = { ...list, name: "order-list", clauses: clausesOf(list) };
