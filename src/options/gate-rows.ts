import { option } from "./option-row.ts";
import { oneOf, someOf, text } from "./option-parser.ts";

/** Additional output of `witness gate`. */
const REPORTERS = ["html", "junit", "ctrf", "markdown", "pr-comment"] as const;
export type Reporter = (typeof REPORTERS)[number];

/** Options for judging a run. */
export const gateRows = {
  baseline: option({
    flag: "baseline",
    example: "witness.baseline.json",
    inApi: false,
    kind: text("<file>"),
    help: "fail on drift from this baseline (create it with witness baseline save)",
    defaults: { run: undefined, gate: undefined },
  }),
  inconclusive: option({
    flag: "inconclusive",
    example: "fail",
    inApi: false,
    kind: oneOf(["pass", "fail"]),
    help: "treat insufficient evidence as: pass or fail",
    defaults: { run: undefined, gate: undefined },
    without: "exit code 4",
  }),
  reporter: option({
    flag: "reporter",
    example: ["junit", "markdown"],
    inApi: false,
    kind: someOf(REPORTERS),
    help: `also write ${REPORTERS.join(", ")}`,
    defaults: { run: [], gate: [] },
    without: "none",
  }),
};
