import stringWidth from "string-width";
import { expect, test } from "vitest";
import type { Summary } from "../../model/index.ts";
import { plain } from "../../text/index.ts";
import { Screen } from "./screen-text.ts";
import { foundCounts } from "../../stats/index.ts";
import { remarksSection, suitesSection } from "../run-section.ts";
import { blockLines } from "./block-lines.ts";

const NAME = "field-billing-address-postal-code-of-the-city";

/** The parts of a summary that both tables read. */
function summaryOf(suite: string): Summary {
  const classes = {
    "2xx": 1200,
    "4xx": 300,
    "3xx": 0,
    "5xx": 2,
    noAnswer: 1,
    "1xx": 0,
    other: 0,
    unstable: 3,
  };
  const outcomes = { "201": 1, "400": 1, "timed-out": 1, "422": 1 };
  const remark = {
    kind: "step",
    case: `${suite}/length-32767`,
    signature: "404 \u2192 431",
    count: 1,
  };
  return {
    suites: [{ name: suite, cases: 1503, observations: 4509, requests: 4509, classes }],
    cases: [{ id: `${suite}/length-1`, outcomes: { "415, closed": 1 }, stability: "stable" }],
    properties: [{ id: `${suite}/text`, outcomes }],
    limits: [],
    remarks: [{ ...remark, text: `characters of ${suite}: 404 at 10000 characters, 431 at 32767` }],
  } as unknown as Summary;
}

test.each([
  ["a usual name", "valid", 80],
  ["a long name", NAME, 80],
  ["a name that is too long", `${NAME}-and-${NAME}`, 100],
])("the table of suites and its remarks fit the terminal: %s", (_, suite, width) => {
  const lines = blockLines(suitesSection(summaryOf(suite)), new Screen(plain, width));
  expect(lines.filter((line) => stringWidth(line) > width)).toEqual([]);
  const text = lines.join("\n");
  for (const shown of [
    "1,503",
    "1,200",
    "300",
    "201 \u00d71",
    "(415, closed) \u00d71",
    "timed-out \u00d71",
  ])
    expect(text).toContain(shown);
  const remarks = blockLines(remarksSection(summaryOf(suite)), new Screen(plain, width));
  // The case is whole: it is what `replay` takes.
  expect(remarks.join("\n")).toContain(`${suite}/length-32767`);
  // A word that is wider than the terminal keeps a line of its own.
  const words = remarks.filter((line) => !line.includes("/length-") && line.trim().includes(" "));
  expect(words.filter((line) => stringWidth(line) > width)).toEqual([]);
});

test("nothing is folded or left out where the output is no terminal", () => {
  const [, head = "", row = "", ...more] = blockLines(
    suitesSection(summaryOf(NAME)),
    new Screen(plain),
  );
  expect(more.join("").trim()).toBe(
    "No response: the last request of a case got none; in (415, closed), earlier requests got a response.",
  );
  expect(head).toMatch(/requests +2xx +4xx/);
  expect(row).toContain("201 \u00d71  400 \u00d71");
  expect(blockLines(remarksSection(summaryOf(NAME)), new Screen(plain))[2]).toContain(
    "404 at 10000 characters, 431 at 32767",
  );
});

test("worth a look counts unstable cases as the table of suites and the last line do", () => {
  const summary = summaryOf(NAME);
  const [, , row = ""] = blockLines(suitesSection(summary), new Screen(plain));
  expect(row).toMatch(/ 3 /);
  expect(foundCounts(summary)).toContain("3 unstable");
  const remarks = blockLines(remarksSection(summary), new Screen(plain));
  expect(remarks.join("\n")).toMatch(/^ {2}Unstable: 3 of 1 case that was sent more than once\.$/m);
});
