import fc from "fast-check";
import { expect, test } from "vitest";
import { linearOrder, type InFlight } from "./race.ts";

type Sent = InFlight<"add" | "remove", string>;

/** A store of one value: what exists is refused, what does not cannot be removed. */
const store = (exists: boolean, request: Sent["request"]) =>
  request === "add"
    ? { state: true, response: exists ? "409" : "201" }
    : { state: false, response: exists ? "204" : "404" };

const ordersOf = (all: readonly number[]): number[][] =>
  all.length === 0
    ? [[]]
    : all.flatMap((at) => ordersOf(all.filter((each) => each !== at)).map((rest) => [at, ...rest]));

/** Whether requests in this order get their responses, and none comes before one that was over before it was sent. */
function explains(history: readonly Sent[], order: readonly number[]): boolean {
  let state = false;
  return order.every((at, place) => {
    const { request, response, sentMs = 0 } = history[at] as Sent;
    const isLate = order
      .slice(place + 1)
      .some((later) => (history[later]?.respondedMs ?? Infinity) < sentMs);
    const done = store(state, request);
    state = done.state;
    return !isLate && done.response === response;
  });
}

const operation: fc.Arbitrary<Sent> = fc
  .record({
    request: fc.constantFrom("add" as const, "remove" as const),
    isFirst: fc.boolean(),
    sentMs: fc.nat(5),
    takesMs: fc.nat(3),
  })
  .map(({ request, isFirst, sentMs, takesMs }) => ({
    request,
    response: request === "add" ? (isFirst ? "201" : "409") : isFirst ? "204" : "404",
    sentMs,
    respondedMs: sentMs + takesMs,
  }));

test("an order is found if and only if one of all orders gives the same responses", () => {
  let found = 0;
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 5 }), (history) => {
      const order = linearOrder(history, false, store);
      if (order !== undefined) found += 1;
      expect(order === undefined || explains(history, order)).toBe(true);
      expect(order !== undefined).toBe(
        ordersOf([...history.keys()]).some((each) => explains(history, each)),
      );
    }),
    { numRuns: 500, seed: 1 },
  );
  expect(found).toBeGreaterThan(20);
  expect(found).toBeLessThan(480);
});

test("50 equal requests are one order, not 50!", () => {
  const all = (responses: string[]): Sent[] =>
    responses.map((response) => ({ request: "add", response }));
  const refused = Array.from({ length: 49 }, () => "409");
  expect(linearOrder(all([...refused, "201"]), false, store)?.[0]).toBe(49);
  expect(linearOrder(all([...refused.slice(1), "201", "201"]), false, store)).toBeUndefined();
});
