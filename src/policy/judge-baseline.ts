import { textsOf, counted, whole } from "../text/index.ts";
import {
  type Baseline,
  type Breach,
  type InterfaceName,
  type Judgement,
  isStated,
  suiteOf,
} from "../model/index.ts";
import { interfaceName } from "../contract/index.ts";
import type { RunFold } from "../analyse/index.ts";
import { keptStretches } from "./baseline.ts";
import { axisDrifts, caseDrifts, type Drift, type Drifts } from "./compare-baseline.ts";
import type { DriftCause } from "./difference.ts";
import { driftCauses, withCount } from "./drift-causes.ts";
import { type JudgedRun, replayLine } from "./judged-run.ts";

/** A baseline, and its file if there is one. */
export type GivenBaseline = { value: Baseline; path?: string };

/** The name of a baseline without a file. */
export const NO_PATH = "the baseline";

/** The result of a run's drift from a baseline, and the changes that fail nothing. */
export type BaselineRuling = {
  judgements: Judgement[];
  notes: string[];
  /** The causes of the drift of cases. */
  causes?: DriftCause[];
};

const NAMED_IN_NOTES = 5;
const FAILING: readonly Drift["kind"][] = ["changed", "vanished", "newly unstable"];

/** Compares a run with a baseline: changed, vanished or newly unstable entries fail, new ones are a note. */
export function judgeBaseline(run: JudgedRun, { value, path }: GivenBaseline): BaselineRuling {
  const give = telling(run, path);
  const other = otherCatalogue(value, run.gate.run);
  if (other !== undefined) {
    const judgement = give("baseline.catalogue", "the same catalogue", "error", other, []);
    return { judgements: [judgement], notes: [] };
  }
  const cases = caseDrifts(value, run.gate.run);
  const axes = axisDrifts(value, run.gate.run);
  const compared = `cases get the same ${comparedParts(value)} as before`;
  const ofCases = give("baseline.cases", compared, ...casesVerdict(run, cases));
  const moved = "boundaries have not moved";
  const causes = driftCauses(value, run.gate.run, failingOf(run, cases.drifts));
  const isOfAxes = Object.keys(value.boundaries).length > 0;
  return {
    judgements: [
      {
        ...ofCases,
        ...(causes.length > 0 && {
          causes: causes.map((cause) => ({ text: withCount(cause), cases: cause.cases })),
        }),
        unchanged: cases.same,
      },
      ...(isOfAxes ? [give("baseline.boundaries", moved, ...axesVerdict(run, axes, value))] : []),
    ],
    notes: [
      ...leftOutNotes(run, cases),
      ...notesOf(run, cases, "case"),
      ...notesOf(run, axes, "axis"),
      ...otherTarget(run, value),
    ],
    causes,
  };
}

type Came = [verdict: Judgement["verdict"], found: string, breaches: Breach[]];

const telling =
  ({ summary }: JudgedRun, path: string | undefined) =>
  (rule: string, text: string, ...[verdict, found, breaches]: Came): Judgement => ({
    rule,
    text,
    source: path ?? NO_PATH,
    ...(path !== undefined && { file: path }),
    kind: "baseline",
    target: summary.target.name,
    verdict,
    found,
    breaches,
  });

const isWhole = ({ summary, gate: { run } }: JudgedRun): boolean =>
  summary.complete && narrowedBy(run).length === 0;

/** Notes on the parts of a baseline that were not compared, because the run left them out on purpose. */
function leftOutNotes(run: JudgedRun, { drifts }: Drifts): string[] {
  const missing = drifts.filter(({ kind }) => kind === "vanished").length;
  const by = narrowedBy(run.gate.run);
  if (missing === 0 || by.length === 0) return [];
  return [
    `${run.summary.target.name}: ${counted(missing, "case")} of the baseline not sent, because of ${by.join(", ")}`,
  ];
}

const PART_WORDS = { status: "status", "content-type": "content type", shape: "body shape" };

/** The compared parts of each response, in words: `status, content type and body shape`. */
export function comparedParts({ compares = ["status"] }: Pick<Baseline, "compares">): string {
  const words = compares.map((part) => PART_WORDS[part]);
  return [words.slice(0, -1).join(", "), words.at(-1)].filter(Boolean).join(" and ");
}

function casesVerdict(run: JudgedRun, { same, drifts }: Drifts): Came {
  const failing = failingOf(run, drifts);
  const as = `${counted(same.length, "case")} as before`;
  if (failing.length === 0) return ["pass", as, []];
  const breaches = failing.map((drift) => caseBreach(run, drift));
  return ["fail", `${kindsText(failing)}; ${as}`, breaches];
}

/** Cases that an interrupted run did not reach, or that it was set to skip, have not vanished. */
const failingOf = (run: JudgedRun, drifts: readonly Drift[]): Drift[] =>
  drifts.filter(({ kind }) => FAILING.includes(kind) && (isWhole(run) || kind !== "vanished"));

function caseBreach(run: JudgedRun, { kind, name, before, now }: Drift): Breach {
  const observed = kind === "newly unstable" ? `${now} (newly unstable)` : now;
  if (kind === "vanished") return { case: name, expected: before, observed };
  return { case: name, expected: before, observed, replay: replayLine(run, name) };
}

/** An axis that this run did not explore completely does not show where its boundaries are now. */
function axesVerdict(run: JudgedRun, { same, drifts }: Drifts, baseline: Baseline): Came {
  const walked = run.gate.run.findings.filter((each) => each.kind === "axis");
  if (walked.length === 0 && narrowedBy(run.gate.run).length > 0)
    return ["skipped", `${notAsked(run)}: this run did not search for boundaries`, []];
  if (walked.length === 0)
    return ["error", "this run did not search for boundaries: use --explore or --axis", []];
  const changed = drifts.filter(({ kind }) => kind === "changed");
  const as = `${axesText(same.length)} as before`;
  if (changed.length > 0) {
    const found = `${axesText(changed.length)} changed${same.length === 0 ? "" : `; ${as}`}`;
    return ["fail", found, changed.map(({ name }) => axisBreach(run, name, baseline))];
  }
  const missing = drifts.filter(({ kind }) => kind === "vanished").map(({ name }) => name);
  if (missing.length > 0)
    return ["inconclusive", `not explored to the end: ${missing.join(", ")}`, []];
  return ["pass", as, []];
}

/** The breach of an axis: the first range that differs has moved; its evidence is the boundary there. */
function axisBreach(run: JudgedRun, name: string, { boundaries }: Baseline): Breach {
  const finding = run.gate.run.findings
    .filter((each) => each.kind === "axis")
    .find(({ axis }) => axis === name);
  const was = boundaries[name] ?? [];
  const is = finding === undefined ? [] : keptStretches(finding);
  const at = was.findIndex((text, index) => text !== is[index]?.text);
  const sides = finding?.boundaries.flatMap(({ near, far }) => [far, near]) ?? [];
  const evidence = sides.find((side) => side.at === is[at]?.from)?.case;
  return {
    ...(evidence !== undefined && { case: evidence }),
    expected: `${name}: ${at < 0 ? `${was.join(", ")}, and no more` : (was[at] ?? "")}`,
    observed: `${name}: ${at < 0 ? is.map(({ text }) => text).join(", ") : (is[at]?.text ?? "no more boundary there")}`,
    ...(evidence !== undefined && { replay: replayLine(run, evidence) }),
  };
}

const axesText = (count: number): string => counted(count, "axis", "axes");

function kindsText(drifts: readonly Drift[]): string {
  const parts = FAILING.flatMap((kind) => {
    const count = drifts.filter((each) => each.kind === kind).length;
    return count === 0 ? [] : [`${whole(count)} ${kind}`];
  });
  return parts.join(", ");
}

function notesOf(run: JudgedRun, { drifts }: Drifts, what: "case" | "axis"): string[] {
  return (["new", "stable now"] as const).flatMap((kind) => {
    const names = drifts.filter((each) => each.kind === kind).map(({ name }) => name);
    if (names.length === 0) return [];
    const more = names.length - NAMED_IN_NOTES;
    const shown = names.slice(0, NAMED_IN_NOTES).join(", ");
    const many = what === "axis" ? axesText(names.length) : counted(names.length, what);
    const text = `${many} ${kind === "new" ? "not in the baseline" : "no longer unstable"}`;
    return [
      `${run.summary.target.name}: ${text}: ${shown}${more > 0 ? ` and ${whole(more)} more` : ""}`,
    ];
  });
}

const otherTarget = ({ summary }: JudgedRun, { target }: Baseline): string[] =>
  target === summary.target.name
    ? []
    : [`the baseline was saved from ${target}, this run is of ${summary.target.name}`];

/**
 * Why a run cannot be compared with a baseline: it sent another part of the catalogue, or another catalogue. A
 * catalogue that has only grown, or lost few cases, can be compared.
 */
function otherCatalogue(baseline: Baseline, run: RunFold): string | undefined {
  const now = interfaceName(run.header ?? {});
  const stored = baseline.interface ?? interfaceName({});
  if (JSON.stringify(stored) !== JSON.stringify(now))
    return `the baseline is of another interface: ${nameOf(stored)} there, ${nameOf(now)} here`;
  if (run.header?.catalogue === baseline.catalogue) return undefined;
  const ids = Object.keys(baseline.cases);
  const shared = ids.filter((id) => run.cases.has(id)).length;
  const isNarrowed = narrowedBy(run).length > 0;
  if (isNarrowed ? !sharesOwn(baseline, run) : shared * 2 < ids.length)
    return `the baseline is of another catalogue: ${whole(ids.length)} cases there, ${whole(run.cases.size)} here, ${whole(shared)} in both; save one from this run, or run the whole catalogue`;
  if (isNarrowed) return undefined;
  const here = new Set([...run.cases.keys()].map(suiteOf));
  const missing = [...new Set(ids.map(suiteOf))].filter((suite) => !here.has(suite));
  if (missing.length === 0) return undefined;
  return `the baseline is of another catalogue: it has ${missing.length === 1 ? "the suite" : "the suites"} ${missing.join(", ")}, but this run sent none of its cases`;
}

/** Whether the baseline has a case that was selected for this run: the stated request is in every run. */
function sharesOwn(baseline: Baseline, run: RunFold): boolean {
  const own = [...run.cases.keys()].filter((id) => !isStated(id));
  const chosen = own.length === 0 ? [...run.cases.keys()] : own;
  return chosen.some((id) => baseline.cases[id] !== undefined);
}

const nameOf = ({ name, method, path }: InterfaceName): string => `${name} (${method} ${path})`;

/** Why a rule is not judged on a part of the catalogue. */
export const notAsked = ({ gate: { run } }: JudgedRun): string =>
  `not asked (${narrowedBy(run).join(", ")})`;

/** The options that left a part of the catalogue out of a run, as they are written on the command line. */
export function narrowedBy({ header }: Pick<RunFold, "header">): string[] {
  const options = header?.options;
  if (options === undefined) return [];
  const { only = [], grep, exclude = [], profile, cases, hazards, hazardsOnly } = options;
  return textsOf(
    only.length > 0 && `--suite ${only.join(",")}`,
    grep !== undefined && `--grep ${grep}`,
    exclude.length > 0 && `--exclude ${exclude.join(",")}`,
    profile === "safe" ? "--profile safe" : hazards === false && "--no-hazards",
    cases !== undefined && "--only-failed",
    hazardsOnly === true && "--hazards-only",
  );
}
