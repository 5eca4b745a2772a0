import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { suites } from "../../suites/index.ts";
import { userSubmission } from "../contract/index.ts";
import { defaultOptions } from "../options/index.ts";
import {
  comparisonMarkdown,
  renderComparison,
  renderComparisonPage,
  Screen,
} from "../report/index.ts";
import type { Paint } from "../text/index.ts";
import { startExpress, startStrict } from "../servers/references.ts";
import { compareJob } from "./compare.ts";
import { compareStored } from "./compare-stored.ts";

const plain: Paint = (_, text) => text;

test("witness compare --infer shows the rules of each target side by side, one row a field, above the groups", async () => {
  const folder = mkdtempSync(join(tmpdir(), "witness-compare-inferred-"));
  const servers = [await startStrict(), await startExpress()];
  const targets = ["strict", "express"].map((name, at) => ({
    name,
    baseUrl: servers[at]?.url ?? "",
  }));
  const { view, runs } = await compareJob(
    targets,
    { interface: userSubmission, suites: [...suites] },
    {
      ...defaultOptions("compare"),
      suite: ["valid", "id-bounds"],
      explore: false,
      load: false,
      infer: true,
      runs: 0,
      seed: 1,
      outputDir: folder,
    },
    { signal: new AbortController().signal, events: {} },
  );
  for (const server of servers) await server.close();

  const { inferred = [] } = view.comparison;
  const rowOf = (name: string) => inferred.find((row) => row.name === name);
  expect(rowOf("id")?.rules).toEqual([
    expect.stringMatching(/unless a safe integer.*, else 422$/),
    expect.stringMatching(/any number.*, else 400$/),
  ]);
  expect(rowOf("id")).toMatchObject({ stated: "a whole number" });
  expect(rowOf("id")?.common).toMatch(/strings/);
  expect(rowOf("date")?.rules[0]).toMatch(/RFC 3339 in UTC with three fraction digits/);
  expect(rowOf("order of checks")?.rules).toHaveLength(2);
  expect(runs.every(({ fold }) => fold.findings.some(({ kind }) => kind === "rule"))).toBe(true);

  const terminal = String(renderComparison(view, new Screen(plain), { report: "r" }));
  expect(terminal).toMatch(
    /Inferred rules\n {2}id: .*safe integer.* \(strict\); .*any number.* \(express\)/,
  );
  const markdown = comparisonMarkdown(view, { report: "r" });
  expect(markdown).toMatch(/### Inferred rules[^#]*\| id \|.*safe integer.*\|.*any number/);
  expect(markdown.indexOf("Inferred rules")).toBeLessThan(
    markdown.indexOf("### Different responses"),
  );
  const page = renderComparisonPage(view);
  expect(page.indexOf('id="inferred"')).toBeLessThan(page.indexOf('id="behaviour"'));

  const again = await compareStored(
    runs.map((run) => run.folder),
    folder,
    "class",
    () => {},
  );
  expect(again.view.comparison.inferred).toEqual(inferred);
  rmSync(folder, { recursive: true });
});
