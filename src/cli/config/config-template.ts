const IMPORT = 'import { defineConfig } from "api-witness";';

/** What `witness init` writes: a configuration with one expectation, and the others to be taken out of their comments. */
export const CONFIG_TEMPLATE = `${IMPORT}

// A flag goes before an environment variable (WITNESS_SEED), that one before this file, and this
// file before what is built in. "witness print-config" shows each value and where it is from.
export default defineConfig({
  // Base URLs by name.
  targets: {
    local: "http://localhost:3000",
  },

  // What the flags of "witness run" are called, in camel case. They mean what the flags mean.
  options: {
    timeout: "5s",
    // The same generated cases in each run:
    // seed: 1,
    // Only some suites ("witness suites" lists them):
    // suite: ["valid", "fields", "malformed-json"],
    // Keep trying while the server starts:
    // waitFor: "30s",
    // Look for boundaries too, which the rules on boundaries below need:
    // explore: true,
    // How long each of the three rounds of load lasts:
    // loadDuration: "5s",
    // What "witness gate" writes beside its result:
    // reporter: ["junit", "markdown"],
    // What the target did when all was well ("witness baseline save <run>" writes it):
    // baseline: "baseline.json",
    // What it means when there is not enough evidence:
    // inconclusive: "fail",
  },

  // What you expect of your server. The specification shows only the request, so nothing is
  // expected unless it stands here.
  policy: {
    // By suite, glob of case ids ("fields/*"), "tag:" with a clause or a family, or "*" for all.
    // Outcomes are 201, "2xx", "answered", "no-answer", "reset", "timed-out" and their like.
    behaviour: {
      valid: { only: "2xx", stable: true },
      // "malformed-json": { only: "4xx" },
      // "*": { never: ["5xx", "no-answer"] },
    },

    // How far along an axis is accepted without a gap. Past 2^53 only text has whole numbers exactly.
    boundaries: {
      // "id-upwards": { atLeast: "9007199254740991" },
    },

    // Thresholds on the load as in k6, latencies in milliseconds.
    load: [
      // "p(95)<20",
      // "status(201)>=0.99",
      // "throughput >= 0.9 * baseline",
    ],
  },
});
`;
