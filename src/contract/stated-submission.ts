import type { Stated } from "./clauses.ts";

/**
 * The specification of the built-in interface. Separate from its clauses, so that `--help` can name it
 * without loading every kind of value.
 */
export const statedSubmission: Stated = {
  method: "POST",
  path: "/api/user",
  body: {
    kind: "object",
    fields: [
      { name: "id", type: { kind: "whole-number", fresh: true } },
      { name: "date", type: { kind: "date-time", fresh: true, fraction: 3, utc: true } },
    ],
  },
};
