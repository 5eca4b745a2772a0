import { z } from "zod";
import { WitnessError } from "../errors.ts";
import { Policy } from "../model/policy.ts";

/** A policy as it is written: what has a default may be left out. */
export type PolicyInput = z.input<typeof Policy>;

/**
 * Reads a policy.
 * @throws WitnessError `policy` that names the rule that does not fit.
 */
export function readPolicy(policy: PolicyInput): Policy {
  const parsed = Policy.safeParse(policy);
  if (parsed.success) return parsed.data;
  throw new WitnessError("policy", `the policy does not fit: ${z.prettifyError(parsed.error)}`);
}
