import { suiteFor, type Requests } from "../src/generate/index.ts";
import type { Suite } from "../src/model/index.ts";
import { elsewhere } from "./target-forms/elsewhere.ts";
import { requestLines } from "./target-forms/request-lines.ts";
import { pathSpellings } from "./target-forms/spellings.ts";

/** The request target written in other ways, and other targets. */
export default (on: Requests): Suite =>
  suiteFor(on.interface, {
    name: "target-forms",
    about: "other spellings of the path, other targets, other shapes of the request line",
    clauses: ["path", "other-endpoints", "response-status", "error-conditions", "error-codes"],
    cases: () => [...pathSpellings(on), ...elsewhere(on), ...requestLines(on)],
  });
