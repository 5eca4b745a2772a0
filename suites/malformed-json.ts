import { jsonMutation } from "../src/generate/arbitraries/json-mutation.ts";
import { defineSuite } from "../src/generate/define-suite.ts";
import { aroundCases } from "./malformed-json/around.ts";
import { depthCases } from "./malformed-json/depth.ts";
import { documentCases } from "./malformed-json/documents.ts";
import { offsetCases } from "./malformed-json/offsets.ts";
import { punctuationCases } from "./malformed-json/punctuation.ts";
import { stringCases } from "./malformed-json/strings.ts";
import { syntaxCases } from "./malformed-json/syntaxes.ts";

/** Bodies that are not, or only nearly, a JSON object with id and date. */
export default defineSuite({
  name: "malformed-json",
  about: "bodies that are no JSON, nearly JSON, or JSON of another shape",
  clauses: ["body", "error-conditions", "error-codes", "error-payload", "response-status"],
  cases: [
    ...offsetCases,
    ...punctuationCases,
    ...aroundCases,
    ...stringCases,
    ...documentCases,
    ...syntaxCases,
    ...depthCases,
  ],
  properties: [
    {
      name: "mutation",
      reason: "the stated body with one to three of its tokens or bytes changed",
      arbitrary: jsonMutation,
    },
  ],
});
