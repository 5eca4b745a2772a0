import { extraFields, formsOf, suiteFor, type Requests } from "../src/generate/index.ts";
import type { Suite } from "../src/model/index.ts";
import { extraCases } from "./fields/extra.ts";
import { ladderCases } from "./fields/ladders.ts";
import { missingCases } from "./fields/missing.ts";
import { textCases } from "./fields/text.ts";

/** JSON objects with other members than the stated ones. */
export default function fields(on: Requests): Suite[] {
  if (on.layout.body?.type.kind !== "object") return [];
  const forms = formsOf(on);
  return [
    suiteFor(on.interface, {
      name: "fields",
      about: "members of the body: missing, misplaced, additional",
      clauses: ["further-fields", "behaviour", "error-conditions", "response-status"],
      cases: () => [
        ...missingCases(forms),
        ...extraCases(forms),
        ...textCases(forms),
        ...ladderCases(forms),
      ],
      properties: () => [
        {
          name: "extra",
          reason:
            "the stated members, one or all of which may be missing, and up to five further ones in any order",
          clauses: [
            "body",
            "further-fields",
            ...on.fieldClauses("required"),
            "error-conditions",
            "response-status",
          ],
          arbitrary: extraFields(on),
        },
      ],
    }),
  ];
}
