import { counted, shortList, textsOf, were, whole } from "../text/index.ts";
import { groupBy } from "../stats/index.ts";
import { DOCUMENTED_STATUS, interfaceOf, type ClauseId } from "../contract/index.ts";
import type { LedgerEntry, OutcomeCounts, StateSentence } from "../model/index.ts";
import { classOf } from "../model/index.ts";
import { statesView } from "./machine/states-view.ts";
import { type ResponseFacts, type ValueCounts, countOutcomes } from "./observation-folds.ts";
import type { axesByClause } from "./explore/axis-view.ts";
import type { CaseFold, RunFold } from "./run-fold.ts";
import { stateSentences } from "./state-sentences.ts";

const TOLD_SINGLY = 8;
const MOST_VALUES = 8;

/**
 * Every clause of the specification with the cases that probe it and the behaviour of this server, and with the
 * sentences about explored axes, by clause.
 */
export function ledgerOf(
  run: RunFold,
  axes: ReturnType<typeof axesByClause> = new Map(),
): LedgerEntry[] {
  const pairs = [...run.cases.values()].flatMap((fold) =>
    fold.case.clauses.map((id) => ({ id, fold })),
  );
  const probing = groupBy(pairs, ({ id }) => id);
  return interfaceOf(run.header ?? {}).clauses.map((clause) => {
    const folds = (probing.get(clause.id) ?? []).map(({ fold }) => fold);
    const found = (axes.get(clause.id) ?? []).map(({ title, sentence }) => `${title}: ${sentence}`);
    return {
      ...clause,
      cases: folds.length,
      outcomes: countOutcomes(folds.flatMap(({ signatures }) => signatures)),
      observed: [
        ...found,
        ...documentedAt(clause.id, run),
        ...rememberedAt(clause.id, run),
        ...observedAt(clause.id, folds, run),
      ],
    };
  });
}

function documentedAt(id: string, { documented }: RunFold): string[] {
  if (documented === undefined) return [];
  if (id === DOCUMENTED_STATUS) return [`${documented.checked} responses checked against it`];
  return [...documented.breaches.values()]
    .filter(({ clause }) => clause === id)
    .map(
      ({ observed, count, first }) =>
        `not as stated: ${observed} (${whole(count)}, first ${first.case.id})`,
    );
}

/** Sentences about what the target remembers that are not about the uniqueness of an identity. */
const STATE_CLAUSES: Partial<Record<StateSentence["code"], "states" | "transitions" | "none">> = {
  "several-stores": "states",
  "per-connection": "states",
  remembered: "states",
  forgotten: "states",
  "stored-later": "states",
  "kept-over-restart": "states",
  "lost-by-restart": "states",
  "key-ignored": "states",
  "key-honoured": "states",
  replaced: "states",
  "first-kept": "states",
  "freed-by-delete": "transitions",
  "taken-after-delete": "transitions",
  deleted: "transitions",
  "read-back-same": "none",
  "read-back": "none",
};

/** What the target remembers, and its state machine, at the clauses that leave them open. */
function rememberedAt(id: string, run: RunFold): string[] {
  const about = id.endsWith("-uniqueness") ? "uniqueness" : id;
  const machine = id === "states" || id === "transitions" ? statesView(run)?.sentence : undefined;
  const remembered = stateSentences(run).filter(
    ({ code }) => (STATE_CLAUSES[code] ?? "uniqueness") === about,
  );
  return textsOf(machine, ...remembered.map(({ text }) => text));
}

type Telling = (run: RunFold, folds: CaseFold[]) => string[];

const heldText: Telling = ({ valid: { sent, answered, refused, notJudged } }) => [
  `${whole(answered)} of ${whole(sent)} valid requests got a complete HTTP response`,
  ...textsOf(
    refused > 0 && `the ordinary client refuses ${refused} of these responses`,
    notJudged > 0 &&
      `${whole(notJudged)} ${were(notJudged)} cut off by a limit of witness and not judged`,
  ),
];

/** Clauses with more facts than the responses to their cases. */
const tellings: Partial<Record<ClauseId, Telling>> = {
  server: heldText,
  accepts: heldText,
  protocol: (run, folds) => [
    ...run.valid.facts.versions.ranked().map(([version]) => `responds in HTTP/${version}`),
    ...tellCases(folds),
  ],
  "response-status": ({ valid, other }) => [
    counts("valid requests", valid.outcomes),
    ...textsOf(
      Object.keys(other.outcomes).length > 0 && counts("all other requests", other.outcomes),
    ),
  ],
  "response-headers": (run) => [
    `valid requests: ${tellTally(run.valid.facts.headerNames, run.valid.facts)}`,
    ...tellErrors(run, ({ headerNames }) => headerNames),
  ],
  "response-body": (run) => [
    `valid requests: ${tellTally(run.valid.facts.mediaTypes, run.valid.facts)}`,
    `valid requests: ${tellTally(run.valid.facts.bodyShapes, run.valid.facts)}`,
  ],
  "returned-fields": (run) => [
    `valid requests: ${tellTally(run.valid.facts.bodyShapes, run.valid.facts)}`,
  ],
  "error-payload": (run) => [
    ...tellErrors(run, ({ mediaTypes }) => mediaTypes),
    ...tellErrors(run, ({ bodyShapes }) => bodyShapes),
  ],
  "error-codes": ({ other }) => {
    const errors = Object.fromEntries(
      Object.entries(other.outcomes).filter(([key]) => /^[45]xx$/.test(classOf(key))),
    );
    if (Object.keys(errors).length === 0) return ["no 4xx or 5xx response"];
    return [counts("requests with 4xx or 5xx", errors)];
  },
  "limit-rate": (run, folds) => [
    run.rateLimited === 0 ? "429 was not met" : `429 was met ${counted(run.rateLimited, "time")}`,
    ...tellCases(folds),
  ],
};

function observedAt(id: string, folds: CaseFold[], run: RunFold): string[] {
  if (run.observations === 0) return [];
  // If a document states the statuses, they are shown there.
  const about = id === DOCUMENTED_STATUS ? "response-status" : id;
  return (tellings as Partial<Record<string, Telling>>)[about]?.(run, folds) ?? tellCases(folds);
}

function tellCases(folds: CaseFold[]): string[] {
  const sent = folds.filter(({ signatures }) => signatures.length > 0);
  if (sent.length === 0) return [];
  const tellings = sent.map(
    ({ case: { reason }, first }) => `${reason}: ${[...first.keys()].join(" / ")}`,
  );
  if (sent.length <= TOLD_SINGLY) return tellings;
  const outcomes = countOutcomes(sent.flatMap(({ first }) => [...first.keys()]));
  return [counts(counted(sent.length, "case"), outcomes)];
}

function tellErrors(run: RunFold, pick: (facts: ResponseFacts) => ValueCounts): string[] {
  const { errors } = run.other;
  if (errors.count === 0) return ["no 4xx or 5xx response"];
  return [`responses of 4xx and 5xx: ${tellTally(pick(errors), errors)}`];
}

function tellTally(tally: ValueCounts, { count }: ResponseFacts): string {
  const shown = shortList(tally.ranked(), MOST_VALUES, ([value, times]) =>
    times === count ? value : `${value} (${whole(times)} of ${whole(count)})`,
  );
  return shown.join(", ") || "nothing";
}

/** `53 cases: 422 ×45  400 ×8  2 more`. */
function counts(words: string, outcomes: OutcomeCounts): string {
  const all = Object.entries(outcomes).toSorted((a, b) => b[1] - a[1]);
  return `${words}: ${shortList(all, MOST_VALUES, ([key, count]) => `${key} ×${whole(count)}`).join("  ")}`;
}
