import { z } from "zod";

/** The checks of a whole document: those about what it states come first. */
export const CheckName = z.enum([
  "undocumented status",
  "undocumented media type",
  "response schema",
  "missing response header",
  "server error on valid input",
  "server error on input that may be valid",
  "server error on invalid input",
  "invalid input accepted",
  "valid input refused",
  "undocumented refusal",
  "parameter not required",
  "security ignored",
  "undocumented method answered",
  "used after delete",
  "not available after create",
  "list without it",
]);
export type CheckName = z.infer<typeof CheckName>;
