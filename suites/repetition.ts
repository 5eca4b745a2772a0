import { suiteFor, type Requests } from "../src/generate/index.ts";
import type { Suite } from "../src/model/index.ts";
import { afterOthersOnNewConnection } from "./repetition/after-others.ts";
import { atOnce } from "./repetition/at-once.ts";
import { bursts } from "./repetition/bursts.ts";
import { identityOf } from "./repetition/identity.ts";
import { lifecycle } from "./repetition/lifecycle.ts";
import { same } from "./repetition/same.ts";

/** Repetitions of the same request, and state left behind by other requests. */
export default (on: Requests): Suite =>
  suiteFor(on.interface, {
    name: "repetition",
    about:
      "repeated requests, requests at the same moment, the stated request after others, bursts",
    clauses: [
      `${identityOf(on).slug}-uniqueness`,
      "states",
      "behaviour",
      "response-status",
      "response-body",
    ],
    cases: () =>
      [same, atOnce, lifecycle, afterOthersOnNewConnection, bursts].flatMap((make) => make(on)),
  });
