import type { RunHeader, Suite } from "../model/index.ts";
import { plan, type RunSettings } from "../observe/index.ts";
import { loadCatalogue } from "./load-suites.ts";
import { validCases, wantedSuites } from "./plan-suites.ts";
import { selectCases } from "./select-cases.ts";

/** The plan of a header, from the catalogue of this machine. */
export async function planAgain(
  header: RunHeader,
  inline: readonly Suite[] = [],
): Promise<Pick<RunSettings, "planned" | "suites" | "valid">> {
  const { options, seed } = header;
  const { verb, corpus, only = [], grep: source, runsPerProperty, repeats } = options;
  const { suites: own } = options;
  const { suites, interface: from } = await loadCatalogue({
    interface: header.interface,
    suitesModule: typeof own === "string" ? own : undefined,
    inline,
    corpus,
  });
  const grep = source === undefined ? {} : { grep: new RegExp(source, options.grepFlags) };
  const { hazards, hazardsOnly } = options;
  const selectedSuites = selectCases(suites, options, from);
  const selected = { only, ...grep, hazards, hazardsOnly };
  const planned =
    verb === "run" || verb === "compare"
      ? plan({ suites: selectedSuites, ...selected, seed, runsPerProperty, repeats })
      : [];
  return {
    planned,
    suites:
      verb === "load"
        ? suites
        : wantedSuites(
            { suites: selectedSuites, interface: from },
            { suite: only, ...grep, hazards },
          ),
    valid: validCases(suites),
  };
}
