export { overriddenAddress } from "./route-parsers.ts";
export { duration, readDuration } from "./amounts.ts";
export { EXPLORE_PARTS, OBSERVED_PARTS } from "./explore-rows.ts";
export type { Reporter } from "./load-rows.ts";
export {
  InvalidOptionValue,
  DEFAULT_CAPS,
  DEFAULT_READ_LIMIT_BYTES,
  HARMLESS_CAPS,
} from "./option-parser.ts";
export type { Profile, Verb } from "./option-row.ts";
export { COMPARED_PARTS, type ExportFormat } from "./output-rows.ts";
export { recordedOptions, recordedShape, apiShape, configShape } from "./schemas.ts";
export { assemble, defaultOptions, type Resolved, resolveOptions, withProfile } from "./resolve.ts";
export type { AnyRow, ApiOptionsOf, ConfigOptions, FlagsOf, OptionsOf } from "./table.ts";
export {
  ALL_ROWS,
  attributeOf,
  defaultOf,
  flagOf,
  headingOf,
  keyOf,
  rowsOf,
  variableOf,
} from "./table.ts";
