import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { createJiti } from "jiti";
import { z } from "zod";
import { suites as builtIn } from "../../suites/index.ts";
import { WitnessError } from "../errors.ts";
import { corpusSuite } from "../generate/corpus-suite.ts";
import { Suite } from "../model/suite.ts";

/** The built-in suites, then the user's own, then the corpus. */
export async function loadSuites(options: { suites?: string; corpus?: string }): Promise<Suite[]> {
  return [
    ...builtIn,
    ...(options.suites === undefined ? [] : await loadSuiteModule(options.suites)),
    ...(options.corpus === undefined ? [] : [loadCorpus(options.corpus)]),
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

/** Every file of a folder as a suite of bodies. */
export function loadCorpus(folder: string): Suite {
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw new WitnessError("corpus", `no corpus folder at ${folder}`);
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();
  if (files.length === 0) throw new WitnessError("corpus", `the corpus folder ${folder} is empty`);
  return corpusSuite(files.map((name) => ({ name, bytes: readFileSync(join(folder, name)) })));
}
