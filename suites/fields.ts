import { extraFields } from "../src/generate/arbitraries/fields.ts";
import { defineSuite } from "../src/generate/define-suite.ts";
import { extraCases } from "./fields/extra.ts";
import { ladderCases } from "./fields/ladders.ts";
import { missingCases } from "./fields/missing.ts";
import { textCases } from "./fields/text.ts";

/** JSON objects with other members than the two stated ones. */
export default defineSuite({
  name: "fields",
  about: "members of the body: missing, elsewhere, further ones",
  clauses: ["further-fields", "behaviour", "error-conditions", "response-status"],
  cases: [...missingCases, ...extraCases, ...textCases, ...ladderCases],
  properties: [
    {
      name: "extra",
      reason:
        "up to five further members, in any order with id and date, either of which may be left out",
      clauses: [
        "body",
        "further-fields",
        "id-required",
        "date-required",
        "error-conditions",
        "response-status",
      ],
      arbitrary: extraFields,
    },
  ],
});
