import { parseBaseUrl, userSubmission } from "../contract/index.ts";
import { describe, expect, test } from "vitest";
import { post, wirePost } from "../generate/index.ts";
import type { CaseRequest, RequestResult } from "../model/index.ts";
import { Dispatcher } from "../observe/index.ts";
import { faulty, type FaultyName } from "../../test/servers/faulty.ts";

/** An observation is a line of the record: bodies, heads and what was received are kept in part. */
const MOST_RECORDED = 32_768;

async function send(name: FaultyName, request: CaseRequest): Promise<RequestResult> {
  const server = await faulty[name].start();
  const dispatcher = new Dispatcher({
    interface: userSubmission,
    target: parseBaseUrl(server.url),
    firstId: 100_000_000,
    timeoutMs: 10_000,
    insecure: false,
    keep: false,
  });
  try {
    const { answers } = await dispatcher.send({
      id: "test/one",
      reason: "a test",
      clauses: ["body"],
      request,
    });
    expect(JSON.stringify(answers).length).toBeLessThan(MOST_RECORDED);
    const [result] = answers;
    if (result === undefined) throw new Error("no response");
    return result;
  } finally {
    await dispatcher.close();
    await server.close();
  }
}

describe.each<[string, CaseRequest]>([
  ["the ordinary client", post()],
  ["a raw connection", wirePost()],
])("%s", (_, request) => {
  test("10,000 interim responses: 50 are recorded, the rest is counted", async () => {
    const result = await send("many-interim", request);
    expect(result).toMatchObject({ outcome: "answered", status: 201 });
    if (result.outcome !== "answered") return;
    expect(result.response.interim).toEqual(Array<number>(50).fill(103));
    expect(result.response.omitted).toEqual({ interim: 9950 });
  });

  test.each<FaultyName>([
    "tiny-chunks",
    "endless-chunks",
    "endless-trailer",
    "endless-body",
    "endless-interim",
  ])("%s is too large", async (name) => {
    expect(await send(name, request)).toMatchObject({ outcome: "too-large" });
  });
});

test("100,000 headers: the first 200 and what the body depends on are recorded", async () => {
  const result = await send("many-headers", wirePost());
  expect(result).toMatchObject({ outcome: "answered", status: 201 });
  if (result.outcome !== "answered") return;
  const { headers, omitted } = result.response;
  expect(headers.length).toBe(200);
  expect(headers[0]?.[0]).toBe("Content-Length");
  // x199 to x99999, each with a value of one byte.
  const digits = 801 * 3 + 9000 * 4 + 90_000 * 5;
  expect(omitted).toEqual({ headers: 99_801, headerBytes: 99_801 * 2 + digits });
});

test("100,000 headers: the ordinary client is not given them, and they are complete", async () => {
  expect(await send("many-headers", post())).toMatchObject({
    outcome: "too-large",
    detail: "more than 2000 lines in a head or trailer section",
    whole: { status: 201, framing: "length" },
  });
});
