import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { createJiti } from "jiti";
import { z } from "zod";
import { suites as builtIn } from "../../suites/index.ts";
import { WitnessError } from "../errors.ts";
import { Suite } from "../model/suite.ts";
import { readCorpus } from "./read-corpus.ts";

export { readCorpus };

/** The built-in suites, then the user's own, then the corpus. */
export async function loadSuites(options: { suites?: string; corpus?: string }): Promise<Suite[]> {
  return [
    ...builtIn,
    ...(options.suites === undefined ? [] : await loadSuiteModule(options.suites)),
    ...(options.corpus === undefined ? [] : [readCorpus(options.corpus)]),
  ];
}

/** A module whose default export is a suite made by `defineSuite`, or a list of them. */
async function loadSuiteModule(path: string): Promise<Suite[]> {
  const file = resolve(path);
  if (!existsSync(file)) throw new WitnessError("suite-file", `no suite file at ${path}`);
  const own = fileURLToPath(import.meta.resolve("../index.js"));
  const jiti = createJiti(import.meta.url, { alias: { "api-witness": own } });
  let exported: unknown;
  try {
    exported = await jiti.import(file, { default: true });
  } catch (error) {
    if (error instanceof WitnessError)
      throw new WitnessError("suite-file", `${path}: ${error.message}`, { hint: error.hint ?? "" });
    throw new WitnessError("suite-file", `${path} cannot be loaded: ${(error as Error).message}`);
  }
  const parsed = z.array(Suite).safeParse(Array.isArray(exported) ? exported : [exported]);
  if (parsed.success) return parsed.data;
  throw new WitnessError(
    "suite-file",
    `${path} does not export suites: ${z.prettifyError(parsed.error)}`,
    { hint: "export default defineSuite({ ... }), or a list of them" },
  );
}
