import stringWidth from "string-width";
import { describe, expect, test } from "vitest";
import { someHistory } from "../../../test/report/html/history/history.ts";
import { renderFleet } from "./agent-tables.ts";
import { renderHistory } from "./render-history.ts";
import { stackedRows, wrappedTable } from "./table.ts";
import { plain } from "../../text/index.ts";
import { Screen } from "./screen-text.ts";

const WIDTHS = [80, 100, 140];
const linesOf = (text: unknown): string[] => String(text).split("\n");
const tooWide = (lines: string[], width: number): string[] =>
  lines.filter((line) => stringWidth(line) > width);
/** Every word of a text: a cell that is cut or broken has others. */
const wordsOf = (lines: string[]): Set<string> => new Set(lines.join(" ").split(/\s+/));
const lost = (whole: string[], narrow: string[]): string[] => {
  const kept = wordsOf(narrow);
  return [...wordsOf(whole)].filter((word) => !kept.has(word) && !/^[-–]?$/.test(word));
};

describe.each(WIDTHS)("at %d columns", (width) => {
  test("the history fits, with every figure of the whole table", () => {
    const { runs, ...rest } = someHistory();
    // A path wider than the terminal has a line of its own, whole.
    const history = { ...rest, runs: runs.filter(({ folder }) => !folder.includes(" ")) };
    const where = { outputDir: "reports", page: "reports/history.html" };
    const whole = linesOf(renderHistory(history, new Screen(plain), where));
    const narrow = linesOf(renderHistory(history, new Screen(plain, width), where));
    expect(tooWide(whole, width)).not.toEqual([]);
    expect(tooWide(narrow, width)).toEqual([]);
    expect(lost(whole, narrow)).toEqual([]);
  });

  test("the agents of a fleet fit, with every figure of the whole table", () => {
    const member = {
      version: "0.6.0",
      catalogue: "7c2fe3c40a2a2fc3b9b97ae4f27b762249e75c4a4b8ae8a358bcd62862c6d4a9",
      cores: 64,
      labels: { zone: "eu-central-1a", kind: "large", owner: "team-payments" },
      run: "2026-11-22-payments-service-of-the-shop-7881052",
    };
    const members = [
      { ...member, name: "agent-7f9c5d8b64-x2x9p" },
      {
        ...member,
        name: "b",
        ceilingPerSecond: 30_123.4,
        clock: { offsetMs: 12_345.6, errorMs: 0.3 },
      },
    ];
    const whole = linesOf(renderFleet(members));
    const narrow = linesOf(renderFleet(members, width));
    expect(tooWide(whole, width)).not.toEqual([]);
    expect(tooWide(narrow, width)).toEqual([]);
    expect(lost(whole, narrow)).toEqual([]);
  });
});

test("the last cell of a row is wrapped below its beginning; one without room goes below the row", () => {
  const rows = [
    ["corpus", "10", "bodies of a folder, each as the body and as a value"],
    ["seed", "a-value-that-is-much-longer-than-its-column", "flag: --seed"],
  ];
  const columns = [undefined, { usual: 4 }];
  expect(wrappedTable(rows, 48, { columns, indent: "  " })).toEqual([
    "  corpus  10    bodies of a folder, each as the",
    "                body and as a value",
    "  seed    a-value-that-is-much-longer-than-its-column",
    "      flag: --seed",
  ]);
  expect(wrappedTable(rows, Infinity, { columns, indent: "  " })).toEqual([
    "  corpus  10    bodies of a folder, each as the body and as a value",
    "  seed    a-value-that-is-much-longer-than-its-column  flag: --seed",
  ]);
});

test("columns without a figure go first, then the figures go below their row", () => {
  const rows = [
    ["name", "load", "rate", "run"],
    ["one", "–", "3,841/s", "2026-11-22-one"],
    ["two", "–", "–", "2026-11-22-two"],
  ];
  expect(stackedRows(rows, [0], 40)).toEqual([
    ["name  load  rate     run"],
    ["one   –     3,841/s  2026-11-22-one"],
    ["two   –     –        2026-11-22-two"],
  ]);
  expect(stackedRows(rows, [0], 34)).toEqual([
    ["name  rate     run"],
    ["one   3,841/s  2026-11-22-one"],
    ["two   –        2026-11-22-two"],
  ]);
  expect(stackedRows(rows, [0], 24)).toEqual([
    ["name"],
    ["one", "    rate 3,841/s", "    run 2026-11-22-one"],
    ["two", "    run 2026-11-22-two"],
  ]);
});
