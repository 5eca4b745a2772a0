import { describe, expect, test } from "vitest";
import { defineInterface, parseBaseUrl, wholeNumberField } from "../src/contract/index.ts";
import { orderList, orderSubmission } from "../test/contract/order.ts";
import { drawCases, requestBytes, requestsOf, type Filling } from "../src/generate/index.ts";
import { isAsDescribed } from "../src/kinds/index.ts";
import type { Case, Interface } from "../src/model/index.ts";
import fieldSuites from "./field.ts";

const suites = fieldSuites(requestsOf(orderSubmission));

const sent = ({ request }: Pick<Case, "request">, from: Interface = orderSubmission): string => {
  const filling: Filling = {
    interface: from,
    target: parseBaseUrl("http://localhost:3000"),
    firstId: 100_000_000,
    fresh: 0,
  };
  return Buffer.concat(requestBytes(request, filling)).toString("utf8");
};

function caseNamed(id: string): Case {
  const found = suites.flatMap(({ cases }) => cases).find((each) => each.id === id);
  if (found === undefined) throw new Error(`no case ${id}`);
  return found;
}

const bodyOf = (id: string): string => sent(caseNamed(id)).split("\r\n\r\n")[1] ?? "";
const targetOf = (id: string): string => sent(caseNamed(id)).split(" ")[1] ?? "";

const NOTE = '"2004-04-01T19:49:46.330Z"';
const REST =
  `"createdAt":"2000-01-01T00:00:00.000Z","amount":100000000,"note":${NOTE},` +
  `"address":{"city":"2004-04-01T19:49:46Z","zip":`;

test("every field has a suite, of a list its first item", () => {
  expect(suites.map(({ name }) => name)).toEqual(
    ["path-shop-id", "query-page", "order-id", "created-at", "amount", "note"]
      .concat(["address", "address-city", "address-zip"])
      .concat(["items", "items-item", "items-sku", "items-count"])
      .map((slug) => `field-${slug}`),
  );
});

describe("a value instead of its field", () => {
  test.each<[id: string, body: RegExp]>([
    ["field-order-id/pow-2-53-plus-1", /^\{"orderId":9007199254740993,"createdAt":"2000/],
    ["field-order-id/string", /^\{"orderId":"100000000","createdAt"/],
    ["field-created-at/frac-9", /"createdAt":"2000-01-01T00:00:00.000456789Z","amount"/],
    ["field-address-city/frac-0", /"address":\{"city":"2004-04-01T19:49:46Z","zip"/],
    ["field-address-city/month-13", /"address":\{"city":"2024-13-17T10:20:30Z","zip"/],
    ["field-address-city/frac-comma", /"city":"2004-04-01T19:49:46,123Z"/],
    ["field-address-zip/bound-max", /"zip":99999\},/],
    ["field-address-zip/bound-max-outside", /"zip":100000\},/],
    ["field-items-count/bound-min-outside", /"count":0\}\]\}$/],
    ["field-items-sku/null", /"items":\[\{"sku":null,"count":/],
  ])("%s", (id, body) => {
    expect(bodyOf(id)).toMatch(body);
  });

  test.each<[id: string, target: string]>([
    ["field-path-shop-id/minus-one", "/v1/orders/-1?page="],
    ["field-path-shop-id/array-one", "/v1/orders/%5B100000000%5D?page="],
    ["field-path-shop-id/string-empty", "/v1/orders/?page="],
    ["field-query-page/string-letters", "?page=abc"],
    ["field-query-page/string-nul-after", "%00"],
    ["field-query-page/string-plus", "?page=%2B"],
  ])("%s has its characters in the request target", (id, target) => {
    expect(targetOf(id)).toContain(target);
    expect(targetOf(id)).toMatch(/^\/v1\/orders\/[^ ]*\?page=[^ ]*$/);
  });

  test("a parameter has no value twice, and never the stated one", () => {
    for (const name of ["field-path-shop-id", "field-query-page"]) {
      const cases = suites.find((each) => each.name === name)?.cases ?? [];
      const targets = [{ request: requestsOf(orderSubmission).request() }, ...cases].map(
        (each) => sent(each).split(" ")[1],
      );
      expect(cases.length).toBeGreaterThan(200);
      expect(new Set(targets).size).toBe(targets.length);
    }
  });
});

describe("the key of a member", () => {
  test.each<[id: string, body: string | RegExp]>([
    ["field-order-id/missing", /^\{"createdAt":/],
    ["field-order-id/missing-nested", /^\{"orders":\{"orderId":100000000\},"createdAt":/],
    ["field-order-id/key-snake", /^\{"order_id":100000000,/],
    ["field-order-id/key-escaped-first", /^\{"\\u006frderId":100000000,/],
    ["field-order-id/twice-different", /^\{"orderId":100000000,"orderId":100000001,/],
    [
      "field-order-id/twice-around-created-at-same",
      /^\{"orderId":100000000,"createdAt":"[^"]*","orderId":100000000,"amount"/,
    ],
    [
      "field-created-at/twice-around-order-id",
      /^\{"createdAt":"2000-01-01T00:00:00.000Z","orderId":100000000,"createdAt":"2000-01-01T00:00:00.997Z","amount"/,
    ],
    ["field-address-zip/missing", /"address":\{"city":"[^"]*"\},/],
    ["field-address-zip/missing-both", /"address":\{\},"items"/],
    ["field-items-count/with-capital", /"items":\[\{"sku":\d+,"count":\d+,"Count":\d+\}\]/],
  ])("%s", (id, body) => {
    expect(bodyOf(id)).toMatch(body);
  });

  test("is spelled in the same ways whatever it is called", () => {
    const [id, sku] = ["id", "sku"].map((name) => {
      const of = defineInterface({ path: "/v1", fields: { [name]: wholeNumberField() } });
      const cases = fieldSuites(requestsOf(of)).flatMap((suite) => suite.cases);
      return cases.map((each) => each.id.replace(/^field-\w+/, ""));
    });
    // Neither has letters for all of them.
    const differ = /(dotless|dotted-capital|cyrillic|camel|snake|dashes|lower)$/;
    const shared = (ids: string[] = []): string[] => ids.filter((each) => !differ.test(each));
    expect(shared(id)).toEqual(shared(sku));
  });

  test("one that may be left out is valid without it", () => {
    expect(caseNamed("field-note/missing").valid).toBe(true);
    expect(caseNamed("field-order-id/missing").valid).toBeUndefined();
  });

  test("a value that is not fresh is never called different", () => {
    const amount = suites.find(({ name }) => name === "field-amount");
    expect(amount?.cases.filter(({ reason }) => reason.includes("different"))).toEqual([]);
  });
});

test("what is called valid is as the interface describes it", () => {
  const valid = suites.flatMap(({ cases }) => cases).filter((each) => each.valid);
  expect(valid.length).toBeGreaterThan(50);
  for (const each of valid) {
    const text = sent(each).split("\r\n\r\n")[1] ?? "";
    const { body } = orderSubmission;
    expect(body && isAsDescribed(body, JSON.parse(text)), `${each.id}: ${text}`).toBe(true);
  }
});

test("of an interface without a body, its parameters", () => {
  const all = fieldSuites(requestsOf(orderList));
  expect(all.map(({ name }) => name)).toEqual(["field-query-page"]);
  const [suite] = all;
  const property = suite?.properties[0];
  if (suite === undefined || property === undefined) throw new Error("no property");
  for (const each of [...suite.cases, ...drawCases(suite.name, property, 1, 50)]) {
    expect(sent(each, orderList)).toMatch(/^GET \/v1\/orders(\?[\w.~%$&=;+[\]-]*)? HTTP\/1\.1\r\n/);
    expect(sent(each, orderList)).toMatch(/\r\n\r\n$/);
  }
});

test("a bound that another value of a parameter is written like is valid under that name", () => {
  const of = defineInterface({
    method: "GET",
    path: "/v1/orders",
    query: { limit: wholeNumberField({ min: 1, max: 100 }) },
  });
  const [suite] = fieldSuites(requestsOf(of));
  const written = (suite?.cases ?? []).flatMap((each) => {
    const [, limit = ""] = /limit=(\S*)/.exec(sent(each, of)) ?? [];
    return ["0", "1", "100", "101"].includes(limit) ? [[limit, each.valid === true]] : [];
  });
  expect(Object.fromEntries(written)).toEqual({ 0: false, 1: true, 100: true, 101: false });
  expect(written).toHaveLength(4);
});

test("all else is as stated", () => {
  expect(bodyOf("field-order-id/zero")).toBe(
    `{"orderId":0,${REST}10000},"items":[{"sku":100000000,"count":10}]}`,
  );
});

describe("a header that is described", () => {
  const of = defineInterface({
    method: "GET",
    path: "/v1/orders",
    headers: { "X-Page": wholeNumberField({ min: 1, max: 500 }).optional(), "X-Fixed": "one" },
    query: { limit: wholeNumberField() },
  });
  const all = fieldSuites(requestsOf(of)).flatMap(({ cases }) => cases);
  const headOf = (id: string): string => {
    const found = all.find((each) => each.id === id);
    if (found === undefined) throw new Error(`no case ${id}`);
    return sent(found, of);
  };

  test.each<[id: string, has: RegExp]>([
    ["field-header-x-page/bound-max-outside", /\r\nX-Page: 501\r\n/],
    ["field-header-x-page/string-letters", /\r\nX-Page: abc\r\n/],
    ["field-header-x-page/name-lower", /\r\nx-page: 1\d\d\r\n/],
    ["field-header-x-page/name-twice", /\r\nX-Page: (\d+)\r\n(.*\r\n)*X-Page: \1\r\n/],
    ["field-header-x-page/missing", /^(?![^]*X-Page)[^]*X-Fixed: one/],
  ])("has its values and names: %s", (id, has) => {
    expect(headOf(id)).toMatch(has);
  });

  test("may be left out where that is stated, and carries one line", () => {
    expect(all.find(({ id }) => id === "field-header-x-page/missing")?.valid).toBe(true);
    const own = all.filter(({ id }) => id.startsWith("field-header-"));
    expect(own.length).toBeGreaterThan(100);
    for (const each of own) expect(sent(each, of)).toMatch(/^([^\r\n]*\r\n)+\r\n$/);
  });

  test.each<[id: string, target: string]>([
    ["field-query-limit/missing", "/v1/orders"],
    ["field-query-limit/name-twice", "/v1/orders?limit=100000000&limit=100000000"],
    ["field-query-limit/name-brackets", "/v1/orders?limit[]=100000000"],
    ["field-query-limit/name-encoded", "/v1/orders?%6Cimit=100000000"],
    ["field-query-limit/with-unknown", "/v1/orders?limit=100000000&witness=1"],
    ["field-query-limit/name-upper", "/v1/orders?LIMIT=100000000"],
  ])("as a parameter of the query has names: %s", (id, target) => {
    expect(headOf(id).split(" ")[1]).toBe(target);
  });
});
