import { describe, expect, test } from "vitest";
import { suitesFor } from "../../suites/index.ts";
import { userSubmission } from "../contract/index.ts";
import type { CaseRequest } from "../model/index.ts";
import { times } from "../template/index.ts";
import { hazardOf } from "./hazard.ts";

const body = (...parts: (string | ReturnType<typeof times>)[]): CaseRequest => ({
  sender: "client",
  body: parts,
});
const raw = (head: string, ...parts: string[]): CaseRequest => ({
  sender: "wire",
  steps: [{ do: "send", head: [`${head}\r\n\r\n`], body: parts }, { do: "read" }],
});

describe("hazards", () => {
  test.each<[CaseRequest, string | undefined]>([
    [body("x", times(" ", 8 * 1024 * 1024)), "a body of 8 MiB"],
    [body(times(" ", 8 * 1024 * 1024)), undefined],
    [body({ encode: [times(" ", 1 << 24)], as: "gzip" }), "a body of 16 MiB"],
    [body(times("[", 10_000), times("]", 10_000)), "10,000 levels of nesting"],
    [body(times("[", 9999), times("]", 9999)), undefined],
    [body(times('{"a":', 20_000), "0", times("}", 20_000)), "20,000 levels of nesting"],
    [body("[", times("[],", 20_000), "0]"), undefined],
    [body("{", times('"a":1,', 60_000), '"a":1}'), "60,000 keys"],
    [raw("POST / HTTP/1.1\r\nContent-Length: 9007199254740992"), "a huge announced length"],
    [raw("POST / HTTP/1.1\r\nContent-Length: 0000000000000000050"), undefined],
    [
      raw("POST / HTTP/1.1\r\nTransfer-Encoding: chunked", "80000000\r\n"),
      "a huge announced length",
    ],
    [raw("POST / HTTP/1.1\r\nTransfer-Encoding: chunked", "32\r\n"), undefined],
    [raw("POST / HTTP/1.1", "80000000\r\n"), undefined],
  ])("%#", (request, reason) => {
    expect(hazardOf({ request })).toBe(reason);
  });

  test("a case may state one that its bytes do not show", () => {
    expect(hazardOf({ request: body("{}"), hazard: "starts a report" })).toBe("starts a report");
  });

  test("are 53 of the catalogue, and none of the valid requests", () => {
    const cases = suitesFor(userSubmission).flatMap((suite) => suite.cases);
    const found = cases.filter((each) => hazardOf(each) !== undefined);
    expect(found).toHaveLength(53);
    expect(found.filter(({ valid, request }) => valid && request.sender === "wire")).toEqual([]);
    for (const id of [
      "malformed-json/objects-50000",
      "framing/given-9007199254740992",
      "size/space-after-64-mib",
      "fields/extra-repeats-100000",
      "connection/silent-100",
      "repetition/burst-200",
    ])
      expect(found.map((each) => each.id)).toContain(id);
  });
});
