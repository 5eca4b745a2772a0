import type { BodyForms, CaseDefinition, Requests } from "../src/generate/index.ts";
import { ERRORS, formsOf, suiteFor } from "../src/generate/index.ts";
import type { Suite } from "../src/model/index.ts";
import { byteSequenceCases, characterCases } from "./encoding/characters.ts";
import { charsetCases, encodedDocuments } from "./encoding/charsets.ts";
import { codingFaultCases, codingListCases, codingCases } from "./encoding/codings.ts";
import { storedBodies } from "./encoding/codings.ts";

/** The longest body that one block of deflate stores. */
const MOST_STORED = 0xffff;

function codings(forms: BodyForms): CaseDefinition[] {
  const { on } = forms;
  if (on.bodyBytes > MOST_STORED) return [];
  const stored = storedBodies(forms);
  return [
    ...codingCases(forms, stored),
    ...codingFaultCases(on, stored),
    ...codingListCases(on, stored),
  ];
}

export default function encoding(on: Requests): Suite[] {
  if (on.layout.body === undefined) return [];
  const forms = formsOf(on);
  return [
    suiteFor(on.interface, {
      name: "encoding",
      about: "character encodings, odd characters, charset, content codings",
      clauses: ["body", ...ERRORS],
      cases: () =>
        [encodedDocuments, byteSequenceCases, characterCases, charsetCases, codings].flatMap(
          (make) => make(forms),
        ),
    }),
  ];
}
