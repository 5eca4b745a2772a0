import { createHash } from "node:crypto";
import { WitnessError } from "../errors.ts";
import { MAX_LINE_BYTES } from "../record/index.ts";
import type { PlannedSuite } from "./plan.ts";

/** The size of a line of the record besides the case: more than enough. */
const LINE_AROUND_CASE = 1024;

/**
 * Identifies the hand-chosen cases: runs with the same value sent the same catalogue. Throws if a case does not fit into a
 * record.
 */
export function catalogueHash(planned: PlannedSuite[]): string {
  const hash = createHash("sha256");
  for (const { cases } of planned)
    for (const each of cases) {
      const text = JSON.stringify(each);
      if (Buffer.byteLength(text) + LINE_AROUND_CASE > MAX_LINE_BYTES)
        throw new WitnessError(
          "case-size",
          `${each.id} is too large for the record: ${text.length} bytes, the limit is ${MAX_LINE_BYTES - LINE_AROUND_CASE}`,
          { hint: "leave the file out of the corpus, or write the case with `repeat` in a suite" },
        );
      hash.update(text);
    }
  return hash.digest("hex");
}
