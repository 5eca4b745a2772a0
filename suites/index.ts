import type { Suite } from "../src/model/suite.ts";
import valid from "./valid.ts";

/** The built-in suites, in the order in which they are sent: the only registry. */
export const suites: readonly Suite[] = [valid];
