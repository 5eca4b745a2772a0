import { parseBaseUrl, userSubmission } from "../contract/index.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { suites } from "../../suites/index.ts";
import { CaseRequest } from "../model/case.ts";
import { bytes, raw, slice, times, type Template } from "../template/index.ts";
import {
  withExtra,
  DATE,
  ID,
  user,
  head,
  headersWith,
  post,
  send,
  wirePost,
} from "./user-submission.ts";
import { familyOf as familyIn } from "./family.ts";
import { render } from "./render.ts";
import { requestBytes } from "./request-bytes.ts";
import { requestsOf } from "./requests.ts";
import { halfClose, pause, read, reset, sendBytes, wire } from "./steps.ts";
import * as simpler from "./simpler.ts";

const { withMembers } = requestsOf(userSubmission);
const familyOf = (request: CaseRequest): string => familyIn(request, userSubmission);
const requestSize = (request: CaseRequest): number => simpler.requestSize(request, userSubmission);
const simplerRequests = (request: CaseRequest): Iterable<CaseRequest> =>
  simpler.simplerRequests(request, userSubmission);
const filling = {
  interface: userSubmission,
  target: parseBaseUrl("http://h:1"),
  firstId: 100_000_000,
  fresh: 0,
};
const DATE_TEXT = "2000-01-01T00:00:00.000Z";
const bodyText = (request: CaseRequest): string =>
  request.sender === "client" ? render(request.body, filling).toString("latin1") : "";
const steps = (body: Template): string[] => [...simplerRequests(post(body))].map(bodyText);
const MOST = 500;

/** Takes the first simpler request that keeps what is to be kept, until there is none. */
function shrunk(request: CaseRequest, keeps: (candidate: CaseRequest) => boolean): CaseRequest {
  for (const candidate of simplerRequests(request))
    if (keeps(candidate)) return shrunk(candidate, keeps);
  return request;
}

const withinFamily = (request: CaseRequest): CaseRequest =>
  shrunk(request, (candidate) => familyOf(candidate) === familyOf(request));

describe("one step", () => {
  test("of nothing: there is none", () => {
    expect([...simplerRequests(post([]))]).toEqual([]);
  });

  test("of three characters: all, all to a zero, two, one, and zeros", () => {
    expect([...simplerRequests(post(["a12"]))]).toEqual(
      [[], ["0"], ["2"], ["a1"], ["12"], ["a2"], ["a0"], ["a00"], ["a02"], ["a10"]].map((body) =>
        post(body),
      ),
    );
  });

  test("of an object: each member with its comma, and each string", () => {
    const found = steps(bytes`{"id":${ID},"a":[1,2],"date":"${DATE}"}`);
    const whole = (members: string): string => `{${members}}`;
    for (const members of [
      `"id":100000000,"date":"${DATE_TEXT}"`,
      `"a":[1,2],"date":"${DATE_TEXT}"`,
      `"id":100000000,"a":[1,2]`,
      `"id":100000000,"a":[2],"date":"${DATE_TEXT}"`,
      `"id":100000000,"a":[1],"date":"${DATE_TEXT}"`,
      `"id":100000000,"a":[1,2],"date":""`,
      `"id":100000000,"a":1,2,"date":"${DATE_TEXT}"`,
    ])
      expect(found).toContain(whole(members));
  });

  test.each<[what: string, body: Template, step: string]>([
    ["the stated body", withExtra("null"), `{"id":100000000,"date":"${DATE_TEXT}"}`],
    ["the stated id", user({ id: "-17" }), `{"id":100000000,"date":"${DATE_TEXT}"}`],
    ["the stated date", bytes`{"date":"yesterday","i":1}`, `{"date":"${DATE_TEXT}","i":1}`],
    ["a trailing comma kept", bytes`{"a":1,"b":2,}`, `{"a":1,}`],
    ["an escape as a whole", ['"a\\u0000b"'], '"ab"'],
    ["one repetition", [times("ab", 100)], "ab"],
    ["half of the repetitions", [times("ab", 100)], "ab".repeat(50)],
    ["one repetition less", [times("ab", 100)], "ab".repeat(99)],
    ["less in what is repeated", [times("ab", 100)], "b".repeat(100)],
    ["one byte less", [raw(0xff, 0xfe, 0x80)], "\u00ff\u0080"],
    ["the rest of a slice", [slice(["abcdef"], 1, 5)], "bce"],
    ["a fresh id that was cut", [slice([ID], 0, 4)], "100000000"],
    ["no encoding", [{ encode: ["ab"], as: "utf16le" }], "ab"],
    ["less in an encoding", [{ encode: ["ab"], as: "utf16le" }], "b\u0000"],
  ])("%s", (_, body, step) => {
    expect(steps(body)).toContain(step);
  });

  test("of a long text: the stated body, and no less than a 64th", () => {
    const lengths = steps(["a".repeat(6400)]).map((body) => 6400 - body.length);
    expect(new Set(lengths)).toEqual(new Set([6400, 6350, 3200, 1600, 800, 400, 200, 100]));
  });

  test("of halves of a surrogate pair that are two parts: they stay two", () => {
    expect([...simplerRequests(post(["\ud83dx\ude00"]))]).toContainEqual(
      post(["\ud83d", "\ude00"]),
    );
  });

  test("of headers, method and path", () => {
    const headers = headersWith({ Accept: "ab", "X-Extra": "1" });
    const request = post([], { method: "PUT", path: "/ab", headers });
    const found = [...simplerRequests(request)];
    const rest = { method: "PUT", path: "/ab" };
    expect(found.slice(0, 3)).toEqual([
      post([], { path: "/ab", headers }),
      post([], { method: "PUT", headers }),
      post([], rest),
    ]);
    for (const step of [
      headersWith({ Accept: "ab" }),
      headersWith({ "X-Extra": "1" }),
      headersWith({ Accept: "b", "X-Extra": "1" }),
      headersWith({ Accept: "ab", "X-Extra": "" }),
    ])
      expect(found).toContainEqual(post([], { ...rest, headers: step }));
    expect(found).toContainEqual(post([], { method: "PUT", path: "/b", headers }));
  });

  test("of headers that are left out: each put back", () => {
    const none = post([], { headers: [] });
    expect([...simplerRequests(none)]).toEqual([
      post([]),
      ...headersWith({}).map((header) => post([], { headers: [header] })),
    ]);
  });

  test("of steps: one or two dropped, pieces and pauses, heads and bodies", () => {
    const odd = send({ head: head({ extra: [["A: 1"]] }), body: [], pieces: "bytes", pauseMs: 3 });
    const found = [...simplerRequests(wire(odd, pause(9), read(), halfClose()))];
    const extra = head({ extra: [["A: 1"]] });
    for (const request of [
      wire(odd, read(), halfClose()),
      wire(odd, pause(9), read()),
      wire(odd, pause(4), read(), halfClose()),
      wire(send({ head: extra, body: [] }), pause(9), read(), halfClose()),
      wire(send({ head: extra, body: [], pieces: "bytes" }), pause(9), read(), halfClose()),
    ])
      expect(found).toContainEqual(request);
    const plain = requestBytes(wire(send({ body: [] }), read()), filling);
    expect(found.map((request) => requestBytes(request, filling))).toContainEqual(plain);
    expect(found.every((request) => CaseRequest.safeParse(request).success)).toBe(true);
  });

  test("of one write and one read: neither is dropped", () => {
    const request = wire(send({ body: [] }), read());
    expect([...simplerRequests(request)]).toEqual([]);
  });

  test("of a head: the stated line in the place of another", () => {
    const request = wire(
      sendBytes(["GET / HTTP/1.1\r\nHost: ", { target: "host" }, "\r\nA: 1\r\n\r\n"]),
      read(),
    );
    const found = [...simplerRequests(request)].map((each) =>
      requestBytes(each, filling)[0]?.toString("latin1"),
    );
    for (const text of [
      "POST /api/user HTTP/1.1\r\nHost: h:1\r\nA: 1\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: h:1\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: h:1\r\nA: \r\n\r\n",
      "GET / HTTP/1.1\r\nHost: h:1\r\nA: 1\r\nAccept: */*\r\n\r\n",
    ])
      expect(found).toContain(text);
  });
});

describe("every step", () => {
  const cases = suites.flatMap((suite) => [
    ...suite.cases.filter((_, index) => index % 40 === 0).map(({ request }) => request),
    ...suite.properties.flatMap(({ arbitrary }) => fc.sample(arbitrary, { seed: 7, numRuns: 15 })),
  ]);

  test("is smaller than where it began, and a valid request", { timeout: 120_000 }, () => {
    let count = 0;
    for (const request of cases) {
      const size = requestSize(request);
      let index = 0;
      for (const candidate of simplerRequests(request)) {
        if (index === MOST) break;
        if (requestSize(candidate) >= size) expect(candidate).toEqual("a smaller one");
        if (index % 25 === 0) expect(CaseRequest.parse(candidate)).toEqual(candidate);
        index += 1;
      }
      count += index;
    }
    expect(cases.length).toBeGreaterThanOrEqual(172);
    expect(count).toBeGreaterThan(100 * cases.length);
  });

  test("comes in the same order again", () => {
    for (const request of cases.slice(0, 20))
      expect([...simplerRequests(request)]).toEqual([...simplerRequests(request)]);
  });

  const byClient = cases.filter(({ sender }) => sender === "client").slice(0, 40);

  test("leads to nothing where everything is kept", () => {
    expect(byClient).toHaveLength(40);
    for (const request of byClient) expect(shrunk(request, () => true)).toEqual(post([]));
  });

  test("leads to an end within the family", () => {
    for (const request of byClient) {
      const least = withinFamily(request);
      expect(familyOf(least)).toBe(familyOf(request));
      expect(requestSize(least)).toBeLessThanOrEqual(requestSize(request));
    }
  });
});

describe("shrinking", () => {
  const has = (text: string) => (candidate: CaseRequest) => bodyText(candidate).includes(text);

  test("to a comment alone", () => {
    const request = post(bytes`{"id":17,/* a comment */"date":"${DATE}","a":[1,2]}`, {
      headers: headersWith({ "X-Extra": "1" }),
    });
    expect(shrunk(request, has("/*"))).toEqual(post(["/*"]));
  });

  const id = /"id":\d+/;
  const accepts = (text: string): boolean =>
    id.test(text) && /"date":"20/.test(text) && familyOf(post([text])).startsWith("as stated");

  test("to a comment that a server takes", () => {
    const body = bytes`{"id":17,/* a comment */"date":"2020-01-01T00:00:00.000Z"}`;
    const keeps = (candidate: CaseRequest): boolean => {
      const text = bodyText(candidate);
      return text.includes("/*") && accepts(text.replace(/\/\*.*?\*\//, ""));
    };
    expect(shrunk(post(body), keeps)).toEqual(post([`{"id":`, ID, `,/**/"date":"`, DATE, `"}`]));
  });

  test("to a trailing comma that a server takes", () => {
    const body = bytes` {"id":17,"a":[{"b":"c"},4],"date":"2020-01-01T00:00:00.000Z" , }`;
    const keeps = (candidate: CaseRequest): boolean => {
      const text = bodyText(candidate);
      return /,\s*\}$/.test(text) && accepts(text.replace(/,\s*\}$/, "}"));
    };
    expect(shrunk(post(body), keeps)).toEqual(post([`{"id":`, ID, `,"date":"`, DATE, `",}`]));
  });

  test.each<[what: string, body: Template, least: Template]>([
    ["NUL in a string", withExtra('{"a":["b\\u0000\\u0001c"]}'), withMembers('"":"\\u0000"')],
    ["a key twice", withMembers('"abc":{"d":1},"e":3,"abc":2'), withMembers('"":0,"":0')],
  ])("to %s with id and date kept", (_, body, least) => {
    expect(bodyText(withinFamily(post(body)))).toBe(bodyText(post(least)));
  });

  test.each<[from: Template, least: string]>([
    [user({ id: '"17 and more"' }), `{"id":"","date":"${DATE_TEXT}"}`],
    [user({ id: "3.25" }), `{"id":0.0,"date":"${DATE_TEXT}"}`],
    [user({ id: "-1234" }), `{"id":-0,"date":"${DATE_TEXT}"}`],
    [withExtra('{"a":[1,2,{"b":null}]}'), `{"id":100000000,"date":"${DATE_TEXT}","":0}`],
    [[slice(user({ id: "12" }), 0, 20)], "{"],
    [
      bytes`{"id":5,"id":77,"date":"2020-02-02T02:02:02.020Z"}`,
      `{"id":100000000,"id":100000000,"date":"${DATE_TEXT}"}`,
    ],
    [
      user({ date: '"2029-11-13T14:15:16.789+01:30"' }),
      `{"id":100000000,"date":"2000-01-01T00:00:00.000+00"}`,
    ],
    [bytes`{"date":"2020-01-01T00:00:00.000Z","x":1}`, `{"date":"${DATE_TEXT}","":0}`],
  ])("%j within its family", (body, least) => {
    expect(bodyText(withinFamily(post(body)))).toBe(least);
  });

  test("a long body to the byte", () => {
    const long = (candidate: CaseRequest): boolean => bodyText(candidate).length > 4321;
    const least = shrunk(post(user({ id: bytes`1${times(" ", 70_000)}` })), long);
    expect(bodyText(least)).toHaveLength(4322);
  });

  test("steps and heads", () => {
    const request = wire(
      send(),
      read(),
      pause(20),
      send({
        on: 1,
        pieces: [3, 9],
        head: head({ change: { "Content-Type": "text/plain; charset=utf-8" }, extra: [["A: b"]] }),
      }),
      read({ on: 1 }),
      reset(1),
    );
    const keeps = (candidate: CaseRequest): boolean =>
      requestBytes(candidate, filling).some((sent) => /content-type: t/i.test(String(sent)));
    const least = shrunk(request, keeps);
    const sent = requestBytes(least, filling)[0]?.toString("latin1") ?? "";
    expect(least.sender === "wire" && least.steps.map((step) => step.do)).toEqual(["send", "read"]);
    expect(sent).toBe(
      requestBytes(wirePost({ change: { "Content-Type": "t" }, body: [] }), filling)[0]?.toString(
        "latin1",
      ),
    );
  });

  test("is 1-minimal: no step from the least one keeps the family", () => {
    const least = withinFamily(post(withMembers('"a":1, "b":"c\\u0000", "a":[{}]')));
    for (const candidate of simplerRequests(least))
      expect(familyOf(candidate)).not.toBe(familyOf(least));
  });
});
