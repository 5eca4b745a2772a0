import { defineSuite } from "../src/generate/define-suite.ts";
import { byteSequenceCases } from "./encoding/byte-sequences.ts";
import { characterCases } from "./encoding/characters.ts";
import { charsetCases } from "./encoding/charsets.ts";
import { codingFaultCases } from "./encoding/coding-faults.ts";
import { codingListCases } from "./encoding/coding-lists.ts";
import { codingCases } from "./encoding/codings.ts";
import { encodedDocuments } from "./encoding/documents.ts";

/** The bytes that stand for the document: character encodings and content codings. */
export default defineSuite({
  name: "encoding",
  about: "character encodings, odd characters, charset, content codings",
  clauses: ["body", "error-conditions", "error-codes", "error-payload", "response-status"],
  cases: [
    ...encodedDocuments,
    ...byteSequenceCases,
    ...characterCases,
    ...charsetCases,
    ...codingCases,
    ...codingFaultCases,
    ...codingListCases,
  ],
});
