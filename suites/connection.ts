import { endings } from "./connection/endings.ts";
import { pieces } from "./connection/pieces.ts";
import { pipelined } from "./connection/pipelined.ts";
import { afterOthers, sequences } from "./connection/sequences.ts";
import { waits } from "./connection/waits.ts";
import { defineSuite } from "../src/generate/define-suite.ts";

/** The stated request cut, delayed, broken off, and several on one connection. */
export default defineSuite({
  name: "connection",
  about: "how the bytes arrive, how the connection ends, several requests on one connection",
  clauses: ["protocol", "behaviour", "response-status", "response-headers"],
  cases: [...pieces, ...waits, ...endings, ...pipelined, ...sequences, ...afterOthers],
});
