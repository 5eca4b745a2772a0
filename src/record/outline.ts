import { z } from "zod";
import { ConnectionEnd, Outcome } from "../model/observation.ts";

const WithResponse = z.object({
  outcome: z.literal("answered"),
  status: z.int(),
  response: z.object({
    headers: z.array(z.array(z.string())),
    body: z.object({ bytes: z.int(), sha256: z.string() }),
  }),
});

const WithoutResponse = z.object({
  outcome: Outcome.exclude(["answered"]),
  phase: z.string(),
  detail: z.string(),
});

const Observation = z.object({
  type: z.literal("observation"),
  seq: z.int(),
  case: z.string(),
  attempt: z.int(),
  fresh: z.int(),
  answers: z.array(z.discriminatedUnion("outcome", [WithResponse, WithoutResponse])).min(1),
  end: ConnectionEnd,
});

const GeneratedCase = z.object({
  type: z.literal("case"),
  case: z.object({
    id: z.string(),
    reason: z.string(),
    clauses: z.array(z.string()),
    request: z.discriminatedUnion("sender", [
      z.object({ sender: z.literal("client"), body: z.array(z.unknown()) }),
      z.object({ sender: z.literal("wire"), steps: z.array(z.unknown()) }),
    ]),
    generated: z.object({ property: z.string(), seed: z.int(), path: z.string() }),
  }),
});

/**
 * Checks only the members that reports use, for records of which there may be millions: a full
 * check takes three times as long. Records that do not match are checked in full, to name the
 * damage.
 */
export const Outline = z.discriminatedUnion("type", [Observation, GeneratedCase]);
