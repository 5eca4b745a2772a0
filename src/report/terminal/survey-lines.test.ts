import stringWidth from "string-width";
import { expect, test } from "vitest";
import type { Survey, SurveyedTarget } from "../../model/index.ts";
import { plain } from "../../text/index.ts";
import { renderSurvey } from "./document-lines.ts";
import { Screen } from "./screen-text.ts";

const targetsOf = (count: number, change: Partial<SurveyedTarget> = {}): SurveyedTarget[] =>
  Array.from({ length: count }, (_, at) => ({
    name: `service-of-a-department-${at + 1}`,
    baseUrl: `http://127.0.0.1:${3000 + at}`,
    run: `service-${at + 1}`,
    end: "done" as const,
    accepts: "held" as const,
    ...change,
  }));

const REASON =
  "nothing responded to the first valid request within 10 s, and the second attempt was refused";

const survey: Survey = {
  schemaVersion: 1,
  tool: { name: "api-witness", version: "0.6.0" },
  seed: 5,
  targets: 1204,
  clusters: [
    {
      behaviour: "a",
      targets: targetsOf(1200),
      cases: { "2xx": 1503, "3xx": 12, "4xx": 2201, "5xx": 17, "no response": 21, unstable: 4 },
    },
    {
      behaviour: "b",
      targets: targetsOf(1, { accepts: "not-held", surroundings: ["rate limit: from request 9"] }),
      cases: { "4xx": 9 },
    },
    {
      behaviour: "c",
      targets: targetsOf(2, { end: "unreachable", accepts: "unreachable", reason: REASON }),
      cases: {},
    },
  ],
};

const linesAt = (width?: number): string[] =>
  renderSurvey(survey, "reports/survey/report.html", new Screen(plain, width)).split("\n");

test("clusters, the largest first, then what is stated, what was found, and where the report is", () => {
  const names = [1, 2, 3, 4, 5, 6].map((nth) => `service-of-a-department-${nth}`);
  expect(linesAt()).toEqual([
    "1,200  2xx ×1,503  3xx ×12  4xx ×2,201  5xx ×17  no response ×21  unstable ×4",
    `       ${names.join(", ")}, … 1,194 more`,
    "    1  4xx ×9",
    "       service-of-a-department-1",
    `    2  ${REASON}`,
    "       service-of-a-department-1, service-of-a-department-2",
    "",
    "service-of-a-department-1: rate limit: from request 9",
    "",
    "stated   1,200 held · 1 not held · 2 target not reached",
    "found    1,204 targets · 3 clusters of equal behaviour · 1 not sent to",
    "report   reports/survey/report.html",
  ]);
});

test.each([80, 100, 140])("fits into %d columns, and no word is cut", (width) => {
  const lines = linesAt(width);
  expect(lines.filter((line) => stringWidth(line) > width)).toEqual([]);
  const wordsOf = (all: readonly string[]): string[] =>
    all.flatMap((line) => line.split(/\s+/)).filter((word) => word !== "");
  expect(wordsOf(lines)).toEqual(wordsOf(linesAt()));
});
