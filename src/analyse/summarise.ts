import {
  type InferredSummary,
  type OutcomeCounts,
  type Summary,
  type UnseenSummary,
  classOf,
  outcomeAt,
  requestCount,
  suiteOf,
  isSameLoss,
  isStateCase,
  noClasses,
  type RunHeader,
} from "../model/index.ts";
import { interfaceName, interfaceOf } from "../contract/index.ts";
import { agentsOf } from "./load/load-fold.ts";
import { lifeOf } from "./deaths.ts";
import { conclusionsOf } from "./conclusions.ts";
import { axesByClause } from "./explore/axis-view.ts";
import { declaredRows } from "./declared/declared-rows.ts";
import { echoedSentences } from "./inferred/echoed-values.ts";
import { inferredView } from "./inferred/inferred-view.ts";
import { buildExploreView } from "./explore/explore-view.ts";
import { type CaseFold, type RunFold, endOf, isRunComplete, withoutExplored } from "./run-fold.ts";
import { firstWordOf } from "./misconfiguration-hint.ts";
import { countOutcomes, type PropertyFold } from "./observation-folds.ts";
import { type AnyNote, worded } from "./note-text.ts";
import { againstFigures } from "./load/against.ts";
import { ledgerOf } from "./ledger.ts";
import { statusesBefore, summariseLoad } from "./load/summarise-load.ts";
import { runLimits } from "./limits.ts";
import { remarksOf } from "./remarks.ts";
import type { RepeatedIds } from "./stability.ts";
import { repeatedIdResponses, stabilityOf, unrepeatedSignatures } from "./stability.ts";
import { memoryGrowth, requestCounts, sum, unseenText } from "../stats/index.ts";
import { reasonIn } from "./response-message.ts";
import { valuesOfOthers } from "./returned/values-of-others.ts";
import { stateFacts } from "./state-facts.ts";
import { stateSentences } from "./state-sentences.ts";
import { lostOnKept, transportNoise } from "./transport-noise.ts";
import { usageSummary } from "./usage-fold.ts";
import { statedVerdict } from "./verdict.ts";
import { createHash } from "node:crypto";

export const SUMMARY_SCHEMA_ID = "urn:api-witness:summary:1";

export function summarise(whole: RunFold): Summary | undefined {
  const { header, footer, integrity, resumed } = whole;
  if (header === undefined) return undefined;
  const exploration = buildExploreView(whole);
  const run = withoutExplored(whole);
  const repeated = repeatedIdResponses(run);
  const suites = suitesOf(run, header, repeated);
  const { load: offered } = header.options;
  const load = offered && summariseLoad(run.load, offered, statusesBefore(run), footer?.end);
  const { notExpressed, credentials } = interfaceOf(header);
  return {
    $schema: SUMMARY_SCHEMA_ID,
    schemaVersion: 1,
    tool: header.tool,
    runId: header.runId,
    target: header.target,
    interface: interfaceName(header),
    seed: header.seed,
    firstId: header.firstId,
    startedAt: header.startedAt,
    endedAt: footer?.endedAt,
    durationMs: footer?.durationMs,
    complete: isRunComplete(whole),
    end: endOf(whole),
    record: integrity?.state === "intact" ? undefined : integrity,
    resumed: resumed || undefined,
    ...statedVerdict(run),
    ...firstWordOf(run),
    notExpressed,
    credentials,
    agents: agentsOf(whole.agents, whole.load, load),
    requests: requestCounts({ suites, load, exploration }, besideSuites(whole)),
    cases: [...run.cases.values()].map((fold) => ({
      id: fold.case.id,
      outcomes: countOutcomes(fold.signatures),
      stability: stabilityOf(fold, repeated),
    })),
    properties: propertiesOf(run),
    ...foundIn(run, { suites, exploration, load }),
    ledger: ledgerOf(run, axesByClause(whole)),
    exploration,
    inferred: inferredIn(whole),
    unseen: unseenSummary(whole),
  };
}

function foundIn(
  run: RunFold,
  { suites, exploration, load }: Pick<Summary, "suites" | "exploration" | "load">,
) {
  const whole = run.whole ?? run;
  const state = stateSentences(whole);
  const found = {
    ...lifeOf(whole),
    usage: usageSummary(whole.usage),
    suites,
    limits: runLimits(run, exploration),
    remarks: remarksOf(run),
    state: state.length > 0 ? state : undefined,
    stateFacts: stateFacts(whole, state),
    notes: [...run.notes, ...derivedNotes(whole)].map(worded),
    load,
  };
  return { conclusions: conclusionsOf(run, found), ...found };
}

/** What is not the requests' doing, in sentences. */
export const surroundingTexts = (run: RunFold): string[] =>
  [...run.notes, ...derivedNotes(run.whole ?? run)].flatMap((note) =>
    note.kind === "surroundings" ? [worded(note).text] : [],
  );

/** Notes about what other lines of the record show together. */
function derivedNotes(run: RunFold): AnyNote[] {
  const { header, load, lost, cached, notes: told } = run;
  const { search } = run.usage;
  const { rounds = 0, against } = header?.options.load ?? {};
  const figures = against && againstFigures(load, rounds);
  const growth = search && memoryGrowth(search.points);
  const noise = transportNoise(lost);
  const notes: AnyNote[] = [];
  // Of an exploration, few requests are those of suites.
  const isExplained = (word: string): boolean =>
    told.some(
      (each) =>
        (each.code === "contention" && each.words.includes(word)) ||
        (each.code === "errors-for-a-while" && each.word === word) ||
        (each.code === "turned-away" &&
          // What came again and again may have cut off single requests, too.
          (each.isRate === true || each.cause !== undefined || each.times > 1) &&
          isSameLoss(each.got, word)),
    );
  const isTold =
    (noise?.p === undefined && told.some(({ code }) => code === "explored-noise")) ||
    noise?.words.every(([word]) => isExplained(word)) === true;
  if (noise !== undefined && !isTold)
    notes.push({ type: "note", kind: "surroundings", code: "transport-noise", noise });
  const others = valuesOfOthers(run);
  if (others !== undefined)
    notes.push({ type: "note", kind: "surroundings", code: "values-of-others", others });
  if (cached.count > 0) notes.push({ type: "note", kind: "surroundings", code: "cache", cached });
  const client = lostOnKept(lost);
  if (client !== undefined)
    notes.push({ type: "note", kind: "surroundings", code: "lost-on-kept", client });
  if (figures !== undefined) notes.push({ type: "note", kind: "load", code: "against", figures });
  if (growth?.verdict === "grows")
    notes.push({ type: "note", kind: "memory", code: "memory-grows", growth });
  return notes;
}

/** The requests that are in no suite: of cut rounds, checks, and what was sent again. */
const besideSuites = (run: RunFold) => ({
  load: sum(run.load.rounds.map(({ tally }) => tally.counts.sent)),
  checks: run.checks + run.controls,
  state: sum(
    [...run.cases].map(([id, { case: sent, signatures }]) =>
      isStateCase(id) ? signatures.length * requestCount(sent.request) : 0,
    ),
  ),
  confirmation: run.again + run.replaced + run.dropped,
  against: sum(run.load.against.map(({ tally, warmup = 0 }) => tally.counts.sent + warmup)),
  memory: run.usage.search?.requests ?? run.usage.search?.points.at(-1)?.requests ?? 0,
});

function inferredIn(run: RunFold): InferredSummary | undefined {
  const inferred = inferredView(run.findings);
  if (inferred === undefined) return undefined;
  const { contract } = inferred;
  const echoed = echoedSentences(run);
  // The server's reason for refusing a request that the written document allows.
  const [refusal] = run.cases.get(contract?.refused?.case ?? "")?.first.values() ?? [];
  return {
    ...inferred,
    contract: contract && { ...contract, reason: refusal && reasonIn(refusal) },
    echoed: echoed.length > 0 ? echoed : undefined,
    declared: declaredRows(run),
  };
}

const propertiesOf = (run: RunFold): Summary["properties"] =>
  [...run.properties.values()].map((property) => ({
    id: property.id,
    runs: property.runs,
    outcomes: Object.fromEntries(property.outcomes),
    examples: Object.fromEntries(
      [...property.examples].map(([signature, list]) => [signature, list.map((e) => e.case.id)]),
    ),
  }));

type SuiteSummary = Summary["suites"][number];

function suitesOf(run: RunFold, header: RunHeader, repeated: RepeatedIds): SuiteSummary[] {
  const about = new Map(header.suites.map((suite) => [suite.name, suite.about]));
  const suites = new Map<string, SuiteSummary>();
  const suite = (id: string): SuiteSummary => {
    const name = suiteOf(id);
    const known = suites.get(name) ?? emptySuite(name, about.get(name) ?? name);
    suites.set(name, known);
    return known;
  };
  for (const fold of run.cases.values()) addCase(suite(fold.case.id), fold, repeated);
  for (const property of run.properties.values()) addProperty(suite(property.id), property);
  return [...suites.values()];
}

function addCase(suite: SuiteSummary, fold: CaseFold, repeated: RepeatedIds): void {
  const [first] = fold.signatures;
  if (first === undefined) return;
  suite.cases += 1;
  suite.observations += fold.signatures.length;
  suite.requests +=
    (fold.signatures.length - (fold.checked ?? 0)) * requestCount(fold.case.request);
  addCounts(suite.outcomes, countOutcomes(fold.signatures));
  const unstable = stabilityOf(fold, repeated) === "unstable";
  suite.classes[unstable ? "unstable" : classOf(first)] += 1;
}

function addProperty(suite: SuiteSummary, property: PropertyFold): void {
  suite.cases += property.runs;
  suite.observations += property.runs;
  suite.requests += property.runs;
  addCounts(suite.outcomes, Object.fromEntries(property.outcomes));
  for (const [signature, count] of property.outcomes) suite.classes[classOf(signature)] += count;
}

function addCounts(into: OutcomeCounts, from: OutcomeCounts): void {
  for (const [key, count] of Object.entries(from)) into[key] = (into[key] ?? 0) + count;
}

function emptySuite(name: string, about: string): SuiteSummary {
  const classes = { ...noClasses(), unstable: 0 };
  return { name, about, cases: 0, observations: 0, requests: 0, outcomes: {}, classes };
}

const NOT_DRAWN =
  "too few generated cases to estimate how much behaviour is unseen; --until-unseen 0.1% generates cases until the next one shows new behaviour with a probability below 0.1%";

/** How much behaviour is probably still unseen; undefined for a run without generated cases. */
function unseenSummary({ findings, properties }: RunFold): UnseenSummary | undefined {
  const found = findings.filter((each) => each.kind === "unseen");
  const estimates = found.map(({ estimate }) => estimate);
  const [all] = estimates;
  if (all !== undefined) return { text: unseenText(all), estimates };
  return properties.size === 0 ? undefined : { text: NOT_DRAWN, estimates };
}

/**
 * A target's behaviour in a run, by the classes of its responses. A case with several classes counts with all of them; one
 * of which the target had the value already counts with none.
 */
export function behaviourOf(run: RunFold): { digest: string; cases: Record<string, number> } {
  const hash = createHash("sha256");
  const outcomes: string[] = [];
  const cases = [...withoutExplored(run).cases].toSorted(([a], [b]) => (a < b ? -1 : 1));
  for (const [id, each] of cases) {
    const signatures = unrepeatedSignatures(each);
    const classes = [...new Set(signatures.map((word) => outcomeAt(word, "class")))].toSorted();
    hash.update(`${id} ${classes.join(" ")}\n`);
    if (classes.length > 0) outcomes.push(classes.join(" / "));
  }
  return { digest: hash.digest("hex").slice(0, 16), cases: countOutcomes(outcomes) };
}
