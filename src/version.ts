import { existsSync, readFileSync } from "node:fs";

/** The package's version; sent in User-Agent and written into every record. */
export const VERSION: string = readVersion();

/** From the package file in the nearest folder above this module, which is elsewhere in the build than in the sources. */
function readVersion(): string {
  for (let folder = new URL("./", import.meta.url); ; folder = new URL("../", folder)) {
    const file = new URL("package.json", folder);
    if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8")).version;
    if (folder.pathname === "/") throw new Error("package.json not found above the program");
  }
}
