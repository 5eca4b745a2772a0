import { WitnessError } from "../../errors.ts";
import type { DocumentOperation } from "../../openapi/index.ts";
import { chosenOperations } from "./choose-operations.ts";

const LARGEST = 1000;

/**
 * The weights that `--mix` gives to operations: `getItem=5`, or a glob; the last one that fits decides, and without a weight it
 * is 1. @throws WitnessError `openapi` for a name without an operation, `load-options` for a weight that is not 1 to 1000.
 */
export function mixWeights(
  all: readonly DocumentOperation[],
  mix: readonly string[],
): Map<DocumentOperation, number> {
  const weights = new Map<DocumentOperation, number>();
  for (const text of mix) {
    const [, operation = text, written = "1"] = /^(.*)=([^={}/]*)$/.exec(text) ?? [];
    const weight = Number(written);
    if (!/^\d+$/.test(written) || weight < 1 || weight > LARGEST)
      throw new WitnessError(
        "load-options",
        `--mix: the weight of ${operation} must be an integer from 1 to ${LARGEST}, got ${JSON.stringify(written)}`,
      );
    for (const each of chosenOperations(all, { operation })) weights.set(each, weight);
  }
  return weights;
}
