import { orderList, orderSubmission } from "../../../test/contract/order.ts";
import { parseBaseUrl, userSubmission } from "../../contract/index.ts";
import { describe, expect, test } from "vitest";
import { Submission } from "../../../test/contract/submission.ts";
import { type Axis, CaseRequest } from "../../model/case.ts";
import type { Filling } from "../render.ts";
import { requestBytes } from "../request-bytes.ts";
import { DEFAULT_CAPS } from "../../options/index.ts";
import { axesOf } from "./all-axes.ts";

const filling: Filling = {
  interface: userSubmission,
  target: parseBaseUrl("http://localhost:3000"),
  firstId: 100_000_000,
  fresh: 0,
};
const axes = axesOf(userSubmission);
/** Larger requests are rendered once for each axis, at its end. */
const LARGE = 100_000n;
const SIZES = ["body-space", "body-string", "body-digits"];

function axisOf(name: string): Axis {
  const axis = axes.find((each) => each.name === name);
  if (axis === undefined) throw new Error(`no axis ${name}`);
  return axis;
}

/** Head and body as they are sent to localhost:3000 at this place, in latin1. */
function sent(axis: Axis, at: bigint, use = filling): { head: string; body: string } {
  const text = Buffer.concat(requestBytes(axis.request(at), use)).toString("latin1");
  const end = text.indexOf("\r\n\r\n") + 4;
  return { head: text.slice(0, end), body: text.slice(end) };
}

/** What stands instead of one field. */
const fieldOf = (name: string, at: bigint, field: "id" | "date"): string | undefined =>
  (field === "id" ? /^\{"id":(.*?),"date"/ : /"date":"(.*?)"\}$/).exec(
    sent(axisOf(name), at).body,
  )?.[1];

const small = (axis: Axis): bigint[] =>
  axis.unit === undefined ? axis.rungs : axis.rungs.filter((at) => at <= LARGE);

test("the axes by name, in walking order", () => {
  expect(axes.map(({ name }) => name)).toEqual(
    ["id-upwards", "id-downwards", "id-fraction", "id-exponent-upwards"].concat(
      ["id-exponent-downwards", "id-digits", "date-year-upwards", "date-year-downwards"],
      ["date-fraction", "date-offset-east", "date-offset-west", "body-space", "body-string"],
      ["body-digits", "nesting", "keys", "key-length", "header-count", "header-size"],
      ["url-length", "idle"],
    ),
  );
  expect(axes.filter(({ slow }) => slow).map(({ name }) => name)).toEqual(["idle"]);
});

test.each<[name: string, first: string, last: string]>([
  ["id-upwards", "0", `1${"0".repeat(400)}`],
  ["id-downwards", "0", `-1${"0".repeat(400)}`],
  ["id-fraction", "0", "400"],
  ["id-exponent-upwards", "0", "400"],
  ["id-exponent-downwards", "0", "-400"],
  ["id-digits", "1", "100000"],
  ["date-year-upwards", "2024", "999999"],
  ["date-year-downwards", "2024", "-999999"],
  ["date-fraction", "0", "400"],
  ["date-offset-east", "0", "99"],
  ["date-offset-west", "0", "99"],
  ["body-space", "50", "16777216"],
  ["body-string", "60", "16777216"],
  ["body-digits", "59", "16777216"],
  ["nesting", "0", "100000"],
  ["keys", "0", "100000"],
  ["key-length", "0", "1048576"],
  ["header-count", "0", "2000"],
  ["header-size", "0", "1048576"],
  ["url-length", "12", "1048576"],
  ["idle", "0", "120"],
])("%s goes from %s to its end", (name, first, last) => {
  const { rungs } = axisOf(name);
  expect([String(rungs[0]), String(rungs.at(-1))]).toEqual([first, last]);
});

test("caps that are given move the ends, and a cap below the start leaves the start", () => {
  const ends = (caps: Parameters<typeof axesOf>[1]) =>
    Object.fromEntries(
      axesOf(userSubmission, caps).map(({ name, rungs }) => [name, Number(rungs.at(-1))]),
    );
  const given = ends({ body: 70_000, depth: 7, keys: 8, keyLength: 9, headers: 11 });
  expect(given).toMatchObject({ "body-space": 70_000, "body-string": 70_000, nesting: 7 });
  expect(given).toMatchObject({ keys: 8, "key-length": 9, "header-count": 11, idle: 120 });
  const others = ends({ headerSize: 12, url: 13, digits: 14, idle: 1100, body: 10 });
  expect(others).toMatchObject({ "header-size": 12, "url-length": 13, "id-digits": 14, idle: 4 });
  expect(others).toMatchObject({ "body-space": 50, nesting: DEFAULT_CAPS.depth });
});

describe.each(axes.map((axis) => [axis.name, axis] as const))("%s", (name, axis) => {
  test("has a plain name, clauses of the specification, and rungs in one direction", () => {
    expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(axis.clauses.length).toBeGreaterThan(0);
    expect(
      axis.clauses.filter((id) => !userSubmission.clauses.some((each) => each.id === id)),
    ).toEqual([]);
    expect(axis.rungs.length).toBeLessThanOrEqual(80);
    const down = name.endsWith("-downwards");
    axis.rungs.slice(1).forEach((at, index) => {
      const before = axis.rungs[index] ?? at;
      expect(down ? at < before : at > before, `${before}, ${at}`).toBe(true);
    });
  });

  test("has requests that fit the schema and differ from place to place", () => {
    const [start = 0n] = axis.rungs;
    const next = start + (name.endsWith("-downwards") ? -1n : 1n);
    const places = [...new Set([...small(axis), next])];
    const requests = places.map((at) => axis.request(at));
    for (const request of requests) expect(CaseRequest.safeParse(request).success).toBe(true);
    expect(new Set(requests.map((request) => JSON.stringify(request))).size).toBe(places.length);
    if (name !== "idle") expect(sent(axis, start)).not.toEqual(sent(axis, next));
  });

  test("sends another id each time, but where id is the point", () => {
    const [first, second] = [0, 5].map((fresh) => {
      const at = axis.rungs[1] ?? 0n;
      return sent(axis, at, { ...filling, fresh }).body;
    });
    expect(first).not.toBe(second);
    if (!name.startsWith("id-") || name === "id-fraction")
      expect([first, second].map((body) => body?.slice(0, 15))).toEqual([
        '{"id":100000000',
        '{"id":100000005',
      ]);
  });

  test("is JSON of the stated kind around what moves", () => {
    if (name === "idle") return;
    for (const at of small(axis).slice(0, 30)) {
      const read: unknown = JSON.parse(sent(axis, at).body);
      expect(read).toMatchObject({ id: expect.any(Number), date: expect.any(String) });
    }
  });
});

test.each<[name: string, at: bigint, text: string]>([
  ["id-upwards", 0n, "0"],
  ["id-upwards", 2147483648n, "2147483648"],
  ["id-upwards", 10n ** 22n, "10000000000000000000000"],
  ["id-downwards", 0n, "0"],
  ["id-downwards", -9007199254740993n, "-9007199254740993"],
  ["id-fraction", 0n, "100000000"],
  ["id-fraction", 1n, "100000000.0"],
  ["id-fraction", 3n, "100000000.000"],
  ["id-exponent-upwards", 0n, "1e0"],
  ["id-exponent-upwards", 309n, "1e309"],
  ["id-exponent-downwards", 0n, "1e-0"],
  ["id-exponent-downwards", -324n, "1e-324"],
  ["id-digits", 1n, "1"],
  ["id-digits", 20n, "11111111111111111111"],
])("%s at %s sends the id %s", (name, at, text) => {
  expect(fieldOf(name, at, "id")).toBe(text);
  expect(fieldOf(name, at, "date")).toBe("2000-01-01T00:00:00.000Z");
});

test.each<[name: string, at: bigint, text: string]>([
  ["date-year-upwards", 2024n, "2024-01-01T00:00:00.000Z"],
  ["date-year-upwards", 9999n, "9999-01-01T00:00:00.000Z"],
  ["date-year-upwards", 10_000n, "+010000-01-01T00:00:00.000Z"],
  ["date-year-upwards", 275_760n, "+275760-01-01T00:00:00.000Z"],
  ["date-year-downwards", 99n, "0099-01-01T00:00:00.000Z"],
  ["date-year-downwards", 0n, "0000-01-01T00:00:00.000Z"],
  ["date-year-downwards", -1n, "-000001-01-01T00:00:00.000Z"],
  ["date-year-downwards", -271_821n, "-271821-01-01T00:00:00.000Z"],
  ["date-fraction", 0n, "2000-01-01T00:00:00Z"],
  ["date-fraction", 1n, "2000-01-01T00:00:00.0Z"],
  ["date-fraction", 3n, "2000-01-01T00:00:00.000Z"],
  ["date-fraction", 4n, "2000-01-01T00:00:00.0004Z"],
  ["date-fraction", 9n, "2000-01-01T00:00:00.000456789Z"],
  ["date-fraction", 15n, "2000-01-01T00:00:00.000456789123045Z"],
  ["date-offset-east", 0n, "2000-01-01T00:00:00.000+00:00"],
  ["date-offset-east", 14n, "2000-01-01T00:00:00.000+14:00"],
  ["date-offset-west", 0n, "2000-01-01T00:00:00.000-00:00"],
  ["date-offset-west", 99n, "2000-01-01T00:00:00.000-99:00"],
])("%s at %s sends the date %s", (name, at, text) => {
  expect(fieldOf(name, at, "date")).toBe(text);
  expect(fieldOf(name, at, "id")).toBe("100000000");
});

const START = '{"id":100000000,"date":"2000-01-01T00:00:00.000Z"';

test.each<[name: string, at: bigint, body: string]>([
  ["body-space", 50n, `${START}}`],
  ["body-space", 52n, `${START}}  `],
  ["body-string", 60n, `${START},"note":""}`],
  ["body-string", 62n, `${START},"note":"aa"}`],
  ["body-digits", 59n, `${START},"note":1}`],
  ["body-digits", 61n, `${START},"note":111}`],
  ["nesting", 0n, `${START},"note":0}`],
  ["nesting", 2n, `${START},"note":[[0]]}`],
  ["keys", 0n, `${START}}`],
  ["keys", 2n, `${START},"k0":0,"k1":0}`],
  ["key-length", 0n, `${START},"":0}`],
  ["key-length", 3n, `${START},"kkk":0}`],
  ["header-size", 7n, `${START}}`],
])("%s at %s sends the body %s", (name, at, body) => {
  expect(sent(axisOf(name), at).body).toBe(body);
});

test.each(SIZES)("%s has bodies of exactly so many bytes", (name) => {
  const axis = axisOf(name);
  for (const at of [...small(axis), 16_777_216n]) {
    const { head, body } = sent(axis, at);
    expect(BigInt(body.length)).toBe(at);
    expect(head.toLowerCase()).toContain(`content-length: ${at}\r\n`);
  }
});

test("what is counted in the body is as many as the place says", () => {
  for (const at of axisOf("id-digits").rungs)
    expect(fieldOf("id-digits", at, "id")?.length).toBe(Number(at));
  for (const at of axisOf("nesting").rungs)
    expect(sent(axisOf("nesting"), at).body.split("[").length - 1).toBe(Number(at));
  for (const at of small(axisOf("keys"))) {
    const read = JSON.parse(sent(axisOf("keys"), at).body) as object;
    expect(Object.keys(read).length).toBe(Number(at) + 2);
  }
  for (const at of small(axisOf("key-length")))
    expect(/"(k*)":0/.exec(sent(axisOf("key-length"), at).body)?.[1]?.length ?? 0).toBe(Number(at));
});

test("what is counted in the head is as many as the place says", () => {
  const plain = 7;
  for (const at of axisOf("header-count").rungs) {
    const names = sent(axisOf("header-count"), at).head.split("\r\n").slice(1, -2);
    expect(new Set(names.map((line) => line.split(":")[0])).size).toBe(Number(at) + plain);
  }
  for (const at of [...small(axisOf("header-size")), 1_048_576n])
    expect(/X-Filler: (a*)\r\n/.exec(sent(axisOf("header-size"), at).head)?.[1]?.length).toBe(
      Number(at),
    );
  for (const at of [...small(axisOf("url-length")), 1_048_576n])
    expect(sent(axisOf("url-length"), at).head.split(" ")[1]?.length).toBe(Number(at));
  expect(sent(axisOf("url-length"), 15n).head).toMatch(/^POST \/api\/user\?x=aaa HTTP\/1.1\r\n/);
});

test("large requests stay small as templates, but for names that all differ", () => {
  const lengths = axes.map((axis): [string, number] => {
    const request = axis.request(axis.rungs.at(-1) ?? 0n);
    return [axis.name, JSON.stringify(request).length];
  });
  const long = lengths.filter(([, length]) => length > 1000).map(([name]) => name);
  expect(long).toEqual(["keys", "header-count"]);
});

test("idle: two requests on one connection, with the pause between them", () => {
  const shape = (at: bigint, caps = {}) => {
    const request = axesOf(userSubmission, caps)
      .find(({ name }) => name === "idle")
      ?.request(at);
    if (request?.sender !== "wire") return undefined;
    return request.steps.map((step) => (step.do === "pause" ? step.ms : step.do));
  };
  expect(shape(0n)).toEqual(["send", "read", "send", "read"]);
  expect(shape(20n)).toEqual(["send", "read", 5000, "send", "read"]);
  expect(shape(300n, { idle: 75_000 })).toEqual(["send", "read", 60_000, 15_000, "send", "read"]);
  const ids = sent(axisOf("idle"), 1n).body.match(/10000000\d/g);
  expect(ids).toEqual(["100000000", "100000001"]);
});

test("the stated request is where the start is the stated request", () => {
  for (const name of ["id-fraction", "body-space", "keys", "header-count"]) {
    const axis = axisOf(name);
    const read: unknown = JSON.parse(sent(axis, axis.rungs[0] ?? 0n).body);
    expect(Submission.safeParse(read).success, name).toBe(true);
  }
});

describe("of another interface", () => {
  const ofOrders = axesOf(orderSubmission);
  const order = { ...filling, interface: orderSubmission };
  const bodyAt = (name: string, at: bigint): string => {
    const axis = ofOrders.find((each) => each.name === name);
    if (axis === undefined) throw new Error(`no axis ${name}`);
    return sent(axis, at, order).body;
  };

  test("every field has the axes of its kind, nested ones and parameters, too", () => {
    const names = ofOrders.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(
      expect.arrayContaining([
        "path-shop-id-upwards",
        "query-page-digits",
        "order-id-upwards",
        "created-at-offset-east",
        "address-zip-downwards",
        "items-count-upwards",
        "body-space",
        "url-length",
        "idle",
      ]),
    );
  });

  test("a place is in its field", () => {
    expect(bodyAt("order-id-upwards", 7n)).toMatch(/^\{"orderId":7,"createdAt":"/);
    expect(bodyAt("address-city-fraction", 2n)).toMatch(/"city":"2004-04-01T19:49:46\.45Z"/);
    expect(bodyAt("items-count-upwards", 100n)).toMatch(/"items":\[\{"sku":\d+,"count":100\}\]\}$/);
    expect(bodyAt("keys", 1n)).toMatch(/\}\],"k0":0\}$/);
  });

  test("the ends of a stated range are places", () => {
    const { rungs } = ofOrders.find(({ name }) => name === "address-zip-upwards") ?? { rungs: [] };
    expect(rungs).toEqual(expect.arrayContaining([9_999n, 10_000n, 99_999n, 100_000n]));
  });

  test("a parameter stands in the request target, and a query goes on", () => {
    const target = (name: string, at: bigint): string | undefined => {
      const axis = ofOrders.find((each) => each.name === name);
      return axis && sent(axis, at, order).head.split(" ")[1];
    };
    expect(target("path-shop-id-downwards", -5n)).toMatch(/^\/v1\/orders\/-5\?page=\d+$/);
    expect(target("url-length", 100n)).toMatch(/^\/v1\/orders\/\d+\?page=\d+&x=a+$/);
    expect(target("url-length", 100n)).toHaveLength(100);
  });

  test("without a body there are no axes of one", () => {
    const names = axesOf(orderList).map(({ name }) => name);
    expect(names.filter((name) => !name.startsWith("query-page-"))).toEqual([
      "header-count",
      "header-size",
      "url-length",
      "idle",
    ]);
  });
});
