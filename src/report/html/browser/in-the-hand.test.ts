import { readFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { renderComparisonPage } from "../comparison/comparison-page.tsx";
import { fourTargets } from "../../../../test/report/html/comparison/four-targets.ts";
import { openerOf, startBrowser } from "../../../../test/report/html/browser/browser.ts";

const browser = await startBrowser();
afterAll(async () => browser?.close());
const opened = openerOf(browser);
const four = renderComparisonPage(fourTargets());

describe.skipIf(browser === undefined)("a page in the hand", () => {
  test("a table sorts by a column, figures with the largest first, and back undoes it", async () => {
    const { page, complaints } = await opened(four);
    const names = () => page.locator(".sortable tbody th a").allInnerTexts();
    const press = (title: string) =>
      page.locator(".sortable thead button", { hasText: title }).click();
    expect(await names()).toEqual(["strict", "lenient", "express", "fastify"]);
    await press("as most do");
    expect(await names()).toEqual(["strict", "fastify", "lenient", "express"]);
    await press("as most do");
    expect(await names()).toEqual(["express", "lenient", "fastify", "strict"]);
    await press("target");
    expect(await names()).toEqual(["express", "fastify", "lenient", "strict"]);
    expect(await page.locator(".sortable [aria-sort]").innerText()).toContain("target");
    await page.evaluate("history.back()");
    await page.locator(".sortable [aria-sort=ascending]", { hasText: "as most do" }).waitFor();
    expect(await names()).toEqual(["express", "lenient", "fastify", "strict"]);
    expect(complaints).toEqual([]);
  });

  test("a table is saved as CSV", async () => {
    const { page } = await opened(four);
    const [saved] = await Promise.all([
      page.waitForEvent("download"),
      page.locator("button", { hasText: "CSV" }).first().click(),
    ]);
    const lines = readFileSync(await saved.path(), "utf8").split("\r\n");
    expect(lines[0]).toMatch(/^target,stated,valid accepted,/);
    expect(lines[3]).toMatch(/^express[^,]*,✗ not held,219 of 221,3 of 40,0,8,5,81%,/);
    expect(lines).toHaveLength(6);
  });

  test("the filter is in the address: / reaches it, and back takes the word away at once", async () => {
    const { page } = await opened(four);
    const shown = () => page.locator("#matrix .row:not([hidden])").count();
    const all = await shown();
    await page.keyboard.press("/");
    await page.keyboard.type("left out");
    expect(await page.evaluate("new URLSearchParams(location.search).get('filter')")).toBe(
      "left out",
    );
    expect(await shown()).toBe(1);
    expect(await page.locator("#filter-count").innerText()).toMatch(/^1 of \d+ groups$/);
    await page.evaluate("history.back()");
    await page.waitForFunction("document.getElementById('filter-text').value === ''");
    expect(await shown()).toBe(all);
  });
});
