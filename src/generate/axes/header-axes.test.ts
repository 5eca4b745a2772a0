import { expect, test } from "vitest";
import {
  choiceField,
  defineInterface,
  listField,
  textField,
  wholeNumberField,
} from "../../contract/index.ts";
import { requestsOf } from "../requests.ts";
import { axesOf } from "./all-axes.ts";

const from = defineInterface({
  method: "GET",
  path: "/v1/orders",
  query: { tag: listField(textField(), { maxItems: 3 }).required() },
  headers: {
    "X-Page": wholeNumberField({ min: 1, max: 500 }),
    "X-Shops": listField(wholeNumberField(), { minItems: 2, maxItems: 3 }),
  },
});
const on = requestsOf(from);

const axisOf = (name: string) => {
  const axis = axesOf(from).find((each) => each.name === name);
  if (axis === undefined) throw new Error(`no axis ${name}`);
  return axis;
};
const headersAt = (name: string, at: bigint): Record<string, string> => {
  const request = axisOf(name).request(at);
  return Object.fromEntries((request.sender === "client" && request.headers) || []);
};

test("a list in a header is its items between commas", () => {
  expect(on.layout.headers).toContainEqual(["X-Shops", expect.stringMatching(/^\d{9},\d{9}$/)]);
});

test("the axes of header fields", () => {
  const names = axesOf(from).map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining(["header-x-page-upwards", "header-x-shops-items", "query-tag-items"]),
  );
  expect(headersAt("header-x-page-upwards", 501n)).toMatchObject({ "X-Page": "501" });
  expect(headersAt("header-x-shops-items", 4n)["X-Shops"]?.split(",")).toHaveLength(4);
});

test("the axes end where a header can carry no more", () => {
  const { rungs, capped } = axisOf("header-x-shops-items");
  const longest = headersAt("header-x-shops-items", rungs.at(-1) ?? 0n)["X-Shops"] ?? "";
  expect(capped).toBe(true);
  expect(longest.length).toBeGreaterThan(20_000);
  expect(longest.length).toBeLessThan(65_537);
});

test("a list in the query is a pair for each item, on axes as well", () => {
  const request = axisOf("query-tag-items").request(150n);
  const path = request.sender === "client" ? JSON.stringify(request.path) : "";
  expect(path.match(/tag=/g)?.length).toBeGreaterThan(99);
  expect(path).toContain('"times":49');
});

test("a list of lists in a header is refused", () => {
  const nested = listField(listField(textField()));
  expect(() => defineInterface({ path: "/v1", headers: { "X-Deep": nested } })).toThrow(
    /headers\.X-Deep: must be a single value/,
  );
});

test("titles name fields as documents do, and the value that is changed", () => {
  const titles = axesOf(
    defineInterface({
      method: "GET",
      path: "/v1/orders",
      query: {
        tag: listField(textField()).required(),
        state: choiceField("new", "paid").required(),
      },
    }),
  ).map(({ title }) => title);
  expect(titles).toEqual(
    expect.arrayContaining([
      "length of tag[0], upwards",
      'length of state: "new", cut or lengthened',
      'letters of state in the other case: those of "new"',
    ]),
  );
});
