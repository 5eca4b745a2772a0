import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** A Chromium for tests: its path and its arguments. */
export type Browser = { path: string; args: string[] };

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function installed(): string | undefined {
  const given = process.env["CHROME_PATH"];
  if (given !== undefined && given !== "") return given;
  const folders = ["/usr/bin", ...(process.env["PATH"] ?? "").split(delimiter)];
  const places = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return places.find((path) => existsSync(path) && canRun(path));
}

/** The one from a package, for Linux on x64. It unpacks itself with its libraries. */
async function carried(): Promise<Browser | undefined> {
  if (process.platform !== "linux" || process.arch !== "x64") return undefined;
  process.env["AWS_EXECUTION_ENV"] = "AWS_Lambda_nodejs20.x";
  const { default: chromium } = await import("@sparticuz/chromium");
  const path = await chromium.executablePath();
  // In a single process, the browser ends with its first window.
  return { path, args: chromium.args.filter((arg) => arg !== "--single-process") };
}

/** `CHROME_PATH`, else the system's browser, else the one from a package. */
export async function findBrowser(): Promise<Browser | undefined> {
  const path = installed();
  return path === undefined ? await carried() : { path, args: [] };
}
