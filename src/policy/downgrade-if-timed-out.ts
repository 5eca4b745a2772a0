import { suiteOf, type Judgement } from "../model/index.ts";
import { pathText, type JudgedRun } from "./judged-run.ts";
import { globTest, parseSelector } from "./selector.ts";

const WHY = "--max-time was over";

/**
 * The judgement of a rule on a run whose time was over: inconclusive if some of its evidence was not sent. A failure
 * stays, and so does a judgement whose evidence was sent completely.
 */
export function downgradeIfTimedOut(run: JudgedRun, judgement: Judgement): Judgement {
  const { verdict, found, kind } = judgement;
  if (verdict === "fail" || verdict === "skipped") return judgement;
  const lost = lostSuites(run, judgement);
  // Without time there was no round and no walk: that is no mistake of the rule.
  const isUnmeasured = verdict === "error" && (kind === "threshold" || isBoundary(judgement));
  if (lost.length === 0 && !isUnmeasured) return judgement;
  const what = lost.length === 0 ? "not measured" : `not all of ${lost.join(", ")} was sent`;
  return { ...judgement, verdict: "inconclusive", found: `${found}, but ${what}: ${WHY}` };
}

const isBoundary = ({ rule }: Judgement): boolean => rule.startsWith("policy.boundaries");

/** The suites with evidence for a rule that were not sent in whole. */
function lostSuites({ gate, summary }: JudgedRun, { kind, rule }: Judgement): string[] {
  const unsent = [...new Set(summary.notes.flatMap((note) => Object.keys(note.unsent ?? {})))];
  if (kind === "stated") return unsent.filter((suite) => suite === "valid");
  if (rule === "baseline.cases") return unsent;
  if (kind !== "policy") return [];
  const selector = Object.keys(gate.policy.behaviour ?? {}).find((text) =>
    rule.startsWith(`${pathText(["policy", "behaviour", text])}.`),
  );
  if (selector === undefined) return [];
  const { by, name } = parseSelector(selector);
  if (by === "suite" || by === "case") {
    const fits = globTest(by === "case" ? suiteOf(name) : name);
    return unsent.filter(fits);
  }
  return unsent;
}
