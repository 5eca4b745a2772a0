import { defineSuite } from "../src/generate/define-suite.ts";
import { acceptCases } from "./media-type/accept.ts";
import { bodyTypeCases } from "./media-type/bodies.ts";
import { contentTypeCases } from "./media-type/content-type.ts";

/** Content-Type, and what the client says that it accepts. */
export default defineSuite({
  name: "media-type",
  about: "Content-Type, Accept and its relatives, User-Agent",
  clauses: [
    "content-type",
    "body",
    "error-conditions",
    "error-codes",
    "error-payload",
    "response-status",
  ],
  cases: [...contentTypeCases, ...bodyTypeCases, ...acceptCases],
});
