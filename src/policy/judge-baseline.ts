import { counted, joinedWords, textsOf, whole, andMore } from "../text/index.ts";
import { narrowedBy, notAsked, otherCatalogue } from "./comparable.ts";
import type { Baseline, Breach, Judgement } from "../model/index.ts";
import { memorySpan, repeatedText } from "../analyse/index.ts";
import type { Drift, Drifts } from "./compare-baseline.ts";
import { placeNotes } from "./named-resources.ts";
import { axisDrifts, caseDrifts, repeatedCases } from "./compare-baseline.ts";
import type { Confirmation, Confirmations } from "./confirm-drift.ts";
import { confirmDrifts, GATES_FOR_A_FALSE_ALARM } from "./confirm-drift.ts";
import type { DriftCause } from "./difference.ts";
import { driftCauses, withCount } from "./drift-causes.ts";
import { axisChange, withAxes } from "./moved-axes.ts";
import { AT_RANDOM, judgeErrors } from "./judge-errors.ts";
import { errorWordsOf, isError } from "./random-errors.ts";
import { judgeMachine } from "./judge-machine.ts";
import { judgeMessages } from "./judge-messages.ts";
import { judgeAllowed } from "./judge-allowed.ts";
import { judgeReturned, judgeStateDrift } from "./judge-state.ts";
import { withMessages, withRace } from "./order-causes.ts";
import {
  breachBy,
  type RulingParts,
  type JudgedRun,
  type Ruled,
  baselineJudge,
  judgementsOf,
} from "./judged-run.ts";

export type GivenBaseline = { value: Baseline; path?: string };

export type BaselineRuling = { judgements: Judgement[]; notes: string[]; causes?: DriftCause[] };

const MOVED = "boundaries have not moved";
const SEQUENCES = "sequences of requests get the same responses";
const REMEMBERS = "the server remembers what it did before";
const COMES_BACK = "values come back as they did before";
const ALLOWS = "requests that were valid before still are";
const SAYS = "errors say what they said before";
const NAMED_IN_NOTES = 5;
const FAILING: readonly Drift["kind"][] = ["changed", "vanished", "newly unstable"];

/** Compares a run with a baseline: its responses, and what the document states. */
export function judgeBaseline(run: JudgedRun, given: GivenBaseline): BaselineRuling {
  const give = baselineJudge(run, given.path);
  const stated = judgeAllowed(given.value.stated, run.gate.run.header?.interface);
  const ruling = judgeResponses(run, given);
  const wider = stated?.wider.map((text) => `${run.summary.target.name}: ${text}`) ?? [];
  return {
    ...ruling,
    judgements: [...judgementsOf(give, "baseline.stated", ALLOWS, stated), ...ruling.judgements],
    notes: [...wider, ...ruling.notes],
  };
}

/** Changed, vanished or newly unstable entries fail, new ones are a note. */
function judgeResponses(run: JudgedRun, { value, path }: GivenBaseline): BaselineRuling {
  const give = baselineJudge(run, path);
  const other = otherCatalogue(value, run.gate.run);
  if (other !== undefined) {
    const judgement = give("baseline.catalogue", "the same catalogue", "error", other, []);
    return { judgements: [judgement], notes: [] };
  }
  const cases = caseDrifts(value, run.gate.run);
  const axes = axisDrifts(value, run.gate.run);
  const compared = `cases get the same ${comparedParts(value)} as before`;
  const confirmed = confirmedIn(value, run, cases);
  const errors = judgeErrors(value, run.gate.run);
  const sorted = withoutRandom(sortDrifts(run, cases.drifts, confirmed), errors, value);
  const ofCases = give("baseline.cases", compared, ...casesVerdict(run, cases, sorted));
  const ofFlaky = flakyVerdict(run, sorted);
  const drifts = sorted.failing.map(({ drift }) => drift);
  const state = judgeStateDrift(value, { ...run, memory: memorySpan(run.gate.run) }, drifts);
  const returned = judgeReturned(value, run, isWhole(run));
  const messages = judgeMessages(value, run);
  const ofDrifts = withRace(driftCauses(value, run.gate.run, drifts), state, sorted, value.state);
  const causes = withMessages([...ofDrifts, ...(returned?.causes ?? [])], messages?.causes);
  const isOfAxes = Object.keys(value.boundaries).length > 0;
  return {
    judgements: [
      { ...ofCases, ...causesOf(ofDrifts), unchanged: cases.same },
      ...(ofFlaky ? [give("baseline.flaky", "cases vary no more than before", ...ofFlaky)] : []),
      ...judgementsOf(give, "baseline.errors", AT_RANDOM, errors),
      ...judgementsOf(give, "baseline.state", REMEMBERS, state),
      ...judgementsOf(give, "baseline.returned", COMES_BACK, returned),
      ...judgementsOf(give, "baseline.messages", SAYS, messages),
      ...judgementsOf(give, "baseline.machine", SEQUENCES, judgeMachine(value, run)),
      ...(isOfAxes ? [give("baseline.boundaries", MOVED, ...axesVerdict(run, axes, value))] : []),
    ],
    notes: [
      ...confirmationNotes(value, run, { confirmed, sorted }),
      ...leftOutNotes(run, cases),
      ...repeatedNotes(run, value),
      ...placeNotes(value, run),
      ...notesOf(run, cases, "case"),
      ...notesOf(run, axes, "axis"),
      ...otherTarget(run, value),
    ],
    causes: withAxes(run.gate.run, axes.drifts, { baseline: value, causes }),
  };
}

const causesOf = (found: readonly DriftCause[]): Pick<Judgement, "causes"> =>
  found.length === 0
    ? {}
    : { causes: found.map((cause) => ({ text: withCount(cause), cases: cause.cases })) };

const isWhole = ({ summary, gate: { run } }: JudgedRun): boolean =>
  summary.complete && narrowedBy(run).length === 0;

/** Notes on the parts of a baseline that were not compared, because the run left them out on purpose. */
function leftOutNotes(run: JudgedRun, { drifts }: Drifts): string[] {
  const missing = drifts.filter(({ kind }) => kind === "vanished").length;
  const by = narrowedBy(run.gate.run);
  // What a part of the catalogue leaves out is in a note of its own.
  if (missing === 0 || by.length === 0 || run.part !== undefined) return [];
  return [
    `${run.summary.target.name}: ${counted(missing, "case")} of the baseline not sent, because of ${by.join(", ")}`,
  ];
}

/** A note on the cases of a baseline whose value the target had already. */
function repeatedNotes({ gate: { run }, summary }: JudgedRun, { cases }: Baseline): string[] {
  const count = repeatedCases(run).filter((id) => cases[id] !== undefined).length;
  return count === 0 ? [] : [`${summary.target.name}: ${repeatedText(count, run.unique)}`];
}

const PART_WORDS = {
  status: "status",
  "content-type": "content type",
  headers: "headers",
  shape: "body shape",
};

/** The compared parts of each response, in words: `status, content type and body shape`. */
export function comparedParts({ compares = ["status"] }: Pick<Baseline, "compares">): string {
  const words = compares.map((part) => PART_WORDS[part]);
  return joinedWords(words, "and");
}

/** What became of each difference when it was sent again; undefined for a run that sent none again. */
function confirmedIn(
  baseline: Baseline,
  { gate: { run } }: JudgedRun,
  { drifts }: Drifts,
): Confirmations | undefined {
  const isConfirmed = run.notes.some((note) => note.code === "sent-again");
  return isConfirmed ? confirmDrifts(baseline, run, drifts) : undefined;
}

type Sorted = Record<"failing" | "open" | "flaky" | "remembered", Judged[]>;
type Judged = { drift: Drift; confirmation: Confirmation | undefined };

const FAILS: readonly Confirmation["state"][] = ["changed", "like-others", "scattered"];

/** The differences by what they mean: without confirmation, each fails. */
function sortDrifts(
  run: JudgedRun,
  drifts: readonly Drift[],
  confirmed: Confirmations | undefined,
): Sorted {
  const all = failingOf(run, drifts).map((drift): Judged => ({
    drift,
    confirmation: confirmed?.of.get(drift.name),
  }));
  const having = (...states: Confirmation["state"][]): Judged[] =>
    all.filter(({ confirmation }) => confirmation && states.includes(confirmation.state));
  return {
    failing: all.filter(
      ({ confirmation }) => confirmation === undefined || FAILS.includes(confirmation.state),
    ),
    open: having("unfinished"),
    flaky: having("flaky"),
    remembered: having("remembered"),
  };
}

/** Without the errors that come at random as often as in the baseline: a case that got one has not changed. */
function withoutRandom(sorted: Sorted, judged: Ruled | undefined, before: Baseline): Sorted {
  const known = new Set(judged?.verdict === "pass" ? before.errorWords : []);
  const isKnown = (outcome: string): boolean =>
    isError(outcome) && errorWordsOf(outcome).every((word) => known.has(word));
  const isRandom = ({ drift: { news } }: Judged): boolean => news?.outcomes.every(isKnown) === true;
  return { ...sorted, flaky: sorted.flaky.filter((each) => !isRandom(each)) };
}

function casesVerdict(run: JudgedRun, { same }: Drifts, { failing, open }: Sorted): RulingParts {
  const as = `${counted(same.length, "case")} as before`;
  const doubted =
    open.length === 0
      ? ""
      : `difference in ${counted(open.length, "case")} not confirmed: not sent again often enough; `;
  if (failing.length > 0)
    return ["fail", `${kindsText(failing)}; ${doubted}${as}`, breachesOf(run, failing)];
  if (open.length > 0) return ["inconclusive", `${doubted}${as}`, breachesOf(run, open)];
  return ["pass", as, []];
}

/** The drifts that fail the gate: not those in quarantine, nor cases that the run did not reach, or was to skip. */
const failingOf = (run: JudgedRun, drifts: readonly Drift[]): Drift[] =>
  drifts.filter(({ kind, name }) => {
    const sent = run.gate.run.cases.get(name)?.case;
    if (sent !== undefined && run.gate.isQuarantined(sent)) return false;
    return FAILING.includes(kind) && (isWhole(run) || kind !== "vanished");
  });

const breachesOf = (run: JudgedRun, judged: readonly Judged[]): Breach[] =>
  judged.map((each) => caseBreach(run, each));

function caseBreach(
  run: JudgedRun,
  { drift: { kind, name, before, now }, confirmation }: Judged,
): Breach {
  const observed =
    confirmation === undefined && kind === "newly unstable" ? `${now} (newly unstable)` : now;
  if (kind === "vanished") return { case: name, expected: before, observed };
  const again = confirmation === undefined ? "" : ` (${againText(confirmation)})`;
  return breachBy(run, name, before, `${observed}${again}`);
}

/** How often a difference was seen: `13 of 13 times`. */
function againText({ state, how, sent, news }: Confirmation): string {
  if (state === "like-others") return `${news} of ${sent} times, like others that were sent again`;
  const where = {
    alone: "",
    beside: " together with its neighbours",
    fresh: " as a first request",
  };
  return `${news} of ${counted(sent, "time")}${how === undefined ? "" : where[how]}`;
}

function flakyVerdict(run: JudgedRun, { flaky, remembered }: Sorted): RulingParts | undefined {
  if (flaky.length + remembered.length === 0) return undefined;
  const parts = textsOf(
    flaky.length > 0 && `${counted(flaky.length, "case")} differed, and not when sent again`,
    remembered.length > 0 &&
      `${counted(remembered.length, "case")} differed at the first sending to a fresh target, which --reset or --serve can repeat`,
  );
  return ["warn", parts.join("; "), breachesOf(run, [...flaky, ...remembered])];
}

/** On how much the judgement of the cases rests. */
function confirmationNotes(
  { runs = [""] }: Baseline,
  { summary: { target } }: JudgedRun,
  { confirmed, sorted }: { confirmed: Confirmations | undefined; sorted: Sorted },
): string[] {
  if (Object.values(sorted).every(({ length }) => length === 0)) return [];
  const of = `the baseline is of ${counted(runs.length, "run")}`;
  if (confirmed === undefined)
    return [
      `${target.name}: no difference was sent again, because this run was made without --baseline`,
    ];
  if (!confirmed.isBounded)
    return [
      `${target.name}: a baseline of ${counted(runs.length, "run")} cannot say how often a gate fails by chance; one of 5 can (witness baseline learn)`,
    ];
  return [
    `${target.name}: of ${whole(GATES_FOR_A_FALSE_ALARM)} gates of an unchanged server, at most one fails for its cases (${of})`,
  ];
}

/** An axis that this run did not explore completely does not show where its boundaries are now. */
function axesVerdict(run: JudgedRun, { same, drifts }: Drifts, baseline: Baseline): RulingParts {
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
function axisBreach(run: JudgedRun, name: string, baseline: Baseline): Breach {
  const { was, is, at, sides } = axisChange(run.gate.run, name, baseline);
  const evidence = sides?.far.at === is[at]?.from ? sides?.far.case : sides?.near.case;
  const expected = at < 0 ? `${was.join(", ")}, and no more` : (was[at] ?? "");
  const observed =
    at < 0 ? is.map(({ text }) => text).join(", ") : (is[at]?.text ?? "no more boundary there");
  return breachBy(run, evidence, `${name}: ${expected}`, observed);
}

const axesText = (count: number): string => counted(count, "axis", "axes");

function kindsText(judged: readonly Judged[]): string {
  const parts = FAILING.flatMap((kind) => {
    const count = judged.filter(({ drift }) => drift.kind === kind).length;
    return count === 0 ? [] : [`${whole(count)} ${kind}`];
  });
  return parts.join(", ");
}

function notesOf(run: JudgedRun, { drifts }: Drifts, what: "case" | "axis"): string[] {
  return (["new", "stable now"] as const).flatMap((kind) => {
    const names = drifts.filter((each) => each.kind === kind).map(({ name }) => name);
    if (names.length === 0) return [];
    const many = what === "axis" ? axesText(names.length) : counted(names.length, what);
    const text = `${many} ${kind === "new" ? "not in the baseline" : "no longer unstable"}`;
    return [`${run.summary.target.name}: ${text}: ${andMore(names, NAMED_IN_NOTES)}`];
  });
}

const otherTarget = ({ summary }: JudgedRun, { target }: Baseline): string[] =>
  target === summary.target.name
    ? []
    : [`the baseline was saved from ${target}, this run is of ${summary.target.name}`];
