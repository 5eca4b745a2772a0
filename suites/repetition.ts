import { defineSuite } from "../src/generate/define-suite.ts";
import { afterOthersOnNewConnection } from "./repetition/after-others.ts";
import { atOnce } from "./repetition/at-once.ts";
import { bursts } from "./repetition/bursts.ts";
import { lifecycle } from "./repetition/lifecycle.ts";
import { same } from "./repetition/same.ts";

/** The same request again, and what is left behind by others. */
export default defineSuite({
  name: "repetition",
  about: "repeated ids, requests at the same moment, the stated request after others, bursts",
  clauses: ["id-uniqueness", "states", "behaviour", "response-status", "response-body"],
  cases: [...same, ...atOnce, ...lifecycle, ...afterOthersOnNewConnection, ...bursts],
});
