import { afterAll, describe, expect, test } from "vitest";
import {
  failingGate,
  hostileGate,
  inconclusiveGate,
  passingGate,
} from "../../../../test/report/html/gate/gate-views.ts";
import {
  axeFindings,
  openerOf,
  overflow,
  screenshot,
  startBrowser,
} from "../../../../test/report/html/browser/browser.ts";
import { renderGatePage } from "../gate/gate-page.tsx";

const WIDE = { width: 1400, height: 900 };
const PHONE = { width: 375, height: 800 };

const page = ({ result, views }: ReturnType<typeof failingGate>): string =>
  renderGatePage(result, views);
const gates = { failing: failingGate(), passing: passingGate(), inconclusive: inconclusiveGate() };
const failing = page(gates.failing);

const browser = await startBrowser();
afterAll(async () => browser?.close());
const opened = openerOf(browser);

describe("the page of a gate, as text", () => {
  test.each([
    ["failing", "red", "FAILED", "3 of 7 rules failed · exit 1"],
    ["passing", "green", "PASSED", "2 rules · exit 0"],
    ["inconclusive", "yellow", "INCONCLUSIVE", "1 of 2 rules inconclusive · exit 4"],
  ] as const)("%s: the first line is %s, says so and counts", (name, colour, word, counts) => {
    const html = page(gates[name]);
    const [, band = ""] = /<div class="verdict-band ([^"]*)">/.exec(html) ?? [];
    expect(band).toBe(colour);
    expect(html).toMatch(new RegExp(`<h1>.*${word}</h1><p>${counts}`));
    expect(html).toContain(`<title>${word} · go · witness gate</title>`);
    // Before the verdict there is only the name of the tool and the navigation.
    expect(html.indexOf("<h1>")).toBeLessThan(html.indexOf("<main"));
  });

  test("a hostile text is shown, and is no markup", () => {
    const html = page(hostileGate());
    expect(html).not.toContain("<script>alert");
    expect(html).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u202e]/);
  });
});

describe.skipIf(browser === undefined)("the page of a gate, in a browser", () => {
  const looks = [
    ["wide", WIDE, "light"],
    ["wide-dark", WIDE, "dark"],
    ["375", PHONE, "light"],
    ["375-dark", PHONE, "dark"],
  ] as const;

  const others = (["passing", "inconclusive"] as const).flatMap((name) =>
    [looks[0], looks[3]].map((look) => [name, ...look] as const),
  );

  test.each([...looks.map((look) => ["failing", ...look] as const), ...others])(
    "%s, %s: asks for nothing, fits, and axe-core finds nothing",
    async (name, look, viewport, colorScheme) => {
      const { page: at, complaints } = await opened(page(gates[name]), { viewport, colorScheme });
      expect(await overflow(at)).toBe(0);
      await screenshot(at, `gate-${name}-${look}`);
      for (const fold of await at.locator("main details > summary").all())
        if (await fold.isVisible()) await fold.click();
      expect(await overflow(at)).toBe(0);
      expect(await axeFindings(at)).toEqual([]);
      await screenshot(at, `gate-${name}-${look}-open`);
      expect(complaints).toEqual([]);
    },
  );

  test("a link to a case opens its evidence, also in a fold", async () => {
    const { page: at } = await opened(failing, { hash: "#case=fields/case-0" });
    const evidence = at.locator('[id="case=fields/case-0"]');
    expect(await evidence.isVisible()).toBe(true);
    expect(await evidence.innerText()).toContain("nginx/1.25");
    expect(await evidence.innerText()).toContain("replay reports/2026-11-20-go-7 fields/case-0");
    expect(await at.locator('[id="case=size/case-4"]').isVisible()).toBe(false);
    await at.evaluate("location.hash = '#case=size/case-4'");
    await at.locator('[id="case=size/case-4"]').waitFor({ state: "visible" });
    // What the page does not have is in the report of the run.
    const others = at.locator("article", { hasText: "HTML, nginx" }).locator(".ids a");
    expect(await others.count()).toBe(26);
    expect(await others.first().getAttribute("href")).toBe("run/report.html#case=fields/case-5");
  });

  test("has a row for each rule, and works without scripts", async () => {
    const { page: at, complaints } = await opened(failing, { javaScriptEnabled: false });
    const rows = at.locator("section.rules tbody tr");
    expect(await rows.count()).toBe(7);
    expect(await rows.filter({ visible: true }).count()).toBe(3);
    await at.locator("summary", { hasText: "4 more passed rules" }).click();
    expect(await rows.filter({ visible: true }).count()).toBe(7);
    expect((await rows.first().innerText()).split(/\s*\t\s*|\n+/)).toEqual([
      'all cases "*".never: "5xx"',
      "✗ failed",
      "anything but 5xx",
      "no file",
      "58 of 59 cases: 502, 500",
    ]);
    await at.locator("summary", { hasText: "fields/case-0" }).first().click();
    expect(await at.locator('[id="case=fields/case-0"]').innerText()).toContain("<h1>502</h1>");
    expect(complaints).toEqual([]);
  });
});
