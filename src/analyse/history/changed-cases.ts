import type { Changes, Summary } from "../../model/index.ts";

type CaseSummary = Summary["cases"][number];

/** Cases of two runs: those that got different responses, and those that only one of them sent. */
export function changedCases(
  before: readonly CaseSummary[],
  after: readonly CaseSummary[],
): Pick<Changes, "compared" | "changed" | "added" | "missing"> {
  const then = new Map(before.map((each) => [each.id, each]));
  const both = after.flatMap((now) => {
    const old = then.get(now.id);
    return old === undefined ? [] : [{ old, now }];
  });
  const changed = both
    .filter(({ old, now }) => isChanged(old, now))
    .map(({ old, now }) => ({
      case: now.id,
      before: signaturesText(old),
      after: signaturesText(now),
    }));
  return {
    compared: both.length,
    changed,
    added: after.length - both.length,
    missing: before.length - both.length,
  };
}

/** A case sent once shows one of its responses: it counts as changed only if that one is new. */
function isChanged(old: CaseSummary, now: CaseSummary): boolean {
  const [one, other] = [Object.keys(old.outcomes), Object.keys(now.outcomes)];
  const shared = one.filter((signature) => other.includes(signature)).length;
  if (old.stability === "once" || now.stability === "once") return shared === 0;
  if ((old.stability === "unstable") !== (now.stability === "unstable")) return true;
  if (old.stability === "unstable") return false;
  return shared < Math.max(one.length, other.length);
}

function signaturesText({ outcomes, stability }: CaseSummary): string {
  const text = Object.keys(outcomes).join(" / ");
  return stability === "unstable" ? `${text} (unstable)` : text;
}
