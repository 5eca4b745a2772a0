export { overriddenAddress } from "./address-overrides.ts";
export { duration, readDuration } from "./amount-kinds.ts";
export { EXPLORE_PARTS, OBSERVED_PARTS } from "./explore-rows.ts";
export type { Reporter } from "./load-rows.ts";
export {
  InvalidOptionValue,
  DEFAULT_CAPS,
  DEFAULT_READ_LIMIT_BYTES,
  HARMLESS_CAPS,
} from "./option-parser.ts";
export type { Profile, Verb } from "./option-row.ts";
export { defaultOf } from "./options-page.ts";
export { COMPARED_PARTS } from "./output-rows.ts";
export { recordedOptions, recordedShape } from "./recorded.ts";
export { assemble, defaultOptions, type Resolved, resolveOptions, withProfile } from "./resolve.ts";
export { apiShape, configShape } from "./schemas.ts";
export {
  type AnyRow,
  type ApiOptionsOf,
  attributeOf,
  type ConfigOptions,
  flagOf,
  type FlagsOf,
  keyOf,
  OPTIONS,
  type OptionsOf,
  type OptionTable,
  rowsOf,
  variableOf,
} from "./table.ts";
