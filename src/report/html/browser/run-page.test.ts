import { afterAll, describe, expect, test } from "vitest";
import { renderRunPage } from "../run-page.tsx";
import { runView } from "../../../../test/report/html/browser/run-view.ts";
import {
  axeFindings,
  overflow,
  screenshot,
  openerOf,
  startBrowser,
  DESK,
} from "../../../../test/report/html/browser/browser.ts";

const PHONE = { width: 375, height: 800 };
const run = renderRunPage(runView());

const browser = await startBrowser();
afterAll(async () => browser?.close());
const opened = openerOf(browser);

describe.skipIf(browser === undefined)("the page of a run, in a browser", () => {
  test.each([
    ["wide-dark", DESK, "dark"],
    ["375", PHONE, "light"],
  ] as const)(
    "%s: asks for nothing, fits, and axe-core finds nothing",
    async (name, viewport, colorScheme) => {
      const { page, complaints } = await opened(run, { viewport, colorScheme });
      await page.locator(".suite summary").first().click();
      await page.locator(".suite .cases summary").first().click();
      expect(await overflow(page)).toBe(0);
      await screenshot(page, `run-${name}`);
      expect(await axeFindings(page)).toEqual([]);
      expect(complaints).toEqual([]);
    },
  );

  test("a link to a case opens it, scrolls to it and moves focus there", async () => {
    const { page } = await opened(run, { hash: "#case=framing/case-33" });
    const target = page.locator('[id="case=framing/case-33"]');
    expect(await target.isVisible()).toBe(true);
    expect(await target.innerText()).toContain("POST /api/user HTTP/1.1");
    expect(await page.evaluate("document.activeElement.id")).toBe("case=framing/case-33");
    const { top } = await target.evaluate((each) => ({ top: each.getBoundingClientRect().top }));
    expect(top).toBeGreaterThanOrEqual(0);
    expect(top).toBeLessThan(DESK.height);
  });

  test("the filter leaves what has its words", async () => {
    const { page } = await opened(run);
    await page.fill("#filter-text", "malformed-json case-12");
    expect(await page.locator("#filter-count").innerText()).toBe("1 case");
    await page.fill("#filter-text", "nowhere");
    expect(await page.locator("#filter-count").innerText()).toBe("0 cases");
  });

  test("the cases of a suite become elements when it is opened", async () => {
    const { page } = await opened(run);
    const cases = page.locator(".suite .cases > details");
    expect(await cases.count()).toBe(0);
    await page.locator(".suite summary").first().click();
    await cases.first().waitFor();
    expect(await cases.count()).toBe(40);
    await cases.first().locator("summary").click();
    // What the page leaves out of a folded case comes with an event, a moment after the click.
    await cases.first().locator("pre", { hasText: "POST /api/user HTTP/1.1" }).first().waitFor();
  });

  test.each(["Copied", "Selected"])(
    "a command is whole, and a button copies it: %s",
    async (word) => {
      const permissions = word === "Copied" ? ["clipboard-read", "clipboard-write"] : [];
      const { page } = await opened(run, { permissions });
      if (word === "Selected") await page.evaluate("document.execCommand = () => false");
      if (word === "Selected")
        await page.evaluate("navigator.clipboard.writeText = () => Promise.reject()");
      await page.locator(".suite summary").first().click();
      const row = page.locator(".suite .cases > details").first();
      await row.locator("summary").first().click();
      const command = row.locator("div > code").first();
      await command.filter({ hasText: "replay reports" }).waitFor();
      expect(await command.innerText()).toMatch(/^(npx )?(api-)?witness replay reports\S+ \S+$/);
      await row.locator(".copy").first().click();
      await row.locator(".copy", { hasText: word }).waitFor();
      if (word === "Copied")
        expect(await page.evaluate("navigator.clipboard.readText()")).toBe(
          await command.innerText(),
        );
      else expect(await page.evaluate("String(getSelection())")).toBe(await command.innerText());
    },
  );

  test("where a policy forbids the script, suites list their cases", async () => {
    const forbidden = run.replace(/script-src '[^']*'/, "script-src 'none'");
    const { page } = await opened(forbidden);
    await page.locator(".suite summary").first().click();
    const list = page.locator(".suite pre.plain").first();
    expect((await list.innerText()).split("\n")).toHaveLength(40);
    expect(await list.innerText()).toMatch(/^case-0: 201: /);
    expect(await page.locator("p.plain").isVisible()).toBe(true);
    for (const javaScriptEnabled of [true, false]) {
      const other = await opened(run, { javaScriptEnabled });
      await other.page.locator(".suite summary").first().click();
      expect(await other.page.locator(".plain:visible").count()).toBe(0);
    }
  });

  test("is readable without scripts", async () => {
    const { page, complaints } = await opened(run, { javaScriptEnabled: false });
    expect(await page.locator("#filter").isVisible()).toBe(false);
    expect(await page.locator(".stated .word").innerText()).toContain("Held");
    await page.locator(".suite summary").first().click();
    const row = page.locator(".suite .cases > details").first();
    await row.locator("summary").click();
    expect(await row.innerText()).toContain(`{"id":0}`);
    await screenshot(page, "run-without-scripts");
    expect(complaints).toEqual([]);
  });
});
