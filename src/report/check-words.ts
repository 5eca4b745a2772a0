import type { CheckFinding } from "../model/index.ts";
import { counted } from "../text/index.ts";

/** A finding of a check without its name: the operation, what was found, and how often. */
export const findingText = ({ check, operation, found, count }: CheckFinding): string =>
  `${operation}: ${found}${count > 1 ? ` (${counted(count, check === "valid input refused" ? "case" : "response")})` : ""}`;

/** What a mark means: only what the document states is part of the verdict. */
export const CHECKS_EXPLAINED =
  "✗ is stated by the document, and part of the verdict. Everything else is observed: it fails nothing.";

/** `✗` for what the document states. */
export const findingMark = ({ source }: CheckFinding): string => (source === "stated" ? "✗" : "·");
