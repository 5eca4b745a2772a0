import { interfaceOf } from "../../contract/index.ts";
import { type AcceptedRequests, classOf } from "../../model/index.ts";
import { isKnownValid } from "../documented/documented-fold.ts";
import type { NamedRun, Shared } from "./share-cases.ts";

const FAILED = new Set(["4xx", "5xx", "other", "noAnswer"]);

/**
 * The compared valid requests that the first target accepts (2xx), and which of them each of the others does not: it
 * responds with 4xx or 5xx, or not at all.
 */
export function acceptedOf(
  [first, ...others]: readonly NamedRun[],
  { compared }: Shared,
): AcceptedRequests {
  const from = interfaceOf(first?.header ?? {});
  const accepted = compared.filter(
    ({ id, valid, signatures }) =>
      isKnownValid({ id, ...(valid && { valid }) }, from) && classOf(signatures[0] ?? "") === "2xx",
  );
  return {
    accepted: accepted.length,
    failing: others.map((_, at) =>
      accepted.flatMap(({ id, reason, signatures }) => {
        const [before = "", now = ""] = [signatures[0], signatures[at + 1]];
        return FAILED.has(classOf(now)) ? [{ case: id, reason, before, now }] : [];
      }),
    ),
  };
}
