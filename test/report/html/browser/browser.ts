import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import axe from "axe-core";
import { type Browser, type BrowserContextOptions, type Page, chromium } from "playwright-core";
import { findBrowser } from "./find-browser.ts";

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** The window of a desktop. */
export const DESK = { width: 1280, height: 900 };

/** An open page, and its forbidden actions. */
type Opened = { page: Page; complaints: string[] };
type Options = BrowserContextOptions & { hash?: string };

/** One browser for all tests of a file. */
export type TestBrowser = {
  /**
   * Opens a document from a file, like a reader. It takes the place of the one before in a window with the same
   * permissions and scripts: a new window takes five times as long as the document.
   */
  open: (html: string, options?: Options) => Promise<Opened>;
  close: () => Promise<void>;
};

/** Opens pages in the only window of a test file's browser, as wide as a desk; fails if no browser was found. */
export const openerOf =
  (browser: TestBrowser | undefined) =>
  (html: string, options: Options = {}): Promise<Opened> => {
    if (browser === undefined) throw new Error("no browser was found");
    return browser.open(html, { viewport: DESK, ...options });
  };

/** Starts the browser; undefined, with a printed reason, if there is none and none is required. */
export async function startBrowser(): Promise<TestBrowser | undefined> {
  try {
    const found = await findBrowser();
    if (found === undefined) throw new Error("none was found");
    const args = [...new Set([...found.args, ...FLAGS])];
    return withBrowser(await chromium.launch({ executablePath: found.path, args }));
  } catch (error) {
    const why = `no Chromium for tests of the pages: ${String(error).split("\n", 1)[0]}`;
    if (process.env["REQUIRE_BROWSER"] === "1") throw new Error(why, { cause: error });
    console.log(`skipped: ${why}`);
    return undefined;
  }
}

function withBrowser(browser: Browser): TestBrowser {
  const folder = mkdtempSync(join(tmpdir(), "witness-pages-"));
  const windows = new Map<string, Page>();
  let files = 0;
  return {
    open: async (html, { hash = "", viewport, colorScheme, ...options } = {}) => {
      const file = join(folder, `${(files += 1)}.html`);
      writeFileSync(file, html);
      const key = JSON.stringify(options);
      const page = windows.get(key) ?? (await (await browser.newContext(options)).newPage());
      windows.set(key, page);
      page.removeAllListeners();
      await page.goto("about:blank");
      await page.setViewportSize(viewport ?? { width: 1280, height: 720 });
      await page.emulateMedia({
        media: null,
        reducedMotion: "reduce",
        colorScheme: colorScheme ?? "light",
      });
      const complaints = listen(page);
      await page.goto(pathToFileURL(file).href + hash);
      return { page, complaints };
    },
    close: async () => {
      await browser.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Requests to anything but the file itself, and errors of the page or the browser. */
function listen(page: Page): string[] {
  const complaints: string[] = [];
  page.on("request", (request) => {
    if (!/^(file|data):/.test(request.url())) complaints.push(`asked for ${request.url()}`);
  });
  page.on("pageerror", (error) => complaints.push(`threw ${error.message}`));
  page.on("dialog", (dialog) => {
    complaints.push(`opened a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  return complaints;
}

/** What axe-core finds, each with the first element that has it. */
export async function axeFindings(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const found = await page.evaluate("axe.run(document, { resultTypes: ['violations'] })");
  const { violations } = found as axe.AxeResults;
  return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes[0]?.html.slice(0, 300)}`);
}

/** By how many pixels the page is wider than the window. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");

/** With WITNESS_SCREENSHOTS=1, a picture of the whole page in `screenshots/`. */
export async function screenshot(page: Page, name: string): Promise<void> {
  if (process.env["WITNESS_SCREENSHOTS"] !== "1") return;
  mkdirSync("screenshots", { recursive: true });
  await page.screenshot({ path: join("screenshots", `${name}.png`), fullPage: true });
}
