import { summarise, againstFigures, randomText } from "../analyse/index.ts";
import { WitnessError } from "../errors.ts";
import type { GateLevel, GateResult, Judgement, LoadCheck, Summary } from "../model/index.ts";
import { inconclusiveAs, suiteOf } from "../model/index.ts";
import { VERSION } from "../version.ts";
import { byWeight, gateCauses, withFewBreaches } from "./gate-causes.ts";
import { type GivenBaseline, judgeBaseline } from "./judge-baseline.ts";
import { judgeBehaviour } from "./judge-behaviour.ts";
import { judgeBoundaries } from "./judge-boundaries.ts";
import { judgeQuarantine } from "./quarantine.ts";
import { type GateRun, type JudgedRun, judged, NO_PATH, type Rule } from "./judged-run.ts";
import { pathText } from "./problem.ts";
import { warnIfBefore, judgeStated, documentNotes, judgeExpect } from "./judge-record.ts";
import { judgeRecord, recordNotes, timeNotes } from "./judge-record.ts";
import { leakText, judgeThresholds } from "./judge-threshold.ts";
import type { Source } from "./source-lines.ts";
import { globTest, parseSelector } from "./match.ts";
import { againstText, byProcessorTime, excludesMuchSlower } from "../stats/index.ts";

export const GATE_SCHEMA_ID = "urn:api-witness:gate:1";

export type GateInput = {
  runs: readonly GateRun[];
  baseline?: GivenBaseline | undefined;
  source?: Source | undefined;
  /** The user's decision how doubt and failures are treated. */
  level?: GateLevel | undefined;
};

/** Judges stored runs by the stated clauses, the policy and a baseline. The same input gives the same result. */
export function judgeRuns({ runs, baseline, source, level }: GateInput): GateResult {
  const all = runs.map(withSummary);
  const judged = all.filter(({ reference }) => reference !== true);
  const held = baselineRun(judged, baseline);
  const rulings = judged.map((run) =>
    judgeRun(run, all, { source, baseline: run === held ? baseline : undefined }),
  );
  const records = all.flatMap(judgeRecord);
  const judgements = [...records, ...rulings.flatMap((ruling) => ruling.judgements)];
  const findings = rulings.flatMap((ruling) => ruling.findings);
  const verdict = gateVerdict(judgements.map((each) => each.verdict));
  return {
    $schema: GATE_SCHEMA_ID,
    schemaVersion: 1,
    tool: { name: "api-witness", version: VERSION },
    verdict,
    exitCode: gateExitCode(verdict, judgements, level),
    ...(level !== undefined && { level }),
    targets: judged.map(({ summary, folder }) => ({
      ...summary.target,
      run: folder,
      ...(summary.hint !== undefined && { hint: summary.hint }),
    })),
    judgements,
    causes: rulings.flatMap(({ causes }) => causes).toSorted(byWeight),
    ...(findings.length > 0 && { findings }),
    notes: [
      ...all.flatMap(recordNotes),
      ...all.flatMap(timeNotes),
      ...all.flatMap(documentNotes),
      ...rulings.flatMap(({ notes }) => notes),
    ],
  };
}

type Finding = NonNullable<GateResult["findings"]>[number];

type Criteria = Pick<GateInput, "source" | "baseline">;

function judgeRun(run: JudgedRun, all: readonly JudgedRun[], { source, baseline }: Criteria) {
  const others = all.filter((each) => each !== run);
  const own = baseline === undefined ? undefined : judgeBaseline(run, baseline);
  const stated = judgeStated(run);
  const errors = own?.judgements.find(({ rule }) => rule === "baseline.errors");
  const judgements = [
    baseline === undefined
      ? stated
      : warnIfBefore(stated, run, { ...baseline, isAtRandom: errors?.verdict === "pass" }),
    ...judgeExpect(run),
    ...judgeBehaviour(run, others, source),
    ...judgeBoundaries(run, source),
    ...judgeThresholds(run, others, baseline?.value, source),
    ...judgeAgainst(run),
    ...judgeQuarantine(run, source),
    ...(own?.judgements ?? []),
  ].map((each) => heedEnd(run, each));
  const causes = gateCauses(run, judgements, own?.causes ?? []);
  return {
    judgements: judgements.map((each) => withFewBreaches(each, causes)),
    causes,
    findings: findingsOf(run, judgements),
    notes: [...randomNotes(run), ...partNotes(run), ...(own?.notes ?? [])],
  };
}

/** A gate that passes with errors at random says so. */
function randomNotes({ gate: { run }, summary: { target } }: JudgedRun): string[] {
  const text = randomText(run.lost);
  return text === undefined ? [] : [`${target.name}: ${text}`];
}

const partNotes = ({ part, summary: { target } }: JudgedRun): string[] =>
  part === undefined ? [] : [`${target.name}: ${part.unsent}`];

/** What fails no rule: growing memory, and errors and races that no rule forbids. A baseline knows those of before. */
function findingsOf(run: JudgedRun, own: readonly Judgement[]): Finding[] {
  const { growths = [], conclusions, target } = run.summary;
  const leak = leakText(run);
  const isCompared = own.some(({ kind }) => kind === "baseline");
  const broken = new Set(own.flatMap(({ breaches }) => breaches.map((breach) => breach.case)));
  const unruled = conclusions.filter(
    ({ kind, case: id }) =>
      (kind === "errors" || kind === "race") && (id === undefined || !broken.has(id)),
  );
  return [
    ...growths.map(({ case: id, text }) => ({ case: id, text })),
    ...(leak === undefined ? [] : [{ text: leak }]),
    ...(isCompared ? [] : unruled).map(({ case: id, text }) => ({
      ...(id !== undefined && { case: id }),
      text: `no rule forbids this: ${text.replace(/\.$/, "")}`,
    })),
  ].map((each) => ({ target: target.name, ...each }));
}

/** The summary of a run; of an operation of a whole document, with its name in place of the target's. */
export function judgedSummary({ gate, operation }: GateRun): Summary | undefined {
  const summary = summarise(gate.run);
  if (summary === undefined || operation === undefined) return summary;
  return { ...summary, target: { ...summary.target, name: operation } };
}

function withSummary(run: GateRun): JudgedRun {
  const summary = judgedSummary(run);
  if (summary !== undefined) return { ...run, summary };
  const why = "has no readable header: the run cannot be read";
  throw new WitnessError("run-folder", `${run.folder} ${why}`);
}

function baselineRun(
  runs: readonly JudgedRun[],
  baseline: GivenBaseline | undefined,
): JudgedRun | undefined {
  if (baseline === undefined) return undefined;
  const { target } = baseline.value;
  const own = runs.find(({ summary }) => summary.target.name === target);
  if (own !== undefined) return own;
  if (runs.length === 1) return runs[0];
  const names = runs.map(({ summary }) => summary.target.name).join(", ");
  const text = `${baseline.path ?? NO_PATH} is of ${target}, but no run is of that target`;
  throw new WitnessError("baseline-target", text, { hint: `the runs are of ${names}` });
}

/** Downgrades a pass on an incomplete run: it may not be true for the rest. */
function heedEnd(run: JudgedRun, judgement: Judgement): Judgement {
  const { summary } = run;
  if (summary.complete) return judgement;
  const { record, end } = summary;
  if (end === "out-of-time" && record?.state !== "damaged")
    return downgradeIfTimedOut(run, judgement);
  if (judgement.verdict !== "pass") return judgement;
  const but =
    record?.state === "damaged" ? "the record is damaged" : `the run is not complete (${end})`;
  const found = `${judgement.found}, but ${but}`;
  return { ...judgement, verdict: "inconclusive", found };
}

const ORDER = ["fail", "error", "inconclusive", "pass"] as const;

/** The verdict of a gate from its judgements: failures come first. A gate without any judgement has judged nothing. */
export const gateVerdict = (verdicts: readonly Judgement["verdict"][]): GateResult["verdict"] =>
  ORDER.find((verdict) => verdicts.includes(verdict)) ??
  (verdicts.includes("warn") ? "pass" : "error");

const EXIT_CODES: Record<GateResult["verdict"], number> = {
  pass: 0,
  fail: 1,
  error: 2,
  inconclusive: 4,
};

/** `inconclusive` is what insufficient evidence counts as, `strict` fails what is in doubt, `warn` passes what failed. A 2 stays. */
export function gateExitCode(
  verdict: GateResult["verdict"],
  judgements: readonly Pick<Judgement, "kind" | "verdict">[],
  level: GateLevel = {},
): number {
  const { strict, warn } = level;
  const inconclusive = inconclusiveAs(level);
  // An unreliable record is not insufficient evidence that a user may ignore.
  const isReliable = !judgements.some(({ kind }) => kind === "record");
  const isTreated = verdict === "inconclusive" && (isReliable || inconclusive === "fail");
  const treated = isTreated ? (inconclusive ?? (warn === true ? "pass" : verdict)) : verdict;
  const isDoubtful = strict === true && judgements.some((each) => each.verdict === "warn");
  const code = EXIT_CODES[treated === "pass" && isDoubtful ? "fail" : treated];
  return code === EXIT_CODES.fail && warn === true ? EXIT_CODES.pass : code;
}

const WHY = "--max-time was over";

/** Inconclusive if evidence was not sent in time. A failure stays, and so does what has all of its evidence. */
function downgradeIfTimedOut(run: JudgedRun, judgement: Judgement): Judgement {
  const { verdict, found, kind } = judgement;
  if (verdict === "fail" || verdict === "warn" || verdict === "skipped") return judgement;
  const lost = lostSuites(run, judgement);
  // Without time there was no round and no walk: that is no mistake of the rule.
  const isUnmeasured = verdict === "error" && (kind === "threshold" || isBoundary(judgement));
  if (lost.length === 0 && !isUnmeasured) return judgement;
  const what = lost.length === 0 ? "not measured" : `not all of ${lost.join(", ")} was sent`;
  return { ...judgement, verdict: "inconclusive", found: `${found}, but ${what}: ${WHY}` };
}

const isBoundary = ({ rule }: Judgement): boolean => rule.startsWith("policy.boundaries");

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

/**
 * Judges a run that was loaded in turn with an older build (`--against`). A slower build fails whatever the doubts about
 * its figures: the same generator got more from the other build in the same seconds. Where the generator has limited both, the
 * processor time for a response decides, and without it nothing does.
 */
function judgeAgainst(run: JudgedRun): Judgement[] {
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
  const measured = againstFigures(load, plan.rounds);
  if (measured === undefined) return [give("inconclusive", `not measured: ${whyNone(run)}`)];
  const doubt = run.summary.load?.pooled?.checks.find(({ name, held }) => !held && hides(name));
  const isHidden = doubt !== undefined && measured.verdict !== "slower";
  const figures = isHidden ? byProcessorTime(measured) : measured;
  const found = `${againstText(figures)}${isHidden ? `, ${doubt.text}` : ""}`;
  if (figures.verdict === "slower") {
    const observed = found.split(";")[0] ?? found;
    const expected =
      figures.decidedBy === "cpu"
        ? "at most 1.05 of its processor time"
        : "at least 0.95 of its goodput";
    return [give("fail", found, [{ expected, observed }])];
  }
  // By the processor time alone, too.
  const isBounded =
    (!isHidden || figures.cpu !== undefined) &&
    excludesMuchSlower(isHidden ? { ...figures, ...figures.cpu } : figures);
  if (figures.verdict === "undecided" && !isBounded) {
    const hint =
      isHidden && figures.cpu === undefined ? "" : "; a longer --against-time may decide";
    return [give("inconclusive", `${found}${hint}`)];
  }
  return [
    give(
      "pass",
      isBounded ? `${found}; a slowdown by 20% is excluded, a smaller one is not` : found,
    ),
  ];
}

/** Whether a failed check may hide that one of two builds is slower: what is about single rounds is about both. */
const hides = (name: LoadCheck["name"]): boolean => name === "generator" || name === "conservation";

const whyNone = ({ summary: { notes } }: JudgedRun): string =>
  notes.findLast(({ kind }) => kind === "load")?.text ?? "no round got a response from both builds";
