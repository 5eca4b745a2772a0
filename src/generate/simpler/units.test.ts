import { parseBaseUrl, userSubmission } from "../../contract/index.ts";
import { describe, expect, test } from "vitest";
import { suites } from "../../../suites/index.ts";
import { raw, slice, times, type Template } from "../../template/index.ts";
import { DATE, ID } from "../user-submission.ts";
import { layoutOf } from "../layout.ts";
import { render } from "../render.ts";
import { templateSize, unitsSize, joined, unitsOf, type Unit } from "./units.ts";
import { joinHead, splitHead } from "./stated.ts";

const { freshBytes } = layoutOf(userSubmission);
const filling = {
  interface: userSubmission,
  target: parseBaseUrl("http://h:1/p"),
  firstId: 100_000_000,
  fresh: 0,
};
const sends = suites.flatMap(({ cases }) =>
  cases.flatMap(({ request }): Template[] =>
    request.sender === "client"
      ? [request.body]
      : request.steps.flatMap((step) =>
          step.do === "send" ? [step.head ?? [], step.body ?? []] : [],
        ),
  ),
);

describe("units", () => {
  test.each<[what: string, template: Template, units: Unit[]]>([
    ["characters", ["a\u{1f600}", "b"], ["a", "\u{1f600}", "b"]],
    ["bytes", [raw(1, 255)], [raw(1), raw(255)]],
    ["holes", [ID, { target: "host" }], [ID, { target: "host" }]],
    ["few repetitions", [times("ab", 2)], ["a", "b", "a", "b"]],
    ["many repetitions", [times("ab", 99)], [times("ab", 99)]],
    ["no repetition", [times("ab", 0), { repeat: [], times: 9 }], []],
    ["a slice", [slice(["abc", ID, "de"], 2, 13)], ["c", ID, "d"]],
    [
      "a slice that cuts a hole",
      [slice([ID, DATE], 4, 12)],
      [slice([ID], 4, 9), slice([DATE], 0, 3)],
    ],
    ["a slice that cuts a character", [slice(["a\u00e9"], 2)], [slice(["\u00e9"], 1, 2)]],
    [
      "a slice of what has no fixed length",
      [slice([{ target: "host" }], 1)],
      [slice([{ target: "host" }], 1)],
    ],
  ])("%s", (_, template, units) => {
    expect(unitsOf(template, freshBytes)).toEqual(units);
  });

  test("surrogates are one character in pairs, and one each where they are alone", () => {
    const template = ["0\ud83d\ude00\ude00\ud83d", "\ude000"];
    const units = unitsOf(template, freshBytes);
    expect(units).toHaveLength(6);
    expect(templateSize(template, freshBytes)).toBe(unitsSize(units, freshBytes));
  });

  test("put together make few parts", () => {
    expect(joined(["a", "b", raw(1), raw(2), ID, "c", "d"])).toEqual(["ab", raw(1, 2), ID, "cd"]);
    expect(joined(["\ud83d", "\ude00"])).toEqual(["\ud83d", "\ude00"]);
  });

  test("of every case make the same bytes again, and so do lines", () => {
    const small = sends.filter((template) => !/"times":\d{5}/.test(JSON.stringify(template)));
    expect(small.length).toBeGreaterThanOrEqual(6607);
    for (const template of small) {
      const units = unitsOf(template, freshBytes);
      expect(templateSize(template, freshBytes)).toBe(unitsSize(units, freshBytes));
      const bytes = render(template, filling, 50);
      expect(render(joined(units), filling, 50).equals(bytes)).toBe(true);
      expect(render(joinHead(splitHead(template, freshBytes)), filling, 50).equals(bytes)).toBe(
        true,
      );
    }
  });
});
