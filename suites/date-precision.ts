import { dateText } from "../src/generate/arbitraries/date-text.ts";
import { defineSuite } from "../src/generate/define-suite.ts";
import { calendar } from "./date-precision/calendar.ts";
import { characters } from "./date-precision/characters.ts";
import { forms } from "./date-precision/forms.ts";
import { fractions } from "./date-precision/fractions.ts";
import { dateKeys } from "./date-precision/keys.ts";
import { otherValues } from "./date-precision/types.ts";
import { allYears } from "./date-precision/years.ts";
import { zones } from "./date-precision/zones.ts";

/** What stands in the place of date: how precise, how spelled, when, under which key. */
export default defineSuite({
  name: "date-precision",
  about: "precision, spelling, range, type and key of date",
  clauses: [
    "date-format",
    "date-values",
    "error-conditions",
    "error-codes",
    "error-payload",
    "response-status",
  ],
  cases: [
    ...fractions,
    ...zones,
    ...forms,
    ...calendar,
    ...allYears,
    ...characters,
    ...otherValues,
    ...dateKeys,
  ],
  properties: [
    {
      name: "text",
      reason: "a date with up to two components changed, and up to one character",
      arbitrary: dateText,
    },
  ],
});
