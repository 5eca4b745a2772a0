import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { moods, moody } from "../../test/servers/moods.ts";
import { suites } from "../../suites/index.ts";
import { userSubmission } from "../contract/index.ts";
import { defaultOptions } from "../options/index.ts";
import {
  comparisonMarkdown,
  renderComparison,
  renderComparisonPage,
  Screen,
} from "../report/index.ts";
import { compareJob } from "./compare.ts";

const folder = mkdtempSync(join(tmpdir(), "witness-compare-surroundings-"));
afterAll(() => rmSync(folder, { recursive: true }));

test.each(["turn", "chance"] as const)(
  "two versions that respond by %s behind one address are named first, and what they give by chance is not compared",
  async (by) => {
    const servers = [await moody(({ plain }) => plain), await moody(moods.versions(by)())];
    const { view } = await compareJob(
      ["quiet", "moody"].map((name, at) => ({ name, baseUrl: servers[at]?.url ?? "" })),
      { interface: userSubmission, suites: [...suites] },
      {
        ...defaultOptions("compare"),
        suite: ["valid", "id-bounds"],
        explore: false,
        load: false,
        runs: 0,
        seed: 1,
        outputDir: folder,
      },
      { signal: new AbortController().signal, events: {} },
    );
    for (const server of servers) await server.close();

    const { targets, behaviour, migration } = view.comparison;
    expect(targets.map(({ surroundings = [] }) => surroundings.length)).toEqual([0, 1]);
    const [said = ""] = targets[1]?.surroundings ?? [];
    expect(said).toMatch(/^several servers/);
    // Every response to these cases varies.
    expect(behaviour.depths.exact.differ).toBe(0);
    expect(behaviour.unstable.length).toBeGreaterThan(20);
    expect(migration ?? []).toEqual([]);
    expect(behaviour.left.join()).toContain(
      "moody: several servers respond, and " +
        `${behaviour.notCompared[1]?.match(/(\d+) cases with a response/)?.[1]} cases got a response that varies in others: not compared`,
    );

    const terminal = String(
      renderComparison(view, new Screen((_, text) => text), { report: "r" }),
    ).split("\n");
    expect(terminal[0]).toContain(`moody: ${said}`);
    // One line for each suite and set of responses.
    expect(terminal.filter((line) => /^ {2}id-bounds\b/.test(line)).length).toBeLessThanOrEqual(3);
    expect(comparisonMarkdown(view, { report: "r" })).toContain("several servers");
    expect(renderComparisonPage(view)).toContain("several servers");
  },
);
