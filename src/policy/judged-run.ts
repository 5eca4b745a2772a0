import { pathText } from "./problem.ts";
import { shellWord, suggestion, typedCommand } from "../text/index.ts";
import type { Breach, Judgement, Summary } from "../model/index.ts";
import type { GateFold } from "./gate-fold.ts";
import type { Source } from "./source-lines.ts";

/** A part of a catalogue: the selectors that match something in the whole one, and what was not sent, in words. */
export type CataloguePart = { matching: ReadonlySet<string>; unsent: string };

export type GateRun = {
  gate: GateFold;
  folder: string;
  part?: CataloguePart;
  /** The operation that it is of, in a whole document: its judgements have this name instead of the target's. */
  operation?: string;
  /** Only for comparison: no rule is judged on it. */
  reference?: true;
};

export type JudgedRun = GateRun & { summary: Summary };

export const replayLine = ({ folder }: Pick<GateRun, "folder">, id: string): string =>
  typedCommand(`replay ${shellWord(folder)} ${shellWord(id)}`);

/** What breaks a rule: with the case that shows it, if there is one, and the command that sends it again. */
export const breachBy = (
  run: Pick<GateRun, "folder">,
  id: string | undefined,
  expected: string,
  observed: string,
): Breach => ({
  ...(id !== undefined && { case: id }),
  expected,
  observed,
  ...(id !== undefined && { replay: replayLine(run, id) }),
});

export type Rule = Pick<
  Judgement,
  "rule" | "text" | "selects" | "expects" | "kind" | "target" | "source" | "file" | "line"
>;

export type Ruled = Pick<Judgement, "verdict" | "found" | "breaches">;

/** `figure`: the measurement, without the sentence around it. */
export type Measuring = Ruled & { figure?: string };

export const ruled = (
  verdict: Judgement["verdict"],
  found: string,
  breaches: Breach[] = [],
): Ruled => ({ verdict, found, breaches });

export const judged =
  (rule: Rule) =>
  (...given: Parameters<typeof ruled>): Judgement => ({ ...rule, ...ruled(...given) });

/** Why a rule is not judged on this run; undefined if it is for runs of this profile. */
export function profileMismatch(onlyIn: "full" | undefined, { gate: { run } }: JudgedRun) {
  const { profile = "default" } = run.header?.options ?? {};
  return onlyIn === undefined || onlyIn === profile
    ? undefined
    : `only in runs with --profile ${onlyIn}`;
}

export const policyRule = (
  kind: "policy" | "threshold",
  path: readonly (string | number)[],
  text: string,
  { summary }: { summary: Pick<Summary, "target"> },
  source: Source | undefined,
): Rule => ({ rule: pathText(path), text, kind, target: summary.target.name, ...source?.at(path) });

export function noRunOf(name: string, others: readonly JudgedRun[]): string {
  const known = others.map(({ summary }) => summary.target.name);
  const hint = known.length === 0 ? "judge it together with this run" : suggestion(name, known);
  return `there is no run of ${name}: ${hint}`;
}

export const NO_PATH = "the baseline";

/** A judgement where there is something to judge. */
export const judgementsOf = (
  give: ReturnType<typeof baselineJudge>,
  rule: string,
  text: string,
  judged: Ruled | undefined,
): Judgement[] =>
  judged === undefined ? [] : [give(rule, text, judged.verdict, judged.found, judged.breaches)];

export type RulingParts = Parameters<typeof ruled>;

/** Says what a rule of a baseline found; `path` is the file of the baseline. */
export const baselineJudge =
  ({ summary }: JudgedRun, path: string | undefined) =>
  (rule: string, text: string, ...came: RulingParts): Judgement => ({
    rule,
    text,
    source: path ?? NO_PATH,
    ...(path !== undefined && { file: path }),
    kind: "baseline",
    target: summary.target.name,
    ...ruled(...came),
  });
