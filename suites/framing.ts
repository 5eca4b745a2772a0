import { defineSuite } from "../src/generate/define-suite.ts";
import { chunkShapes } from "./framing/chunk-shapes.ts";
import { chunked } from "./framing/chunked.ts";
import { contentLength } from "./framing/content-length.ts";
import { expectations } from "./framing/expectations.ts";
import { transferEncoding } from "./framing/transfer-encoding.ts";

/** Where the body begins and ends: Content-Length, Transfer-Encoding, chunks, Expect. */
export default defineSuite({
  name: "framing",
  about: "how the length of the body is told",
  clauses: ["content-length", "protocol", "response-status", "error-conditions", "error-codes"],
  cases: [...contentLength, ...chunked, ...chunkShapes, ...transferEncoding, ...expectations],
});
