import { z } from "zod";
import { hideHeaders, withGiven, type GivenHeaders } from "../contract/index.ts";
import { WitnessError } from "../errors.ts";
import { Suite, type Interface } from "../model/index.ts";
import { carryGiven, withValid } from "../generate/index.ts";
import { givenNames, type CredentialOptions } from "./credentials.ts";
import { importDefault } from "./import-module.ts";
import { chosenInterface } from "./load-interface.ts";
import { readCorpus } from "./read-corpus.ts";

/**
 * The sources of requests: the interface, its suites, and the user's suites from a module or a program
 * (`true`).
 */
export type Catalogue = {
  interface: Interface;
  suites: Suite[];
  own?: string | true;
  /** Values of headers that the interface states, and that are not stored. */
  hidden?: GivenHeaders;
};

/**
 * The suites of the interface, then the user's own, then the corpus. @throws WitnessError `interface`,
 * `openapi`, `suite-file`, `corpus` if one of them cannot be read.
 */
export async function loadCatalogue(
  from: CredentialOptions & {
    /** The interface, or the module that exports it; by default the built-in one. */
    interface?: Interface | string | undefined;
    /** A document instead, and the chosen operation. */
    openapi?: string | undefined;
    operation?: string | undefined;
    suitesModule?: string | undefined;
    /** Suites that a program passes. */
    inline?: readonly Suite[];
    corpus?: string | undefined;
  },
): Promise<Catalogue> {
  const { suitesModule, inline = [], corpus } = from;
  const named = withGiven(await chosenInterface(from), givenNames(from));
  const { interface: own, hidden } = hideHeaders(named, from.redact);
  // Loading it takes half the start-up time: verbs that send nothing (`report`, `--help`) avoid it.
  const { suitesFor } = await import("./suites.lazy.ts");
  const suites = [
    ...suitesFor(own),
    ...[...(suitesModule === undefined ? [] : await loadSuiteModule(suitesModule)), ...inline].map(
      (suite) => withValid(carryGiven(suite, own.given ?? []), own),
    ),
    ...(corpus === undefined ? [] : [readCorpus(corpus, own)]),
  ];
  const module = inline.length > 0 ? true : suitesModule;
  return { interface: own, suites, hidden, ...(module !== undefined && { own: module }) };
}

/** A module whose default export is a suite made by `defineSuite`, or a list of them. */
async function loadSuiteModule(path: string): Promise<Suite[]> {
  const exported = await importDefault(path, { code: "suite-file", what: "suite file" });
  const parsed = z.array(Suite).safeParse(Array.isArray(exported) ? exported : [exported]);
  if (parsed.success) return parsed.data;
  throw new WitnessError(
    "suite-file",
    `${path} does not export suites: ${z.prettifyError(parsed.error)}`,
    { hint: "export default defineSuite({ ... }), or a list of them" },
  );
}
