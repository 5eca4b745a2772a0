import type { Depth } from "./comparison-depth.ts";
import { classOf } from "./signature.ts";

/** The outcome of a signature at this depth: `2xx` or `not 2xx`, `4xx` or `no response`, or the signature itself. */
export function outcomeAt(signature: string, depth: Depth): string {
  if (depth === "exact") return signature;
  const found = classOf(signature);
  if (depth === "accepted") return found === "2xx" ? "2xx" : "not 2xx";
  return found === "noAnswer" ? "no response" : found;
}
