import { z } from "zod";
import { DeclaredKeyword } from "./declared-summary.ts";
import { ContractProof } from "./finding.ts";

/** The document that was written, and the requests that tested it before. */
export const ContractSummary = ContractProof.omit({ type: true, kind: true }).extend({
  /** Why the request in `refused` was refused, in the server's words. */
  reason: z.string().optional(),
});
export type ContractSummary = z.infer<typeof ContractSummary>;

/** The inferred rules of one part of a request, in words, with the requests that decided them. */
const InferredPart = z.strictObject({
  part: z.string(),
  /** `id`, `the document`. */
  name: z.string(),
  /** `int32, digits only, from 1; strings are refused`. */
  rule: z.string(),
  /** What breaks it gets one of these. */
  refusals: z.array(z.string()),
  state: z.enum(["sure", "open", "none", "unstable"]),
  /** `id: int32, digits only; else 422 (refuted: int64, digits only by 2147483648; ...)`. */
  sentence: z.string(),
  /** Further rules that agree with everything that was seen. */
  equal: z.array(z.string()),
  refuted: z.array(
    z.strictObject({
      rule: z.string(),
      by: z.string(),
      signature: z.string(),
      case: z.string().optional(),
    }),
  ),
  limits: z.array(z.string()),
  /** Where no rule is known: what families of values got. */
  families: z.array(z.string()),
  requests: z.int(),
});
export type InferredPart = z.infer<typeof InferredPart>;

/** The rules that experiments found. */
export const InferredSummary = z.strictObject({
  /** The sure rules in one line; absent if there are none. */
  headline: z.string().optional(),
  parts: z.array(InferredPart),
  /** `media type (415), then JSON (400), then fields (422)`; absent if it was not found. */
  order: z.string().optional(),
  /** How values were read, from responses that repeat them; absent if none does. */
  echoed: z.array(z.string()).optional(),
  /** The document's declarations compared with the server's behaviour, keyword by keyword; absent without a document. */
  declared: z.array(DeclaredKeyword).optional(),
  /** Absent if no document was written. */
  contract: ContractSummary.optional(),
  requests: z.int(),
});
export type InferredSummary = z.infer<typeof InferredSummary>;
