import { afterAll, describe, expect, test } from "vitest";
import { renderComparisonPage } from "../comparison/comparison-page.tsx";
import { manyTargets } from "../../../../test/report/html/comparison/many-targets.ts";
import { overflow, openerOf, startBrowser } from "../../../../test/report/html/browser/browser.ts";

const MEBI = 1024 * 1024;

const browser = await startBrowser();
afterAll(async () => browser?.close());
const opened = openerOf(browser);

describe.skipIf(browser === undefined)("fifty targets, 3,500 cases; a hundred targets", () => {
  test("fit into 8 MB and into every window, and groups are made again for a choice", async () => {
    const html = renderComparisonPage(manyTargets(50, 3500, 1));
    expect(Buffer.byteLength(html)).toBeLessThan(8 * MEBI);
    const began = performance.now();
    const { page, complaints } = await opened(html);
    const elements = await page.evaluate("document.querySelectorAll('*').length");
    console.log(
      `50 targets, 3,500 cases: ${(html.length / MEBI).toFixed(2)} MB, ${String(elements)} elements, opened in ${Math.round(performance.now() - began)} ms`,
    );
    expect(elements).toBeLessThan(80_000);
    for (const width of [1920, 1400, 768, 375]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await overflow(page)).toBe(0);
    }
    await page.locator(".likeness.wide [data-pair][tabindex='0']:visible").focus();
    for (const key of ["ArrowRight", "ArrowDown", "ArrowDown", "ArrowLeft"]) {
      await page.keyboard.press(key);
      expect(await page.evaluate("document.activeElement.dataset.pair")).toMatch(/^\d+ \d+$/);
    }
    const named = page.locator("[data-pair]:focus");
    expect(await named.getAttribute("aria-label")).toMatch(
      /^compare server-\d+ with server-\d+: \d+ /,
    );
    expect(await page.locator(".likeness [tabindex='0']:visible").count()).toBe(1);
    await page.keyboard.press("Enter");
    expect(await page.locator("#alike").innerText()).toMatch(/^These 2 respond to /);
    await page.evaluate(
      "for (const box of document.querySelectorAll('#filter-targets input')) box.checked = true",
    );
    await page.getByLabel("2xx or not").check();
    expect(await page.locator("#alike").innerText()).toMatch(/^All 50 respond to /);
    await page.getByLabel("server-7", { exact: true }).uncheck();
    expect(await page.locator("#alike").innerText()).toMatch(/^These 49 respond to /);
    expect(complaints).toEqual([]);
  });

  test("a hundred targets open", async () => {
    const { page, complaints } = await opened(renderComparisonPage(manyTargets(100, 1000, 2)));
    expect(await page.locator("h1").innerText()).toBe("100 targets");
    expect(await overflow(page)).toBe(0);
    expect(complaints).toEqual([]);
  });
});
