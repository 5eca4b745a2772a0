import { oncePer } from "../src/remember.ts";
import { userSubmission } from "../src/contract/index.ts";
import { requestsOf, type Requests } from "../src/generate/index.ts";
import type { Interface, Suite } from "../src/model/index.ts";
import connection from "./connection.ts";
import credentials from "./credentials.ts";
import encoding from "./encoding.ts";
import fieldSuites from "./field.ts";
import fields from "./fields.ts";
import framing from "./framing.ts";
import headers from "./headers.ts";
import malformedJson from "./malformed-json.ts";
import mediaType from "./media-type.ts";
import methods from "./methods.ts";
import repetition from "./repetition.ts";
import size from "./size.ts";
import targetForms from "./target-forms.ts";
import valid from "./valid.ts";
import versioning from "./versioning.ts";
import versions from "./versions.ts";

/** A suite for any interface; empty if it does not apply to the interface. */
type SuiteMaker = (on: Requests) => Suite | readonly Suite[];

/** The built-in suites, in the order in which they are sent: the only registry. */
const registry: readonly SuiteMaker[] = [
  valid,
  fieldSuites,
  malformedJson,
  fields,
  encoding,
  mediaType,
  methods,
  targetForms,
  headers,
  framing,
  versions,
  size,
  connection,
  repetition,
  credentials,
  versioning,
];

/** Made once, because thousands of cases are checked. */
export const suitesFor: (from: Interface) => readonly Suite[] = oncePer((from) => {
  const on = requestsOf(from);
  return registry.flatMap((make) => make(on));
});

export const validSuitesFor = (from: Interface): Suite[] => valid(requestsOf(from));

export const suites: readonly Suite[] = suitesFor(userSubmission);
