import { parseBaseUrl, userSubmission } from "../src/contract/index.ts";
import { describe, expect, it } from "vitest";
import { render, requestsOf, user } from "../src/generate/index.ts";
import { suiteNamed } from "../test/suites/suite-named.ts";

const size = suiteNamed("size");

const filling = {
  interface: userSubmission,
  target: parseBaseUrl("http://127.0.0.1:1"),
  firstId: 100_000_000,
  fresh: 0,
};
const MIB = 1_048_576;

describe("the bodies of the suite size", () => {
  it("start from a stated body of the length that the ladders count on", () => {
    expect(render(user(), filling).length).toBe(requestsOf(userSubmission).bodyBytes);
  });

  it.each(size.cases.filter(({ rung }) => rung !== undefined))(
    "$id is as long as its rung says",
    ({ request, rung, alone }) => {
      const length = request.sender === "client" ? render(request.body, filling).length : -1;
      expect(`${length}`).toBe(rung?.at);
      expect(alone ?? false).toBe(length > MIB);
    },
  );

  it("on one axis differ only in how much filling there is", () => {
    const shapes = new Map<string, Set<string>>();
    for (const { rung, request } of size.cases) {
      if (rung === undefined) continue;
      const shape = JSON.stringify(request).replace(/"times":\d+/, `"times":0`);
      shapes.set(rung.axis, (shapes.get(rung.axis) ?? new Set()).add(shape));
    }
    for (const [axis, found] of shapes) expect([axis, found.size]).toEqual([axis, 1]);
  });
});
