import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { WitnessError } from "../errors.ts";

/**
 * The default export of a module of the user, TypeScript or JavaScript, which may import `api-witness`.
 * @throws WitnessError with this code if the file does not exist or cannot be loaded.
 */
export async function importDefault(
  path: string,
  { code, what }: { code: string; what: string },
): Promise<unknown> {
  const file = resolve(path);
  if (!existsSync(file)) throw new WitnessError(code, `no ${what} at ${path}`);
  const own = fileURLToPath(import.meta.resolve("../index.js"));
  const { createJiti } = await import("jiti");
  // Nothing of the file is kept elsewhere: it may have secrets.
  const jiti = createJiti(import.meta.url, { alias: { "api-witness": own }, fsCache: false });
  try {
    return await jiti.import(file, { default: true });
  } catch (error) {
    if (error instanceof WitnessError)
      throw new WitnessError(code, `${path}: ${error.message}`, { hint: error.hint ?? "" });
    throw new WitnessError(code, `${path} cannot be loaded: ${(error as Error).message}`);
  }
}
