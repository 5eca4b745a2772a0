import { formsOf, jsonMutation, suiteFor, type Requests } from "../src/generate/index.ts";
import type { Suite } from "../src/model/index.ts";
import { aroundCases } from "./malformed-json/around.ts";
import { depthCases } from "./malformed-json/depth.ts";
import { documentCases } from "./malformed-json/documents.ts";
import { offsetCases } from "./malformed-json/offsets.ts";
import { punctuationCases } from "./malformed-json/punctuation.ts";
import { stringCases } from "./malformed-json/strings.ts";
import { syntaxCases } from "./malformed-json/syntaxes.ts";

/** Bodies that are not, or only nearly, the stated JSON. */
export default function malformedJson(on: Requests): Suite[] {
  if (on.layout.body === undefined) return [];
  const forms = formsOf(on);
  return [
    suiteFor(on.interface, {
      name: "malformed-json",
      about: "bodies that are not JSON, nearly JSON, or JSON of another shape",
      clauses: ["body", "error-conditions", "error-codes", "error-payload", "response-status"],
      cases: () => [
        ...offsetCases(forms),
        ...punctuationCases(forms),
        ...aroundCases(forms),
        ...stringCases(forms),
        ...documentCases(forms),
        ...syntaxCases(forms),
        ...depthCases(forms),
      ],
      properties: () => [
        {
          name: "mutation",
          reason: "the stated body with one to three of its tokens or bytes changed",
          arbitrary: jsonMutation(on),
        },
      ],
    }),
  ];
}
