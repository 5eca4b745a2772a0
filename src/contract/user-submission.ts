import { clauses } from "./clauses.ts";
import type { Interface } from "../model/interface.ts";

/**
 * The interface that `witness` knows without being told: `POST {base_url}/api/user` with a JSON object
 * of `id`, a whole number, and `date`, a date-time in UTC with milliseconds. The specification states
 * no bounds, and not whether a field is required or further ones may be there.
 */
export const userSubmission: Interface = {
  name: "user-submission",
  method: "POST",
  path: "/api/user",
  body: {
    kind: "object",
    fields: [
      { name: "id", type: { kind: "whole-number", fresh: true } },
      { name: "date", type: { kind: "date-time", fresh: true, fraction: 3, utc: true } },
    ],
  },
  clauses: [...clauses],
  suites: { id: "id-bounds", date: "date-precision" },
};

/** The interface of a stored run. */
export const interfaceOf = ({ interface: own }: { interface?: Interface | undefined }): Interface =>
  own ?? userSubmission;
