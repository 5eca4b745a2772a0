import { readFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { renderComparisonPage } from "../comparison/comparison-page.tsx";
import { renderRunPage } from "../run-page.tsx";
import { fourTargets } from "../../../../test/report/html/comparison/four-targets.ts";
import { runView } from "../../../../test/report/html/browser/run-view.ts";
import { openerOf, startBrowser } from "../../../../test/report/html/browser/browser.ts";

const browser = await startBrowser();
afterAll(async () => browser?.close());
const opened = openerOf(browser);
const four = renderComparisonPage(fourTargets());

describe.skipIf(browser === undefined)("a page in the hand", () => {
  test("a table sorts by a column, figures with the largest first, and back undoes it", async () => {
    const { page, complaints } = await opened(four);
    const names = () => page.locator(".in-short .sortable tbody th a").allInnerTexts();
    const press = (title: string) =>
      page.locator(".sortable thead button", { hasText: title }).first().click();
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

  test("a reference pales what responds as it does, counts what does not, and marks what differs in the responses", async () => {
    const { page } = await opened(four);
    await page.selectOption("#filter-reference", { label: "express" });
    expect(await page.evaluate("location.search")).toBe("?reference=2");
    const { compared, depths } = fourTargets().comparison.behaviour;
    const [strict, lenient, , fastify] = [0, 1, 2, 3].map((target) =>
      depths.class.groups.reduce(
        (sum, { outcomes, size }) => sum + (outcomes[target] === outcomes[2] ? 0 : size),
        0,
      ),
    );
    expect(await page.locator("#differ-from").innerText()).toBe(
      `Differ from express: strict in ${strict}, lenient in ${lenient}, fastify in ${fastify} of ${compared.toLocaleString("en")} cases.`,
    );
    const row = page.locator("#matrix .row").first();
    const cells = await row
      .locator(".cells > b")
      .evaluateAll((each) =>
        each.map(({ className, textContent }) => [className.endsWith(" same"), textContent]),
      );
    const own = String(cells[2]?.[1]).replace("express ", "");
    for (const [at, [same, text]] of cells.entries())
      expect(same, String(text)).toBe(at !== 2 && String(text).endsWith(` ${own}`));
    await row.locator("summary").first().click();
    const marked = await page.evaluate("[...CSS.highlights.get('differs')].map(String)");
    expect(marked).not.toEqual([]);
    await page.evaluate("history.back()");
    await page.locator("#differ-from").waitFor({ state: "hidden" });
    expect(await page.locator("#matrix .cells > .same").count()).toBe(0);
  });

  test("chips leave the cases of a class, arrows move and open rows, and ? lists the keys", async () => {
    const { page, complaints } = await opened(renderRunPage(runView()));
    const chips = page.locator("#filter-classes button");
    const chip = chips.filter({ hasText: "4xx" });
    const count = Number((await chip.innerText()).replace(/\D*4xx\D*/, ""));
    await chip.click();
    expect(await page.locator("#filter-count").innerText()).toBe(
      count === 1 ? "1 case" : `${count} cases`,
    );
    expect(await page.evaluate("location.search")).toBe("?class=k4");
    await page.keyboard.press("/");
    for (const key of ["ArrowDown", "ArrowDown", "ArrowRight"]) await page.keyboard.press(key);
    expect(await page.locator(".cases > details[open] > summary").innerText()).toContain("4");
    expect(await page.evaluate("document.activeElement.closest('details').open")).toBe(true);
    await page.keyboard.press("?");
    expect(await page.locator("#keys").innerText()).toContain("go to the filter");
    await page.keyboard.press("Escape");
    expect(await page.locator("#keys").isVisible()).toBe(false);
    await page.evaluate("history.back()");
    await page.waitForFunction("document.getElementById('filter-count').textContent === ''");
    expect(complaints).toEqual([]);
  });
});
