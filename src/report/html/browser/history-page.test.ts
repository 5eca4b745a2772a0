import { createHash } from "node:crypto";
import { afterAll, describe, expect, test } from "vitest";
import { someHistory } from "../../../../test/report/html/history/history.ts";
import { renderHistoryPage } from "../history/history-page.tsx";
import {
  axeFindings,
  overflow,
  screenshot,
  startBrowser,
} from "../../../../test/report/html/browser/browser.ts";

const PHONE = { width: 375, height: 800 };
const DESK = { width: 1280, height: 900 };

const browser = await startBrowser();
afterAll(async () => browser?.close());
const html = renderHistoryPage(someHistory());

describe("the trend page", () => {
  test("has no script, and a policy that lets none run", () => {
    expect(html.match(/<script>[^<]*<\/script>/g)).toEqual(["<script></script>"]);
    const empty = createHash("sha256").update("").digest("base64");
    expect(html).toContain(
      `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${empty}'`,
    );
  });

  test("has a chart of changes and one of ratios, each with its title and its figures beneath", () => {
    const titles = [...html.matchAll(/<title id="[^"]*">([^<]*)<\/title>/g)].map(
      ([, text]) => text,
    );
    expect([...new Set(titles)]).toEqual([
      "Cases with a different response",
      "Throughput compared with the first run",
    ]);
    expect(html).toContain(">61 of 1,034</td>");
    expect(html).toContain(">0.70 × [0.65, 0.74]</td>");
    expect(html).toContain("at least 1.00 × [0.93, 1.06]");
    expect(html).toContain("12 cases not sent before");
  });

  test("groups what changed, the most first, with examples", () => {
    expect(html).toMatch(
      /<summary>5 Nov 2026, 09:30 UTC: 61 of 1,034 cases with a different response/,
    );
    expect(html).toMatch(
      />500<\/span><\/span><\/td><td [^>]*>60<\/td><td [^>]*>malformed-json\/case-1, /,
    );
    expect(html).toMatch(/>timed-out<\/span><\/span><\/td><td [^>]*>1<\/td>/);
  });

  test("tells runs of one minute apart: seconds and seed", () => {
    const history = someHistory();
    const [first] = history.runs;
    if (first === undefined) throw new Error("the fixture has no run");
    const again = {
      ...first,
      startedAt: first.startedAt.replace(":00.000Z", ":07.000Z"),
      seed: 77,
    };
    const page = renderHistoryPage({ ...history, runs: [first, again] });
    expect(page).toMatch(/09:30:00 UTC<\/a><\/th><td [^>]*>1000<\/td>/);
    expect(page).toMatch(/09:30:07 UTC<\/a><\/th><td [^>]*>77<\/td>/);
  });

  test("links to reports that are there only", () => {
    expect(html).toContain('<a href="./2026-11-03-go-1/report.html">');
    expect(html.match(/2026-11-13-go-1\/report/)).toBeNull();
    expect(html).not.toContain("<img");
  });
});

describe.skipIf(browser === undefined)("the trend page, in a browser", () => {
  test.each([
    ["wide", DESK, "light"],
    ["wide-dark", DESK, "dark"],
    ["375", PHONE, "light"],
    ["375-dark", PHONE, "dark"],
  ] as const)(
    "%s, without scripts: asks for nothing, fits, and axe-core finds nothing",
    async (name, viewport, colorScheme) => {
      if (browser === undefined) throw new Error("there is no browser");
      const { page, complaints } = await browser.open(html, { viewport, colorScheme });
      expect(await overflow(page)).toBe(0);
      await screenshot(page, `history-${name}`);
      for (const fold of await page.locator("main details > summary").all()) await fold.click();
      expect(await overflow(page)).toBe(0);
      expect(await axeFindings(page)).toEqual([]);
      expect(await page.evaluate("globalThis.struck")).toBeUndefined();
      expect(await page.locator("main img, main script").count()).toBe(0);
      expect(complaints).toEqual([]);
    },
  );
});
