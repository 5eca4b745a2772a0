import { afterAll, describe, expect, test } from "vitest";
import type { ComparisonView } from "../../../model/index.ts";
import { renderComparisonPage } from "../comparison/comparison-page.tsx";
import { fourTargets } from "../../../../test/report/html/comparison/four-targets.ts";
import { hostileTargets } from "../../../../test/report/html/comparison/hostile-targets.ts";
import { manyTargets } from "../../../../test/report/html/comparison/many-targets.ts";
import {
  axeFindings,
  overflow,
  screenshot,
  openerOf,
  startBrowser,
  DESK,
} from "../../../../test/report/html/browser/browser.ts";

const PHONE = { width: 375, height: 800 };
const MEBI = 1024 * 1024;
const four = renderComparisonPage(fourTargets());

const browser = await startBrowser();
afterAll(async () => browser?.close());
const opened = openerOf(browser);

/** Four targets of which none responds differently from all the others. */
function nobodyAlone(): string {
  const view = structuredClone(fourTargets());
  const { class: byClass } = view.comparison.behaviour.depths;
  byClass.alone = byClass.alone.map(() => 0);
  return renderComparisonPage(view);
}

describe.skipIf(browser === undefined)("the page of a comparison, in a browser", () => {
  test.each([
    ["wide", DESK, "light"],
    ["wide-dark", DESK, "dark"],
    ["375", PHONE, "light"],
    ["375-dark", PHONE, "dark"],
  ] as const)(
    "%s: asks for nothing, fits, and axe-core finds nothing",
    async (name, viewport, colorScheme) => {
      const { page, complaints } = await opened(four, { viewport, colorScheme });
      expect(await overflow(page)).toBe(0);
      await screenshot(page, `comparison-${name}`);
      await page.locator("#matrix .row summary").first().click();
      expect(await overflow(page)).toBe(0);
      expect(await axeFindings(page)).toEqual([]);
      await screenshot(page, `comparison-${name}-open`);
      expect(complaints).toEqual([]);
    },
  );

  test("is dark where the reader wants it dark", async () => {
    const paper = async (colorScheme: "light" | "dark") => {
      const { page } = await opened(four, { colorScheme });
      const colour = await page.evaluate("getComputedStyle(document.body).backgroundColor");
      return colour;
    };
    expect(await paper("light")).toBe("rgb(247, 247, 244)");
    expect(await paper("dark")).toBe("rgb(20, 22, 26)");
  });

  test("is readable without scripts: cells, and what a row opens to", async () => {
    const { page, complaints } = await opened(four, { javaScriptEnabled: false });
    expect(await page.locator("#filter").isVisible()).toBe(false);
    const row = page.locator("#matrix .row", { hasText: "id left out" });
    expect(await row.locator(".cells").innerText()).toMatch(/4xx\s+\S*\s*2xx/);
    expect(await row.locator(".evidence").isVisible()).toBe(false);
    await row.locator("summary").first().click();
    expect(await row.locator(".evidence").isVisible()).toBe(true);
    expect(await row.locator(".evidence").innerText()).toContain("HTTP/1.1 400 Bad Request");
    expect(complaints).toEqual([]);
  });

  test("a link to a case opens the group that has it, though it is deep in the list of members", async () => {
    const { behaviour } = fourTargets().comparison;
    const group = behaviour.groups[1];
    const id = group?.cases.at(-1) ?? "";
    const { page } = await opened(four, { hash: `#case=${id}` });
    const open = page.locator("#matrix > details[open]");
    expect(await open.count()).toBe(1);
    expect(await open.locator(".what").first().innerText()).toContain("id left out");
    expect(await page.locator(`[id="case=${id}"]`).isVisible()).toBe(true);
    const boxOf = (place: string) =>
      page.locator(place).evaluate((each) => ({ ...each.getBoundingClientRect().toJSON() }));
    const member = await boxOf(`[id="case=${id}"]`);
    const head = await boxOf("#matrix > .head");
    expect(member.top).toBeGreaterThanOrEqual(head.bottom);
    expect(member.bottom).toBeLessThanOrEqual(DESK.height);
    expect(await page.evaluate("document.activeElement.id")).toBe(`case=${id}`);
    await page.evaluate("location.hash = '#case=no/such-case'");
    await page
      .locator("#filter-count", { hasText: "no group on this page has no/such-case" })
      .waitFor();
  });

  test("filters by words and by suite, and names the case that matches", async () => {
    const { page, complaints } = await opened(four);
    const rows = page.locator("#behaviour ~ .matrix .row:not([hidden])");
    expect(await rows.count()).toBe(8);
    await page.fill("#filter-text", "left OUT");
    expect(await rows.count()).toBe(1);
    expect(await page.locator("#filter-count").innerText()).toBe("1 of 9 groups");
    await page.fill("#filter-text", "timed-out");
    expect(await rows.textContent()).toContain("matches what is inside");
    await page.fill("#filter-text", "id-left-out-1-17");
    expect(await rows.textContent()).toContain("matches its case fields/id-left-out-1-17");
    await page.fill("#filter-text", "");
    expect(await page.locator(".hit").count()).toBe(0);
    await page.selectOption("#filter-suite", { label: "malformed-json" });
    expect(await rows.count()).toBe(3);
    await page.fill("#filter-text", "nowhere");
    expect(await page.locator("#nothing").innerText()).toBe(
      "No group matches these words in this suite.",
    );
    expect(complaints).toEqual([]);
  });

  test("between two targets: counts, groups and agreement follow, and no target is left alone", async () => {
    const { page, complaints } = await opened(four);
    const rows = page.locator("#matrix > .row");
    await page.getByLabel("lenient", { exact: true }).uncheck();
    await page.getByLabel("express", { exact: true }).uncheck();
    // 38 dates with an offset; 9 fractions; 4 and 3 to which strict sends nothing, joined.
    expect(await page.locator("#alike").innerText()).toBe(
      "These 2 respond to 980 of 1,034 cases with the same class; 54 differ, in 3 groups.",
    );
    expect(await rows.locator(".size").allTextContents()).toEqual([
      "38 cases",
      "9 cases",
      "7 cases",
    ]);
    expect(await page.locator("#matrix > .row .cells b:visible").count()).toBe(
      2 * (await rows.count()),
    );
    expect(await page.getByLabel("strict", { exact: true }).isDisabled()).toBe(true);
    const shares = page.locator(".share[data-both]:visible");
    expect(await shares.count()).toBe(2);
    expect(complaints).toEqual([]);
  });

  test("where no target responds differently from all the others, a sentence stands in place of an empty table", async () => {
    const { page } = await opened(nobodyAlone());
    expect(await page.locator(".only-one table").isVisible()).toBe(false);
    expect(await page.locator(".no-one").innerText()).toBe("There is no such case.");
    const { page: some } = await opened(four);
    expect(await some.locator(".only-one table").isVisible()).toBe(true);
    expect(await some.locator(".no-one").isVisible()).toBe(false);
  });

  test("the depth of equality drives groups, counts and agreement", async () => {
    const { page, complaints } = await opened(four);
    const rows = page.locator("#matrix > .row");
    await page.getByLabel("same exact response").check();
    expect(await rows.count()).toBe(10);
    expect(await page.locator("#alike").innerText()).toContain("178 differ, in 10 groups");
    const suites = page.locator("section:has(> #suites) .by-depth:visible");
    expect(await suites.locator(".likeness thead").innerText()).toContain("usual response");
    expect(await suites.locator("td.share").first().innerText()).toMatch(/^\d{3}/);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByLabel("2xx or not").check();
    // "two Content-Length headers" and "body of 2 MiB" are one group now, with others.
    expect(await page.locator("#alike").innerText()).toContain("171 differ, in 4 groups");
    expect(await suites.locator(".likeness thead").innerText()).toContain("2xx, percent");
    expect(await rows.count()).toBe(4);
    expect(await page.locator(".headline:visible").innerText()).toMatch(
      /^171 of 1,034 cases differ in/,
    );
    expect(
      await page.locator("section:has(> #agreement) .by-depth:visible").getAttribute("data-depth"),
    ).toBe("accepted");
    await page.getByLabel("same class").check();
    expect(await rows.count()).toBe(8);
    expect(await rows.first().innerText()).toContain("id left out");
    expect(await page.locator("#alike-by-class, #matrix").first().isVisible()).toBe(true);
    expect(complaints).toEqual([]);
  });

  test("a cell of the heat map filters by its suite, one of the agreement compares its two targets", async () => {
    const { page } = await opened(four);
    const suite = page.locator("section:has(> #suites) .by-depth:visible tr", {
      hasText: "malformed-json",
    });
    await suite.locator("td.share").first().click();
    expect(await page.locator("#filter-suite option:checked").innerText()).toBe("malformed-json");
    expect(await page.locator("#matrix .row:not([hidden])").count()).toBe(3);
    await page.locator(".by-depth:visible .share a").first().click();
    expect(await page.locator("#filter-targets input:checked").count()).toBe(2);
    expect(await page.locator("#alike").innerText()).toContain("These 2 respond");
  });

  test("can be used with the keyboard alone", async () => {
    const { page } = await opened(four);
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Skip to the report");
    const first = page.locator("#matrix .row summary").first();
    await first.focus();
    await page.keyboard.press("Enter");
    expect(await page.locator("#matrix .row").first().getAttribute("open")).toBe("");
    await page.waitForURL(/#case=fields\//);
  });

  test("on a phone, a cell of several boundaries cuts neither its target's name nor a boundary", async () => {
    const view = structuredClone(fourTargets());
    for (const cell of view.comparison.axes[0]?.cells ?? [])
      cell.text = "1,048,416 → too-large, 1,048,576 → 413";
    const { page } = await opened(renderComparisonPage(view), { viewport: PHONE });
    await page.locator("#boundaries").scrollIntoViewIfNeeded();
    const lines = await page.evaluate(
      `[...document.querySelector(".walked .cells").querySelectorAll("i, .whole")].map(
        (each) => Math.round(each.getBoundingClientRect().height / parseFloat(getComputedStyle(each).lineHeight)))`,
    );
    expect(lines).toEqual(Array.from({ length: 4 * 5 }, () => 1));
  });

  test("on a phone, each row is a block with the titles of its columns", async () => {
    const { page } = await opened(four, { viewport: PHONE });
    const hidden = await page.evaluate(
      `[...document.querySelectorAll(".scroll:has(> .stacked)")].filter((each) => each.scrollWidth > each.clientWidth).length`,
    );
    expect(hidden).toBe(0);
    const label = await page.evaluate(
      `getComputedStyle(document.querySelector(".stacked td"), "::before").content`,
    );
    expect(label).toContain("stated");
  });

  test("on paper, folded charts are open", async () => {
    const { page } = await opened(four);
    const folded = page.locator("details.paper .forest").first();
    expect(await folded.isVisible()).toBe(false);
    await page.emulateMedia({ media: "print" });
    expect(await folded.isVisible()).toBe(true);
    expect(await page.locator("#filter").isVisible()).toBe(false);
    await screenshot(page, "comparison-print");
    // A sheet of A4 with its margins: targets stay side by side.
    await page.setViewportSize({ width: 700, height: 1000 });
    const tops = (place: string): Promise<number[]> =>
      page.locator(place).evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
    expect(new Set(await tops("#matrix .row:first-of-type .cells > b")).size).toBe(1);
    expect(new Set(await tops("#targets ~ .scroll tbody tr:first-child > *")).size).toBe(1);
    expect(await overflow(page)).toBe(0);
  });

  test("strings from servers stay text", async () => {
    const html = renderComparisonPage(hostileTargets());
    const { page, complaints } = await opened(html, { viewport: PHONE });
    await page.evaluate(
      "for (const fold of document.querySelectorAll('details')) fold.open = true",
    );
    expect(await page.locator("main img, main script, main iframe, main style").count()).toBe(0);
    expect(await page.evaluate("document.scripts.length")).toBe(1);
    expect(await page.evaluate("globalThis.struck")).toBeUndefined();
    expect(await page.locator("a[href^='javascript'], [onerror], [onload]").count()).toBe(0);
    expect(await overflow(page)).toBe(0);
    await screenshot(page, "comparison-hostile");
    expect(complaints).toEqual([]);
  });
});

describe("twelve targets and 1,500 cases", () => {
  const views: [string, ComparisonView][] = [
    ["in 300 groups", manyTargets(12, 1500, 5)],
    ["each a group of its own", manyTargets(12, 1500, 1)],
  ];

  test.each(views)("%s: under 4.5 MB", (_, view) => {
    expect(Buffer.byteLength(renderComparisonPage(view))).toBeLessThan(4.5 * MEBI);
  });

  test.skipIf(browser === undefined).each(views)(
    "%s: opens, filters and fits",
    async (name, view) => {
      const html = renderComparisonPage(view);
      const began = performance.now();
      const { page, complaints } = await opened(html);
      const took = performance.now() - began;
      console.log(
        `12 targets, 1,500 cases ${name}: ${(html.length / MEBI).toFixed(2)} MB, opened in ${Math.round(took)} ms`,
      );
      expect(await overflow(page)).toBe(0);
      await page.fill("#filter-text", "followed name-7-0");
      expect(await page.locator("#matrix .row:not([hidden])").count()).toBe(1);
      await page.fill("#filter-text", "");
      await screenshot(page, `comparison-many-${name.replaceAll(" ", "-")}`);
      expect(complaints).toEqual([]);
    },
  );
});
