import { expect, test } from "vitest";
import type { Limit } from "./field-limit.ts";
import { limitRows } from "./limit-rows.ts";

test("an exclusive minimum is the value that is refused, and not the least one that was accepted", () => {
  const limit = {
    bound: "minimum",
    inside: { figure: 1, accepted: true },
    outside: { figure: 0, accepted: false },
    exact: false,
  } as Limit;
  const keyword = { name: "exclusiveMinimum", declared: "0", keeps: () => undefined };
  const type = { kind: "number" as const, above: 0 };
  const of = { keywords: [keyword], limits: [limit], isDependent: false, unit: undefined };
  const [row] = limitRows("rating", type as never, of);
  expect(row).toMatchObject({ declared: "0", implemented: "0", verdict: "same" });
});
