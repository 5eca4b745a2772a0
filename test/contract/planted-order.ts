import {
  booleanField as boolean,
  choiceField as choice,
  dateTimeField as dateTime,
  defineInterface,
  listField as list,
  numberField as number,
  objectField as object,
  textField as text,
  wholeNumberField as wholeNumber,
} from "../../src/contract/index.ts";

const path = "/v1/orders/{shopId}";
const headers = { "X-Tenant": "acme" };
const orderId = wholeNumber({ fresh: true }).required();
const createdAt = dateTime({ fresh: true, fraction: 3, utc: true }).required();

/** An order whose fields have types without bounds: the server's limits are not stated. */
export const looseOrder = defineInterface({
  name: "loose-order",
  path,
  headers,
  parameters: { shopId: wholeNumber() },
  query: { page: wholeNumber().optional() },
  fields: {
    orderId,
    createdAt,
    amount: number().required(),
    note: text().optional(),
    express: boolean().required(),
    channel: text().required(),
    address: object({ city: text().required(), zip: text().required() }).required(),
    items: list(object({ sku: text().required(), count: wholeNumber().required() })).required(),
  },
});

/** The same with bounds, so that its requests obey every rule of `STATED_ORDER`. */
export const statedOrder = defineInterface({
  name: "stated-order",
  path,
  headers,
  parameters: { shopId: wholeNumber({ min: 1, max: 999 }) },
  query: { page: wholeNumber({ min: 1, max: 500 }).optional() },
  fields: {
    orderId,
    createdAt,
    amount: number({ min: 0, max: 1_000_000 }).required(),
    note: text({ maxLength: 80 }).optional(),
    express: boolean().required(),
    channel: choice("web", "shop", "phone").required(),
    address: object({
      city: text().required(),
      zip: text({ pattern: "^\\d{5}$" }).required(),
    }).required(),
    items: list(
      object({
        sku: text({ maxLength: 12 }).required(),
        count: wholeNumber({ min: 1, max: 99 }).required(),
      }),
      { minItems: 1, maxItems: 10 },
    ).required(),
  },
});
