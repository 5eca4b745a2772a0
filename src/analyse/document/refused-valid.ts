import { interfaceOf } from "../../contract/index.ts";
import { valuesIn } from "../../generate/index.ts";
import { classOf, isStated, signatureWords } from "../../model/index.ts";
import { groupBy } from "../../stats/index.ts";
import type { CaseFold, RunFold } from "../run-fold.ts";
import { reasonIn } from "../response-message.ts";
import { judgedSignatures } from "../stability.ts";
import { commonPart } from "./common-part.ts";
import { byDifferences, differencesOf, type Found } from "./server-errors.ts";

/** Refusals that are about what is stored, about the size of a message, or about how many there are. */
export const ABOUT_MORE: ReadonlySet<string> = new Set(
  "401 403 404 408 409 410 413 414 429 431".split(" "),
);

export const areSuccesses = (signatures: readonly string[]): boolean =>
  signatures.length > 0 && signatures.every((each) => classOf(each) === "2xx");

/** Of more reasons, each probably has a value of its request in it: they do not group cases. */
const MOST_REASONS = 3;

/** Fewer requests that differ in one value have another one in common by chance. */
const LEAST_OF_TWO = 4;

/** Certainly valid requests that were always refused, though others are accepted; by the server's reason. */
export const refusedValid = (run: RunFold): Found[] =>
  refusedGroups(run).map(({ group, common }) => {
    const [first] = group;
    const found = common === undefined ? reasonsInWords(group) : `${wordsOf(first)} for: ${common}`;
    return { found, count: group.length, case: first.case.id };
  });

/** What the server says to one of several reasons, it need not say to the others. */
function reasonsInWords(group: Group): string {
  const by = groupBy(reasonsOf(group), wordsOf);
  return [...by]
    .map(([words, of]) => `${words} for: ${of.map((each) => each.case.reason).join("; or: ")}`)
    .join("; ");
}

/**
 * What all refused valid requests have in common and no accepted one has. Undefined if that is not known, or if the first group by the
 * server's reason is not all `count` of them.
 */
export function refusedInCommon(run: RunFold, count: number): string | undefined {
  const [first] = refusedGroups(run);
  return first?.group.length === count ? first.common : undefined;
}

type Group = readonly [CaseFold, ...CaseFold[]];

function refusedGroups(run: RunFold): { group: Group; common: string | undefined }[] {
  const from = interfaceOf(run.header ?? {});
  const valid = [...run.cases.values()].filter((fold) => fold.case.valid === true);
  const accepted = valid.filter((fold) => areSuccesses(judgedSignatures(fold)));
  // What repeats a value that has to be unique is not refused for what it is.
  const again = run.documented?.refusedAgain;
  const refused = valid
    .filter((fold) => isRefused(fold) && !judgedSignatures(fold).every((each) => each === again))
    .toSorted(byDifferences);
  if (accepted.length === 0) return [];
  const byReason = groupBy(refused, wordsOf);
  const by = byReason.size > MOST_REASONS ? groupBy(refused, () => "") : byReason;
  // A resource that is made for each request has another value each time, which the record does not keep.
  const isMade = (name: string): boolean => from.givenPath?.includes(name) === true;
  const values = ({ case: { request } }: CaseFold) => {
    const found = valuesIn(request, from);
    return found === undefined ? [] : new Map([...found].filter(([name]) => !isMade(name)));
  };
  const others = accepted.flatMap(values);
  return [...by.values()].map((group) => {
    const reason = group[0].case.reason;
    const isFew = group.length < LEAST_OF_TWO && differencesOf(reason).length === 1;
    const common =
      group.length > 1 ? commonPart(group.flatMap(values), others, isFew ? 1 : 2) : undefined;
    return { group, common: common && `${common}, as in no accepted case` };
  });
}

function isRefused(fold: CaseFold): boolean {
  const signatures = judgedSignatures(fold);
  return (
    fold.case.sameIdentity === undefined &&
    signatures.length > 0 &&
    signatures.every(
      (each) =>
        classOf(each) === "4xx" && !signatureWords(each).some((word) => ABOUT_MORE.has(word)),
    )
  );
}

/** The status and the server's reason: `422 "name must not begin with a digit"`. */
function wordsOf({ signatures, first }: CaseFold): string {
  const [observed] = first.values();
  const said = observed && reasonIn(observed);
  return `${signatures[0]}${said === undefined ? "" : ` "${said}"`}`;
}

/** In what some of them differ from the stated request: one where several values make the difference. */
function reasonsOf([first, ...others]: Group): CaseFold[] {
  // What one differs in explains a request that differs in it, too; the stated request, every other one.
  const found = [first];
  const reasons = new Set([first.case.reason]);
  if (isStated(first.case.id) || differencesOf(first.case.reason).length > 1) return found;
  for (const other of others) {
    const { reason } = other.case;
    if (differencesOf(reason).some((difference) => reasons.has(difference))) continue;
    reasons.add(reason);
    found.push(other);
  }
  return found.filter((each) => differencesOf(each.case.reason).length === 1).slice(0, 3);
}
