import { judgementOf } from "../../test/report/gate.ts";
import { describe, expect, test } from "vitest";
import type { ComparisonView, GateResult } from "../model/index.ts";
import { renderComparisonPage } from "./html/comparison/comparison-page.tsx";
import { fourTargets } from "../../test/report/html/comparison/four-targets.ts";
import { junitXml } from "./junit-xml.ts";
import type { Life } from "./run-words.ts";
import { comparisonMarkdown } from "./markdown/comparison.ts";
import { gateMarkdown } from "./markdown/gate.ts";
import { renderComparison } from "./terminal/render-comparison.ts";
import { livesLines } from "./terminal/target-lines.ts";
import { renderGate } from "./terminal/render-gate.ts";
import { plain } from "../text/index.ts";
import { Screen } from "./terminal/screen-text.ts";

const ENDS = 'framing/huge ends the server: exit code 255, "Out of memory", 3 of 3 times';
const GROWS = "fields/big makes the server's memory grow: 52 MiB before, 203 MiB at most";

const life: Life = {
  deaths: [
    {
      kind: "ended",
      cases: ["framing/huge"],
      reason: "a huge length",
      tried: 3,
      times: 3,
      count: 3,
      text: ENDS,
    },
  ],
  growths: [
    {
      case: "fields/big",
      reason: "a big field",
      tried: 3,
      times: 3,
      beforeBytes: 1,
      peakBytes: 2,
      afterBytes: 2,
      text: GROWS,
    },
  ],
  startsMs: [120, 95, 300, 110],
};

/** Four targets, of which the second did not stay up. */
function withLife(): ComparisonView {
  const view = fourTargets();
  const targets = view.comparison.targets.map((target, at) =>
    at === 1 ? { ...target, ...life } : target,
  );
  return { ...view, comparison: { ...view.comparison, targets } };
}

describe("a comparison has what ended a target before anything else", () => {
  test("on the terminal, with how often and the time of each start", () => {
    const lines = String(renderComparison(withLife(), new Screen(plain), { report: "x" })).split(
      "\n",
    );
    expect(lines.slice(0, 3)).toEqual([
      `✗ lenient: ${ENDS}`,
      "    framing/huge: a huge length",
      "    3 times in this run",
    ]);
    expect(lines).toContain(`! lenient: ${GROWS}`);
    expect(lines).toContain(
      "  lenient: ended 3 times; first response 95 ms to 300 ms after each of 4 starts",
    );
  });

  test("in Markdown", () => {
    const text = comparisonMarkdown(withLife(), { report: "report.html" });
    expect(text).toContain(
      "lenient: ended 3 times; first response 95 ms to 300 ms after each of 4 starts",
    );
    expect(text).toContain(`- lenient: ${ENDS}`);
    expect(text.indexOf(GROWS)).toBeLessThan(text.indexOf("| target |"));
  });

  test("on the page", () => {
    const page = renderComparisonPage(withLife());
    const at = page.indexOf("framing/huge ends the server");
    expect(at).toBeGreaterThan(0);
    expect(at).toBeLessThan(page.indexOf(">In short</h2>"));
    expect(page).toContain("memory grow: 52 MiB before");
    expect(page).toContain("ended 3 times");
    expect(page).toContain("first response 95 ms to 300 ms after each of 4 starts");
    expect(renderComparisonPage(fourTargets())).not.toContain('id="deaths"');
  });
});

test("a gate has what makes the memory grow, and it fails nothing", () => {
  const result: GateResult = {
    $schema: "x",
    schemaVersion: 1,
    tool: { name: "api-witness", version: "0" },
    verdict: "pass",
    exitCode: 0,
    targets: [{ name: "shop", baseUrl: "http://127.0.0.1:1", run: "reports/one" }],
    judgements: [judgementOf({ target: "shop" })],
    causes: [],
    findings: [{ target: "shop", case: "fields/big", text: GROWS }],
    notes: [],
  };
  expect(String(renderGate(result, new Screen(plain))).split("\n")).toContain(`! ${GROWS}`);
  expect(gateMarkdown(result, { reports: "gate" })).toContain(`- **finding** ${GROWS}\n`);
  const xml = junitXml(result, []);
  expect(xml).toContain("finding: fields/big: ");
  expect(xml).toContain("memory grow: 52 MiB before");
  expect(xml).not.toContain("<failure");
});

test("on the terminal, six deaths are shown and the cases of the others are named", () => {
  const deaths = Array.from({ length: 9 }, (_, nth) => ({
    kind: "ended" as const,
    cases: [`framing/case-${nth}`],
    tried: 3,
    times: 3,
    count: 1,
    text: `framing/case-${nth} ends the server: exit code 3, 3 of 3 times`,
  }));
  expect(livesLines([{ deaths }], new Screen(plain))).toEqual([
    ...deaths.slice(0, 6).map(({ text }) => `✗ ${text}`),
    "✗ 3 further deaths, in the report: framing/case-6, framing/case-7, framing/case-8",
    "",
  ]);
});
