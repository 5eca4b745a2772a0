import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { WitnessError } from "../errors.ts";
import { Suite } from "../model/suite.ts";
import { userSubmission } from "../contract/user-submission.ts";
import type { Interface } from "../model/interface.ts";
import { readCorpus } from "./read-corpus.ts";

/**
 * What there is to send: the interface, its suites, and where the user's own suites are from: a module, or
 * a program (`true`).
 */
export type Catalogue = { interface: Interface; suites: Suite[]; own?: string | true };

/**
 * The built-in suites, then the user's own, then the corpus.
 * @throws WitnessError `suite-file`, `corpus` where one of them cannot be read.
 */
export async function loadCatalogue(from: {
  suitesModule?: string | undefined;
  /** Suites that a program passes. */
  inline?: readonly Suite[];
  corpus?: string | undefined;
}): Promise<Catalogue> {
  const { suitesModule, inline = [], corpus } = from;
  // It takes half the time of the start: what sends nothing (`report`, `--help`) does without.
  const { suites: builtIn } = await import("../../suites/index.ts");
  const suites = [
    ...builtIn,
    ...(suitesModule === undefined ? [] : await loadSuiteModule(suitesModule)),
    ...inline,
    ...(corpus === undefined ? [] : [readCorpus(corpus)]),
  ];
  const own = inline.length > 0 ? true : suitesModule;
  return { interface: userSubmission, suites, ...(own !== undefined && { own }) };
}

/** A module whose default export is a suite made by `defineSuite`, or a list of them. */
async function loadSuiteModule(path: string): Promise<Suite[]> {
  const file = resolve(path);
  if (!existsSync(file)) throw new WitnessError("suite-file", `no suite file at ${path}`);
  const own = fileURLToPath(import.meta.resolve("../index.js"));
  const { createJiti } = await import("jiti");
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
