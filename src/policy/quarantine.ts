import type { RunFold } from "../analyse/index.ts";
import type { Judgement, Policy } from "../model/index.ts";
import { counted } from "../text/index.ts";
import { snapshotOf } from "./baseline.ts";
import { type JudgedRun, judged, policyRule } from "./judged-run.ts";
import { entryText } from "./learned.ts";
import { parseSelector } from "./match.ts";
import type { Source } from "./source-lines.ts";

type Entry = NonNullable<Policy["quarantine"]>[number];

/** After its last day a quarantine still holds so long, with a warning; then it fails. */
const GRACE_DAYS = 14;
const DAY_MS = 86_400_000;

/** What each quarantine leaves out, and whether its time is over: by the day on which the run began. */
export function judgeQuarantine(run: JudgedRun, source: Source | undefined): Judgement[] {
  const { policy, run: fold } = run.gate;
  const today = Date.parse((fold.header?.startedAt ?? "").slice(0, 10));
  return (policy.quarantine ?? []).map((entry, nth) => {
    const { cases, until, reason } = entry;
    const path = ["policy", "quarantine", nth];
    const give = judged(
      policyRule("policy", path, `${cases} is not judged: ${reason}`, run, source),
    );
    const { picks } = parseSelector(cases);
    const count = [...fold.cases.values()].filter((each) => picks(each.case)).length;
    const lastDay = Date.parse(until);
    const fails = new Date(lastDay + GRACE_DAYS * DAY_MS).toISOString().slice(0, 10);
    if (today <= lastDay) return give("skipped", `${counted(count, "case")} until ${until}`);
    if (today <= lastDay + GRACE_DAYS * DAY_MS)
      return give("warn", `it ended on ${until}, and fails after ${fails}`);
    return give("fail", `it ended on ${until}: remove it, or give it another day and reason`);
  });
}

/** At most so many cases are proposed: more are not a few that vary. */
const MOST_PROPOSED = 20;
const PROPOSED_DAYS = 30;

export function suggestQuarantine(runs: readonly [RunFold, ...RunFold[]]): Entry[] {
  const { cases } = snapshotOf(runs, undefined);
  const last = runs.at(-1)?.header?.startedAt ?? "";
  const until = new Date(Date.parse(last.slice(0, 10)) + PROPOSED_DAYS * DAY_MS);
  return Object.entries(cases)
    .filter(([, entry]) => typeof entry !== "string" && Object.keys(entry).length > 1)
    .slice(0, MOST_PROPOSED)
    .map(([id, entry]) => ({
      cases: id,
      reason: `varied in ${counted(runs.length, "run")}: ${entryText(entry)}`,
      until: until.toISOString().slice(0, 10),
    }));
}
