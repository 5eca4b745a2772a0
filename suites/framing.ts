import { suiteFor, type Requests } from "../src/generate/index.ts";
import type { Suite } from "../src/model/index.ts";
import { chunkShapes } from "./framing/chunk-shapes.ts";
import { chunked } from "./framing/chunked.ts";
import { contentLength } from "./framing/content-length.ts";
import { expectations } from "./framing/expectations.ts";
import { transferEncoding } from "./framing/transfer-encoding.ts";

/** How the end of the body is given: Content-Length, Transfer-Encoding, chunks, Expect. */
export default (on: Requests): Suite =>
  suiteFor(on.interface, {
    name: "framing",
    about: "how the length of the body is given",
    clauses: ["content-length", "protocol", "response-status", "error-conditions", "error-codes"],
    cases: () => [
      ...contentLength(on),
      ...(on.hasBody ? [chunked, chunkShapes, transferEncoding].flatMap((make) => make(on)) : []),
      ...expectations(on),
    ],
  });
