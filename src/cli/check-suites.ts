import { WitnessError } from "../errors.ts";
import type { Catalogue } from "../jobs/index.ts";
import { suggestion } from "../text/index.ts";
import type { LoadedConfig } from "./config/load-config.ts";

/**
 * Checks the names of suites before anything is planned: a wrong one is named with its place in the configuration,
 * if it is from there, and with the nearest name.
 * @throws WitnessError `unknown-suite`.
 */
export function checkSuites(
  { options, loaded }: { options: { suite: readonly string[] }; loaded: LoadedConfig },
  { suites }: Catalogue,
): void {
  const names = suites.map(({ name }) => name);
  const unknown = options.suite.find((name) => !names.includes(name));
  if (unknown === undefined) return;
  const written = [loaded.config.options?.suite ?? []].flat().join(",").split(",");
  const isWritten = written.some((name) => name.trim() === unknown);
  const place = isWritten
    ? `${loaded.source.at(["options", "suite"]).source}: options.suite: `
    : "";
  throw new WitnessError(
    "unknown-suite",
    `${place}there is no suite named ${JSON.stringify(unknown)}`,
    { hint: suggestion(unknown, names) },
  );
}
