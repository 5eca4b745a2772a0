import { expect, test } from "vitest";
import { userSubmission } from "../contract/index.ts";
import { requestsOf } from "../generate/index.ts";
import type { RequestResult } from "../model/index.ts";
import { findValueRefusals } from "./value-refusals.ts";

const sent = requestsOf(userSubmission).request();

function reply(status: number, fresh: number) {
  const text = status === 201 ? "" : '{"error":"checksum is wrong"}';
  const body = { bytes: text.length, sha256: text, text };
  const response = { status, reason: "", headers: [], framing: "length" as const, body };
  const answers: RequestResult[] = [{ outcome: "answered", status, response, totalUs: 1 }];
  return { signature: String(status), replied: { answers, fresh } };
}

/** The first ten replies of a target, and what it finds; `statusOf` decides by the value and by the turn. */
async function foundIf(statusOf: (fresh: number, turn: number) => number) {
  let turn = 0;
  let next = 0;
  const ask = (fresh = (next += 1)) => reply(statusOf(fresh, (turn += 1)), fresh);
  const replies = Array.from({ length: 10 }, () => ask());
  const asking = { ask: async (fresh?: number) => ask(fresh), sent, from: userSubmission };
  return findValueRefusals(replies, asking);
}

test("values that are refused each time, and others that never are, decide", async () => {
  const found = await foundIf((fresh) => (fresh % 10 === 7 ? 201 : 422));
  expect(found?.facts).toEqual({
    code: "values-decide",
    signature: "422",
    first: "201",
    refused: 9,
    asked: 10,
    reason: "checksum is wrong",
  });
});

test("where the first ten are refused, more are sent until one is accepted", async () => {
  const found = await foundIf((fresh) => (fresh === 17 ? 201 : 422));
  expect(found?.facts).toMatchObject({ refused: 16, asked: 17 });
});

test.each<[string, (fresh: number, turn: number) => number]>([
  ["all are accepted", () => 201],
  ["all are refused", () => 422],
  ["servers respond in turn", (_, turn) => (turn % 2 === 0 ? 201 : 422)],
  ["there is a third response", (fresh) => [201, 422, 409][fresh % 3] ?? 0],
  ["it is a limit of the rate", (fresh) => (fresh % 2 === 0 ? 201 : 429)],
])("not where %s", async (_, statusOf) => {
  expect(await foundIf(statusOf)).toBeUndefined();
});

test("a request is sent with other values until one is accepted, or is refused for itself", async () => {
  const found = await foundIf((fresh) => (fresh % 10 === 7 ? 201 : 422));
  let tries = 0;
  const again = async () => reply((tries += 1) === 5 ? 201 : 422, tries);
  expect((await found?.withOthers(reply(422, 1), sent, again))?.signature).toBe("201");
  expect(tries).toBe(5);
  // A refusal that says something else is about the request.
  const other = reply(400, 1);
  expect(await found?.withOthers(other, sent, again)).toBe(other);
});
