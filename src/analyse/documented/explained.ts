import { interfaceOf, statedFor } from "../../contract/index.ts";
import { isRequestAgainst, isRequestAllowed } from "../../generate/index.ts";
import { STATED_IDS, signatureWords } from "../../model/index.ts";
import type { CaseFold, RunFold } from "../run-fold.ts";
import { saysAbsent } from "../stability.ts";
import { isKnownValid, lacksCredentials } from "./documented-fold.ts";

/**
 * Whether the document says that a case gets such a response: a stated success for a request that is valid (or what the
 * stated request gets, if that is stated), a stated 4xx for one that breaks what it states. False without a document, and for a
 * response that it does not state.
 */
export function isExplained(run: RunFold, fold: CaseFold, signature: string): boolean {
  const { documented } = run;
  if (documented === undefined) return false;
  const { from } = documented;
  const isStated = (statuses: RegExp): boolean =>
    signatureWords(signature).every(
      (word) => statuses.test(word) && statedFor(from.responses ?? [], word) !== undefined,
    );
  const { request } = fold.case;
  if (lacksCredentials(from)) return false;
  // Where nothing can succeed (no item has the id), valid requests get another stated status.
  const isAsStated = run.cases.get(STATED_IDS.client)?.signatures[0] === signature;
  const isValid =
    isKnownValid(fold.case, from) || (from.loose === undefined && isRequestAllowed(request, from));
  return (
    (isStated(isAsStated ? /^\d+$/ : /^[123]\d\d$/) && isValid) ||
    (isStated(/^4\d\d$/) && isRequestAgainst(request, from))
  );
}

/** Cases that send other values in the path. */
const OF_PATHS = /^(?:valid\/|field-path-|explore\/path-)/;

/**
 * Whether a response says that the resource of the path does not exist, where the case names another one than the stated request
 * or deletions come before it: no value is refused, and no limit met.
 */
export function isAbsence({ header, cases }: RunFold, id: string, signature: string): boolean {
  const { method, path } = interfaceOf(header ?? {});
  if (!path.includes("{") || !saysAbsent(signature)) return false;
  const stated = cases.get(STATED_IDS.client)?.signatures ?? [];
  const isFound = stated.some((each) => !saysAbsent(each));
  return isFound && (method === "DELETE" || OF_PATHS.test(id));
}
