import { statedFor } from "../../contract/index.ts";
import { isRequestAgainst, isRequestAllowed } from "../../generate/index.ts";
import { signatureWords } from "../../model/index.ts";
import type { CaseFold, RunFold } from "../run-fold.ts";
import { isKnownValid, lacksCredentials } from "./documented-fold.ts";

/**
 * Whether the document says that a case gets such a response: a stated success for a request that is valid, a stated 4xx for
 * one that breaks what it states. False where there is no document, and for what it leaves open.
 */
export function isExplained({ documented }: RunFold, fold: CaseFold, signature: string): boolean {
  if (documented === undefined) return false;
  const { from } = documented;
  const isStated = (statuses: RegExp): boolean =>
    signatureWords(signature).every(
      (word) => statuses.test(word) && statedFor(from.responses ?? [], word) !== undefined,
    );
  const { request } = fold.case;
  if (lacksCredentials(from)) return false;
  if (isStated(/^[123]\d\d$/))
    return (
      isKnownValid(fold.case, from) || (from.loose !== true && isRequestAllowed(request, from))
    );
  return isStated(/^4\d\d$/) && isRequestAgainst(request, from);
}
