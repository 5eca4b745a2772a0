import { suiteFor, type Requests } from "../src/generate/index.ts";
import type { Suite } from "../src/model/index.ts";
import { endings } from "./connection/endings.ts";
import { pieces } from "./connection/pieces.ts";
import { pipelined } from "./connection/pipelined.ts";
import { afterOthers, sequences } from "./connection/sequences.ts";
import { waits } from "./connection/waits.ts";

/** The stated request cut, delayed, aborted, and several on one connection. */
export default (on: Requests): Suite =>
  suiteFor(on.interface, {
    name: "connection",
    about: "how the bytes arrive, how the connection ends, several requests on one connection",
    clauses: ["protocol", "behaviour", "response-status", "response-headers"],
    cases: () =>
      [pieces, waits, endings, pipelined, sequences, afterOthers].flatMap((make) => make(on)),
  });
