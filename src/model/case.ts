import { z } from "zod";
import { CaseRequest } from "./request.ts";

/** `<suite>/<name>`: lower case, digits, dots, dashes; `#` numbers generated cases. */
const CaseId = z
  .string()
  .regex(/^[a-z0-9-]+\/[^\s/][^\s]*$/, "an id looks like suite/case, without spaces");

/** A place on an ordered ladder of cases: `at` is its number (exact decimal text), `unit` what it counts. */
const Rung = z.strictObject({
  axis: z.string(),
  at: z.string().regex(/^-?\d+(\.\d+)?$/),
  unit: z.string().optional(),
});

/** One request (or sequence of steps on raw connections) as plain data. */
export const Case = z.strictObject({
  id: CaseId,
  /** One line: how this request differs. */
  reason: z.string().min(1),
  /** Ids of the specification's clauses that it probes. */
  clauses: z.array(z.string()).min(1),
  request: CaseRequest,
  /**
   * A valid request of the interface: only such cases may decide the specification's verdict. Derived from the request
   * (`generate/valid-request.ts`); a user's suite may claim it of others.
   */
  valid: z.literal(true).optional(),
  /** Sent while no other case is in flight. */
  alone: z.literal(true).optional(),
  /** Why it can exhaust the target, if the request's bytes do not show it (`generate/hazard.ts`). */
  hazard: z.string().min(1).optional(),
  /**
   * True: the identity is sent twice on purpose, and the second response is to a value that the target has seen. "may": it is
   * a part of what the case changes, so that a server may read that of another request.
   */
  sameIdentity: z.union([z.literal(true), z.literal("may")]).optional(),
  /** Cases that are variations of one thing, within the suite. */
  family: z.string().optional(),
  rung: Rung.optional(),
  /** The origin of a generated case: fast-check's seed and path reproduce the case. */
  generated: z.strictObject({ property: z.string(), seed: z.int(), path: z.string() }).optional(),
});
export type Case = z.infer<typeof Case>;

/** The suite in the id of a case: everything before the first slash. */
export const suiteOf = (id: string): string => id.slice(0, id.indexOf("/"));

/** Ids of the stated request by each sender: sent in every run, to ask whether the target responds. */
export const STATED_IDS = { client: "valid/plain", raw: "valid/plain-on-the-wire" } as const;

/** Whether a case is the stated request as it stands. */
export const isStated = (id: string): boolean => id === STATED_IDS.client || id === STATED_IDS.raw;
