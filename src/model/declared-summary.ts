import { z } from "zod";

/** How a server's behaviour compares with the document's declaration. */
export const DeclaredVerdict = z.enum([
  "same",
  "wider",
  "narrower",
  "wider and narrower",
  "not decided",
]);
export type DeclaredVerdict = z.infer<typeof DeclaredVerdict>;

const Shown = z.strictObject({
  /** The value as sent. */
  by: z.string(),
  signature: z.string(),
  case: z.string(),
});

/** One keyword of the document, and how the server behaves instead or as well. Never a breach. */
export const DeclaredKeyword = z.strictObject({
  /** A field, `responses`, or a status. */
  part: z.string(),
  /** As JSON Schema and OpenAPI name it: `maximum`. */
  keyword: z.string(),
  declared: z.string(),
  implemented: z.string(),
  verdict: DeclaredVerdict,
  evidence: z.array(Shown),
  /** Values that only this keyword refuses: how often they were accepted and refused. */
  seen: z.strictObject({ accepted: z.int(), refused: z.int() }),
});
export type DeclaredKeyword = z.infer<typeof DeclaredKeyword>;
