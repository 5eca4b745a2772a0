import { describe, expect, test } from "vitest";
import type { Remark, Summary } from "../../model/index.ts";
import { runView } from "../../../test/report/html/browser/run-view.ts";
import { renderTerminal } from "../terminal/render-terminal.ts";
import { runMarkdown } from "./run.ts";
import { Screen } from "../terminal/screen-text.ts";

const MOST = 60_000;
const where = { report: "reports/x/report.html", run: "reports/x" };
const textOf = (change: Partial<Summary> = {}): string =>
  runMarkdown({ ...runView().summary, ...change }, where);

describe("a run", () => {
  const lines = textOf().split("\n");

  test("begins with target and verdict, ends with where everything is", () => {
    expect(lines[0]).toBe("## strict `http://127.0.0.1:3001`");
    expect(lines[2]).toMatch(/^\*\*Stated by the specification: ✓ held 220\/220\.\*\* /);
    expect(lines[4]).toBe("**Found: 5 unstable.**");
    expect(lines).toContain("Send a case again: `witness replay reports/x <case>`");
    expect(lines).toContain("Every request and response: `reports/x/report.html`");
  });

  test("quotes a folder for the shell, like the terminal", () => {
    const { summary } = runView();
    const odd = { report: "it's mine/report.html", run: "it's mine" };
    const command = "witness replay 'it'\\''s mine' <case>";
    expect(runMarkdown(summary, odd)).toContain(`Send a case again: \`${command}\``);
    const lines = renderTerminal(summary, new Screen((_, text) => text), odd);
    expect(String(lines)).toContain(`replay any row: ${command}`);
  });

  test("has its sections in the order of the page", () =>
    expect(lines.filter((line) => line.startsWith("### "))).toEqual([
      "### Suites",
      "### Worth a look",
      "### Load, 3 rounds of 5 s",
      "### What the verdict depends on",
    ]));

  test("has a mark for a lower bound, and the doubt beside it", () =>
    expect(lines).toContainEqual(
      expect.stringMatching(/^\| all \| `?≥ 24,310`? \| `?0\.39 ms`? \| .*! generator/),
    ));
});

test("a hint is first and last, and deaths come before the tables", () => {
  const hint = "every valid request got 404: is the URL right?";
  const text = "framing/line-1 ends the server: exit code 255, 3 of 3 times";
  const death = { kind: "ended", cases: ["framing/line-1"], tried: 3, times: 3, count: 1 } as const;
  const lines = textOf({ hint, deaths: [{ ...death, cases: [...death.cases], text }] }).split("\n");
  expect(lines.filter((line) => line === `\`${hint}\``)).toHaveLength(2);
  expect(lines[2]).toBe(`\`${hint}\``);
  expect(lines.indexOf(`- ${text}`)).toBeGreaterThan(0);
  expect(lines.indexOf("### The server did not stay up")).toBeLessThan(lines.indexOf("### Suites"));
});

test("a round whose halves differ is not stationary, as on the terminal", () => {
  const { load } = runView().summary;
  const uneven = { name: "stationary" as const, held: false, text: "second half +21%" };
  const rounds = load?.rounds.map((round) => ({ ...round, checks: [uneven] }));
  const lines = textOf({ load: load && { ...load, rounds: rounds ?? [] } }).split("\n");
  expect(lines.filter((line) => /^\| \d .*\| ! not stationary \|$/.test(line))).toHaveLength(3);
});

test("a load alone has no tables of cases", () => {
  const lines = textOf({ suites: [], cases: [], remarks: [] }).split("\n");
  expect(lines.filter((line) => /Found|### (?:Suites|Worth)/.test(line))).toEqual([]);
  expect(lines).toContain("### Load, 3 rounds of 5 s");
});

test("an incomplete run says so", () =>
  expect(textOf({ complete: false, end: "interrupted" })).toContain(" · incomplete: interrupted"));

describe("text from outside", () => {
  const hostile = "x|y`z` @all #1 <img src=x> [a](b) **c**\n\n| d | e |\n```";
  const remark: Remark = {
    kind: "step",
    case: hostile,
    signature: hostile,
    text: hostile,
    count: 1,
  };
  const { summary } = runView();
  const text = textOf({
    target: { ...summary.target, name: hostile },
    hint: hostile,
    stated: { ...summary.stated, text: hostile },
    remarks: [remark],
    notes: [{ type: "note", kind: "check", text: hostile }],
    suites: summary.suites.map((suite) => ({ ...suite, name: hostile })),
    deaths: [{ kind: "ended", cases: [hostile], tried: 1, times: 1, count: 1, text: hostile }],
  });

  test("stays in code spans, and in its cell", () => {
    const outside = text.replaceAll(/(?<!`)(`+)(?!`)(?:.*?[^`])\1(?!`)/g, "");
    expect(outside.replaceAll(/^#+ /gm, "")).not.toMatch(/[`<>@#\\[]|img/);
    const rows = text.split("\n").filter((line) => line.startsWith("| `"));
    expect(new Set(rows.map((row) => row.split("|").length))).toEqual(new Set([5, 9]));
  });

  test("of any length keeps the report below the limit of a comment", () => {
    const long = "very-long ".repeat(200);
    const many = Array.from({ length: 2000 }, (_, at) => ({ ...remark, case: `${at}${long}` }));
    const suites = summary.suites.flatMap((suite) => Array.from({ length: 200 }, () => suite));
    const large = textOf({ remarks: many.map((each) => ({ ...each, text: long })), suites });
    expect(large.length).toBeLessThan(MOST);
    expect(large).toContain("more suites in the full report");
  });
});
