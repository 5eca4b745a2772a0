import type { Suite } from "../../src/model/index.ts";
import { suites } from "../../suites/index.ts";

/** For tests: a suite of the built-in interface. */
export function suiteNamed(name: string): Suite {
  const found = suites.find((each) => each.name === name);
  if (found === undefined) throw new Error(`no suite ${name}`);
  return found;
}
