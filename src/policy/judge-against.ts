import { againstFigures } from "../analyse/index.ts";
import type { Judgement, LoadCheck } from "../model/index.ts";
import { againstText } from "../stats/index.ts";
import { judged, type JudgedRun, type Rule } from "./judged-run.ts";

/**
 * Judges a run that was loaded in turn with an older build (`--against`). A slower build fails whatever the doubts about
 * its figures: the same generator got more from the other build in the same seconds. A build that is not slower passes
 * only if the generator has not limited both.
 */
export function judgeAgainst(run: JudgedRun): Judgement[] {
  const { header, load } = run.gate.run;
  const plan = header?.options.load;
  if (plan?.against === undefined) return [];
  const rule: Rule = {
    rule: "against",
    text: "not slower than the build of --against",
    kind: "threshold",
    target: run.summary.target.name,
  };
  const give = judged(rule);
  const figures = againstFigures(load, plan.rounds);
  if (figures === undefined) return [give("inconclusive", `not measured: ${whyNone(run)}`)];
  const found = againstText(figures);
  if (figures.verdict === "slower") {
    const observed = found.split(";")[0] ?? found;
    return [give("fail", found, [{ expected: "at least 0.95 of its goodput", observed }])];
  }
  if (figures.verdict === "undecided")
    return [give("inconclusive", `${found}; a longer --against-time may decide`)];
  const doubt = run.summary.load?.pooled?.checks.find(({ name, held }) => !held && hides(name));
  return [
    doubt === undefined ? give("pass", found) : give("inconclusive", `${found}, ${doubt.text}`),
  ];
}

/** Whether a failed check may hide that one of two builds is slower: what is about single rounds is about both. */
const hides = (name: LoadCheck["name"]): boolean => name === "generator" || name === "conservation";

/** Why there are no pairs, by the notes of the run. */
const whyNone = ({ summary: { notes } }: JudgedRun): string =>
  notes.findLast(({ kind }) => kind === "load")?.text ?? "no round got a response from both builds";
