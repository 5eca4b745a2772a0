import { expect, test } from "vitest";
import { outcomesByTarget } from "./comparison-words.ts";

const names = ["a", "b", "c", "d", "e", "f"];
const text = (...outcomes: string[]): string => outcomesByTarget(outcomes, names);

test("names the targets of the rarest outcome first, then the others", () => {
  expect(text("2xx", "4xx", "2xx")).toBe("4xx from b, 2xx from the others");
  expect(text("2xx", "4xx", "2xx", "5xx", "4xx", "2xx")).toBe(
    "5xx from d, 4xx from b, e, 2xx from the others",
  );
});

test("names both of two targets", () =>
  expect(text("4xx", "no response")).toBe("4xx from a, no response from b"));

test("counts many targets with the same outcome", () =>
  expect(
    outcomesByTarget(
      Array.from({ length: 50 }, (_, at) => (at < 10 ? "4xx" : "2xx")),
      [],
    ),
  ).toBe("4xx from 10 targets, 2xx from the others"));
