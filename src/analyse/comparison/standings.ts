import type { ComparedTarget, MigrationCause, Share, AcceptedRequests } from "../../model/index.ts";
import { outcomeAt, suiteOf, classOf } from "../../model/index.ts";
import { groupBy } from "../../stats/index.ts";
import { nameGroup } from "./name-group.ts";
import type { MemberCase } from "./depth-views.ts";
import type { SharedCase, NamedRun, Shared } from "./share-cases.ts";
import { interfaceOf } from "../../contract/index.ts";
import { isKnownValid } from "../documented/documented-fold.ts";

/** The figures of each target's row: what it accepts, and how often it responds as most targets do. */
export function standingsOf(
  compared: readonly SharedCase[],
  runs: number,
): (target: number) => Pick<ComparedTarget, "accepted" | "usual"> {
  const valid = compared.filter((each) => each.valid);
  const malformed = compared.filter((each) => !each.valid && each.malformed());
  const usual = compared.flatMap(({ signatures }) => {
    const classes = signatures.map((each) => outcomeAt(each, "class"));
    const most = classes.find(
      (one) => classes.filter((other) => other === one).length * 2 > classes.length,
    );
    return most === undefined ? [] : [classes.map((each) => each === most)];
  });
  return (target) => {
    const agreed = usual.filter((each) => each[target] === true).length;
    return {
      accepted: { valid: acceptedBy(valid, target), malformed: acceptedBy(malformed, target) },
      ...(runs > 2 && { usual: { cases: agreed, of: usual.length } }),
    };
  };
}

const isAccepted = (signature: string): boolean => outcomeAt(signature, "class") === "2xx";

const acceptedBy = (cases: readonly SharedCase[], target: number): Share => ({
  cases: cases.filter(({ signatures }) => isAccepted(signatures[target] ?? "")).length,
  of: cases.length,
});

const RISKS: readonly MigrationCause["risk"][] = ["breaks", "errors", "refuses", "accepts"];

/** What changes for a client that moves from the first of two targets to the second: what hurts most comes first. */
export function migrationOf(
  compared: readonly SharedCase[],
  caseOf: (id: string) => MemberCase,
): MigrationCause[] {
  const changed = compared.flatMap((each) => {
    const [before, after] = each.signatures.map((word) => outcomeAt(word, "class"));
    const risk = riskOf(each.valid, before, after);
    return risk === undefined ? [] : [{ each, risk, before: before ?? "", after: after ?? "" }];
  });
  const causes = groupBy(changed, ({ each, risk, before, after }) =>
    JSON.stringify([risk, suiteOf(each.id), before, after]),
  );
  return [...causes.values()]
    .flatMap((cases): MigrationCause[] => {
      const [lead] = cases.toSorted((a, b) => caseOf(a.each.id).rank - caseOf(b.each.id).rank);
      if (lead === undefined) return [];
      const { id, reason } = lead.each;
      const { risk, before, after } = lead;
      const named = nameGroup(
        cases.map(({ each }) => caseOf(each.id)),
        reason,
      );
      return [{ risk, suite: suiteOf(id), ...named, case: id, cases: cases.length, before, after }];
    })
    .toSorted(
      (a, b) =>
        RISKS.indexOf(a.risk) - RISKS.indexOf(b.risk) ||
        severity(b.after) - severity(a.after) ||
        b.cases - a.cases,
    );
}

function riskOf(
  valid: boolean,
  before: string | undefined,
  after: string | undefined,
): MigrationCause["risk"] | undefined {
  if (before === undefined || after === undefined || before === after) return undefined;
  if (before === "2xx" && valid) return "breaks";
  if (severity(after) > severity(before)) return "errors";
  if (before === "2xx") return "refuses";
  return after === "2xx" ? "accepts" : undefined;
}

/** No response is worse than a server error, and that is worse than a refusal. */
const severity = (outcome: string): number =>
  outcome === "no response" ? 2 : outcome === "5xx" ? 1 : 0;

const FAILED = new Set(["refusal", "4xx", "5xx", "other", "noAnswer"]);

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
