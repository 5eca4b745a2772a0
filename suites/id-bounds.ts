import { idText } from "../src/generate/arbitraries/id-text.ts";
import { defineSuite } from "../src/generate/define-suite.ts";
import { idKeys } from "./id-bounds/keys.ts";
import { idSpellings } from "./id-bounds/spellings.ts";
import { tokens } from "./id-bounds/tokens.ts";
import { types } from "./id-bounds/types.ts";
import { wholeNumbers } from "./id-bounds/whole-numbers.ts";

/** What stands in the place of id: how large, how spelled, of what type, under which key. */
export default defineSuite({
  name: "id-bounds",
  about: "size, spelling, type and key of id",
  clauses: ["id-values", "error-conditions", "error-codes", "error-payload", "response-status"],
  cases: [...wholeNumbers, ...idSpellings, ...types, ...tokens, ...idKeys],
  properties: [
    {
      name: "text",
      reason: "the text in the place of id drawn from numbers, their misspellings and other values",
      clauses: ["id-type", "id-values", "error-conditions", "response-status"],
      arbitrary: idText,
    },
  ],
});
