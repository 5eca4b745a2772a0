import type { Interface, InterfaceName } from "../model/interface.ts";
import { clausesOf } from "./clauses.ts";
import { statedSubmission } from "./stated-submission.ts";

/** The specification's own words. */
const TEXTS: Record<string, string> = {
  "id-type": "id is a number, and whole.",
  "date-format": "date is an ISO 8601 date-time in UTC with milliseconds and a trailing Z.",
};

/**
 * The interface that `witness` knows without being told: `POST {base_url}/api/user` with a JSON object
 * of `id`, a whole number, and `date`, a date-time in UTC with milliseconds. The specification states
 * no bounds, and not whether a field is required or further ones may be there.
 */
export const userSubmission: Interface = {
  ...statedSubmission,
  name: "user-submission",
  clauses: clausesOf(statedSubmission, { sending: true }).map((clause) => ({
    ...clause,
    text: TEXTS[clause.id] ?? clause.text,
  })),
  suites: { id: "id-bounds", date: "date-precision" },
};

/** The interface of a stored run. */
export const interfaceOf = ({ interface: own }: { interface?: Interface | undefined }): Interface =>
  own ?? userSubmission;

/** The same as reports name it. */
export function interfaceName(header: { interface?: Interface | undefined }): InterfaceName {
  const { name, method, path } = interfaceOf(header);
  return { name, method, path };
}
