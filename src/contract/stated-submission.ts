import type { Stated } from "./clauses.ts";

/**
 * What the specification states of the built-in interface. It stands apart from the clauses that follow
 * from it, so that `--help` can name it without loading what is known of every kind of value.
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
