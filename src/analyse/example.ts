import type { Case } from "../model/case.ts";
import type { Observation } from "../model/observation.ts";

/** A case and one observation of it. */
export type Example = { case: Case; observation: Observation };
