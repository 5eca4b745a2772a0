import type { Suite } from "../src/model/suite.ts";
import connection from "./connection.ts";
import credentials from "./credentials.ts";
import datePrecision from "./date-precision.ts";
import encoding from "./encoding.ts";
import fields from "./fields.ts";
import framing from "./framing.ts";
import headers from "./headers.ts";
import idBounds from "./id-bounds.ts";
import malformedJson from "./malformed-json.ts";
import mediaType from "./media-type.ts";
import methods from "./methods.ts";
import repetition from "./repetition.ts";
import size from "./size.ts";
import targetForms from "./target-forms.ts";
import valid from "./valid.ts";
import versioning from "./versioning.ts";
import versions from "./versions.ts";

/** The built-in suites, in the order in which they are sent: the only registry. */
export const suites: readonly Suite[] = [
  valid,
  idBounds,
  datePrecision,
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
