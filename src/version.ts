import { readFileSync } from "node:fs";

/** The package's version; sent in User-Agent and written into every record. */
export const VERSION: string = readVersion();

function readVersion(): string {
  // In the sources the package file is one level up, in the build two.
  for (const path of ["../package.json", "../../package.json"]) {
    try {
      return JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8")).version;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
  }
  throw new Error("package.json not found next to the program");
}
