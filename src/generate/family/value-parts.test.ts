import { expect, test } from "vitest";
import { orderList, orderSubmission } from "../../../test/contract/order.ts";
import type { Template } from "../../template/index.ts";
import { familyOf } from "../family.ts";
import { requestsOf } from "../requests.ts";
import { jsonMembers } from "./json-members.ts";

const on = requestsOf(orderSubmission);

test.each<[body: Template, family: string]>([
  [on.body(), "as stated"],
  [on.body({ orderId: "-1" }), "orderId: negative"],
  [on.body({ orderId: '"a"' }), "orderId: text"],
  [on.body({ amount: "-1" }), "amount: negative"],
  [on.body({ createdAt: '"2024-01-01T00:00:00Z"' }), "createdAt: no fraction"],
  [on.body({ "address.city": '"2024-01-01T00:00:00.5Z"' }), "address.city: a fraction"],
  [on.body({ "address.zip": "9999" }), "address.zip: below its bound"],
  [on.body({ "address.zip": "100000" }), "address.zip: above its bound"],
  [on.body({ address: "[]" }), "address: array"],
  [on.body({ address: "{}" }), "address.city missing + address.zip missing"],
  [
    on.body({ address: ['{"city":"2024-01-01T00:00:00Z","zip":10000,"zip":10000}'] }),
    "address.zip twice + a key twice",
  ],
  [on.body({ items: "{}" }), "items: object"],
  [on.body({ items: "[]" }), "as stated"],
  [on.body({ "items[0].sku": "null" }), "items[0].sku: null"],
  [
    on.body({ items: '[{"sku":1,"count":1},{"sku":"a","count":1},{"sku":"b","count":0}]' }),
    "items[1].sku: text + items[2].count: below its bound",
  ],
  [on.body({ "items[0]": '{"sku":1,"count":1,"x":"],[\\"}"}' }), "items[0]: further keys"],
  [on.withExtra("1"), "further keys"],
  [["[]"], "JSON, not an object: array"],
])("%j: %s", (body, family) => {
  expect(familyOf(on.request(body), orderSubmission)).toBe(family);
});

const at = (target: string): Template => [target];

test.each<[path: Template, family: string]>([
  [on.path(), "as stated"],
  [at("/v1/orders/7?page=1"), "as stated"],
  [at("/v1/orders/-7?page=1"), "shopId: negative"],
  [at("/v1/orders/abc?page=1"), "shopId: another text"],
  [at("/v1/orders/?page=1"), "shopId: another text"],
  [at("/v1/orders/7?page=0"), "page: below its bound"],
  [at("/v1/orders/7?page=%31.5"), "page: fraction"],
  [at("/v1/orders/7?page=%ff"), "page: another encoding"],
  [at("/v1/orders/7?page=null&page=1"), "page twice + page: null"],
  [at("/v1/orders/7"), "page missing"],
  [at("/v1/orders/7?page=1&x=1"), "another target"],
  [at("/v1/orders/7/?page=1"), "another target"],
])("the request target %j: %s", (path, family) => {
  expect(familyOf(on.request(on.body(), { path }), orderSubmission)).toBe(family);
});

test("a member that may be left out is not missing", () => {
  const parts = on.fields.filter(({ key }) => key !== "note").map((field) => on.member(field));
  const body: Template = [
    "{",
    ...parts.flatMap((part, at) => (at === 0 ? part : [",", ...part])),
    "}",
  ];
  expect(familyOf(on.request(body), orderSubmission)).toBe("as stated");
});

test("where no body is stated, any is a difference", () => {
  const list = requestsOf(orderList);
  expect(familyOf(list.request(), orderList)).toBe("as stated");
  expect(familyOf(list.request(["{}"]), orderList)).toContain("a body");
});

test.each<[text: string, items: string[]]>([
  ["[]", []],
  ["[ ]", []],
  ["[1, 2]", ["1", "2"]],
  ['["a,b]", [1,[2]], {"c":[3]}]', ['"a,b]"', "[1,[2]]", '{"c":[3]}']],
])("the items of %s", (text, items) => {
  expect(jsonMembers(text).top.map(({ value }) => value)).toEqual(items);
});
