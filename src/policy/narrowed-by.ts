import type { RunFold } from "../analyse/index.ts";

/** The options that left a part of the catalogue out of a run, as they are written on the command line. */
export function narrowedBy({ header }: RunFold): string[] {
  const options = header?.options;
  if (options === undefined) return [];
  const { only = [], grep, exclude = [], profile, cases, hazards, hazardsOnly } = options;
  return [
    ...(only.length > 0 ? [`--suite ${only.join(",")}`] : []),
    ...(grep === undefined ? [] : [`--grep ${grep}`]),
    ...(exclude.length > 0 ? [`--exclude ${exclude.join(",")}`] : []),
    ...(profile === "safe" ? ["--profile safe"] : hazards === false ? ["--no-hazards"] : []),
    ...(cases === undefined ? [] : ["--only-failed"]),
    ...(hazardsOnly === true ? ["--hazards-only"] : []),
  ];
}
