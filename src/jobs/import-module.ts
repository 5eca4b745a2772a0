// Not in load-suites.ts: a command that only reads a configuration loads no suites.
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { WitnessError } from "../errors.ts";

/** The module that a user's file imports as `api-witness`: this package; from the sources, the built one. */
const OWN = import.meta.url.endsWith(".ts") ? "../../dist/src/index.js" : "../index.js";

/** The default export of a file of the user, TypeScript or JavaScript, which may import `api-witness`. */
export async function importFile(file: string): Promise<unknown> {
  const { createJiti } = await import("jiti");
  const alias = { "api-witness": fileURLToPath(new URL(OWN, import.meta.url)) };
  // Nothing of the file is kept elsewhere: it may have secrets.
  return createJiti(import.meta.url, { alias, fsCache: false }).import(file, { default: true });
}

/** The default export of a user's module. @throws WitnessError with this code if it does not exist or cannot be loaded. */
export async function importDefault(
  path: string,
  { code, what }: { code: string; what: string },
): Promise<unknown> {
  const file = resolve(path);
  if (!existsSync(file)) throw new WitnessError(code, `no ${what} at ${path}`);
  try {
    return await importFile(file);
  } catch (error) {
    if (error instanceof WitnessError)
      throw new WitnessError(code, `${path}: ${error.message}`, { hint: error.hint ?? "" });
    throw new WitnessError(code, `${path} cannot be loaded: ${(error as Error).message}`);
  }
}
