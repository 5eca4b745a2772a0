import { afterAll } from "vitest";
import { startLenient, startStrict } from "../src/servers/references.ts";
import { describeTarget, type DescribeOptions } from "../src/vitest/describe-target.ts";

const [strict, lenient] = await Promise.all([startStrict(), startLenient()]);
afterAll(() => Promise.all([strict.close(), lenient.close()]));

/** A part of the catalogue, to be done within seconds. */
const options: DescribeOptions = {
  suite: ["valid", "id-bounds", "media-type"],
  runs: 10,
  // No case waits for it: a busy machine must not turn a slow response into a timeout.
  timeoutMs: 10_000,
};

describeTarget("strict", strict.url, {
  ...options,
  policy: {
    behaviour: {
      "*": { never: "5xx" },
      valid: { only: "2xx", contentType: "application/json" },
    },
  },
});

describeTarget("lenient", lenient.url, {
  ...options,
  policy: { behaviour: { valid: { only: "2xx", stable: true } } },
});
