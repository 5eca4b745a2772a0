import type { Arbitrary } from "fast-check";
import { z } from "zod";
import { Case } from "./case.ts";
import type { CaseRequest } from "./request.ts";

/** An arbitrary that generates requests, with the clauses they probe. */
export type Property = {
  name: string;
  reason: string;
  clauses: string[];
  arbitrary: Arbitrary<CaseRequest>;
  /** True if every generated request is valid, or whether one is. */
  valid?: true | ((request: CaseRequest) => boolean) | undefined;
  /** Whether a server may read the identity of another request in a generated one. */
  mayShareIdentity?: ((request: CaseRequest) => boolean) | undefined;
};

export const Property: z.ZodType<Property> = z.strictObject({
  name: z.string().regex(/^[a-z0-9-]+$/, "lower case letters, digits and dashes"),
  reason: z.string().min(1),
  clauses: z.array(z.string()).min(1),
  arbitrary: z.custom<Arbitrary<CaseRequest>>(
    (value) => typeof (value as { generate?: unknown } | null)?.generate === "function",
    "a fast-check arbitrary",
  ),
  valid: z
    .union([
      z.literal(true),
      z.custom<(request: CaseRequest) => boolean>((value) => typeof value === "function"),
    ])
    .optional(),
  mayShareIdentity: z
    .custom<(request: CaseRequest) => boolean>((value) => typeof value === "function", "a function")
    .optional(),
});

/** A named list of cases and properties about one thing. */
export const Suite = z.strictObject({
  name: z.string().regex(/^[a-z0-9-]+$/, "lower case letters, digits and dashes"),
  about: z.string().min(1),
  cases: z.array(Case),
  properties: z.array(Property),
});
export type Suite = z.infer<typeof Suite>;
