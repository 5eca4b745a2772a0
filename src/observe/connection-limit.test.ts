import { expect, test } from "vitest";
import type { RequestResult } from "../model/index.ts";
import { ConnectionLimit } from "./connection-limit.ts";

const result = (status: number): RequestResult =>
  ({
    outcome: "answered",
    status,
    response: { headers: [], body: {} },
  }) as unknown as RequestResult;

/** The second request on each of some connections was turned away, and accepted on a new one. */
function turnedAway(limit: ConnectionLimit): void {
  for (let nth = 0; nth < 4; nth += 1) {
    expect(limit.mayBe(result(429), 2)).toBe(true);
    limit.learn(result(429), 2, result(201));
  }
}

test("a limit of each connection is certain after three at the same request", () => {
  const limit = new ConnectionLimit();
  limit.mayBe(result(201), 1);
  turnedAway(limit);
  expect(limit.most).toBe(1);
});

test("a connection on which more requests were accepted shows that it is none", () => {
  const limit = new ConnectionLimit();
  limit.mayBe(result(201), 2);
  turnedAway(limit);
  expect(limit.most).toBe(Infinity);
});
