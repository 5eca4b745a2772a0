import { gateExitCode, gateVerdict } from "./judge-runs.ts";
import { judged, policyRule, replayLine, type Rule } from "./judged-run.ts";
import type { GivenBaseline } from "./judge-baseline.ts";
import type { Source } from "./source-lines.ts";
import { byWeight } from "./gate-causes.ts";
import { groupBy } from "../stats/index.ts";
import { andMore, counted } from "../text/index.ts";
import type { Breach, CheckFinding, ComparedPart, DocumentBaseline } from "../model/index.ts";
import type { DocumentRun, GateLevel, GateResult, Judgement, Policy } from "../model/index.ts";
import type { ResourceSequence } from "../model/index.ts";
import { resultWord, stepVerb } from "../model/index.ts";
import { baselineOf } from "./baseline.ts";
import type { RunFold } from "../analyse/index.ts";

type DocumentCriteria = {
  document: DocumentRun;
  folder: string;
  policy: Policy;
  baseline?: { value: DocumentBaseline; path?: string } | undefined;
  source?: Source | undefined;
  level?: GateLevel | undefined;
};

/** The baseline of an operation, as that of a run with its name; undefined if there is none. */
export const baselineOfOperation = (
  { value, path }: NonNullable<DocumentCriteria["baseline"]>,
  operation: string,
): GivenBaseline | undefined => {
  const own = value.operations[operation];
  return own && { value: { ...own, target: operation }, ...(path !== undefined && { path }) };
};

/** One result of the operations' results. A rule with nothing to judge in one operation is judged by the others. */
export function judgeDocument(
  results: readonly GateResult[],
  criteria: DocumentCriteria,
): GateResult | undefined {
  const [first] = results;
  if (first === undefined) return undefined;
  const { document, folder, level } = criteria;
  const judgements = [
    ...wholeJudgements(criteria),
    ...withoutEmptyRules(results.flatMap((each) => each.judgements)),
  ];
  const verdict = gateVerdict(judgements.map((each) => each.verdict));
  const findings = results.flatMap((each) => each.findings ?? []);
  const { target, notSent } = document;
  const targets = results.flatMap((each) => each.targets);
  // What is wrong with one operation is no mistake in the URL of all.
  const hints = targets.flatMap(({ name, hint }) => (hint === undefined ? [] : `${name}: ${hint}`));
  return {
    ...first,
    verdict,
    exitCode: gateExitCode(verdict, judgements, level),
    document: { name: document.document, target, run: folder, notSent },
    targets: hints.length === targets.length ? targets : targets.map(withoutHint),
    judgements,
    causes: results.flatMap(({ causes }) => causes).toSorted(byWeight),
    ...(findings.length > 0 && { findings }),
    notes: [
      ...documentNotes(criteria),
      ...withoutSame(results),
      ...(hints.length === targets.length ? [] : hints),
    ],
  };
}

const NAMED_OPERATIONS = 3;

/** Notes of the operations; one that several have, but for their names, is told once. */
function withoutSame(results: readonly GateResult[]): string[] {
  const all = results.flatMap(({ notes, targets: [first] }) =>
    notes.map((text) => {
      const name = first !== undefined && text.startsWith(`${first.name}: `) ? first.name : "";
      return { name, text: name === "" ? text : text.slice(name.length + 2) };
    }),
  );
  return [...groupBy(all, ({ text }) => text)].map(([text, same]) => {
    const names = [...new Set(same.map(({ name }) => name))].filter((name) => name !== "");
    return names.length === 0 ? text : `${andMore(names, NAMED_OPERATIONS)}: ${text}`;
  });
}

const withoutHint = (target: GateResult["targets"][number]) => ({ ...target, hint: undefined });

/** Rules of the policy without a case in one operation: an error only if no operation has one. */
function withoutEmptyRules(all: readonly Judgement[]): Judgement[] {
  const isEmpty = ({ verdict, kind }: Judgement): boolean =>
    verdict === "error" && (kind === "policy" || kind === "threshold");
  const known = new Set(all.flatMap((each) => (isEmpty(each) ? [] : each.rule)));
  const told = new Set<string>();
  return all.flatMap((each) => {
    if (!isEmpty(each)) return [each];
    if (known.has(each.rule)) return [{ ...each, verdict: "skipped" as const }];
    if (told.has(each.rule)) return [];
    told.add(each.rule);
    return [each];
  });
}

const wholeJudgements = (criteria: DocumentCriteria): Judgement[] => [
  ...judgeSequences(criteria),
  ...judgeChecks(criteria),
  ...judgeOperations(criteria),
  ...judgeSequenceDrift(criteria),
];

const ruleOf = (
  { document }: DocumentCriteria,
  given: Pick<Rule, "rule" | "text" | "kind"> & Partial<Rule>,
): Rule => ({ ...given, target: document.target.name });

function judgeSequences(criteria: DocumentCriteria): Judgement[] {
  const { sequences = [], checks = [] } = criteria.document;
  if (sequences.length === 0) return [];
  const text = "responses in sequences are as documented";
  const give = judged(ruleOf(criteria, { rule: "stated.sequences", text, kind: "stated" }));
  const breaches = checks.flatMap((check): Breach[] =>
    check.source === "stated" && check.case === undefined
      ? [{ expected: `no ${check.check}`, observed: foundText(check) }]
      : [],
  );
  const found = counted(sequences.length, "sequence");
  return [
    breaches.length > 0
      ? give("fail", `${counted(breaches.length, "breach", "breaches")} in ${found}`, breaches)
      : give("pass", found),
  ];
}

const foundText = ({ operation, found }: CheckFinding): string => `${operation}: ${found}`;

const OF_SEQUENCES: ReadonlySet<string> = new Set<CheckFinding["check"]>([
  "open to another user",
  "used after delete",
  "not available after create",
  "list without it",
]);

const unfollowedText = (path: string): string =>
  `no sequence was sent to ${path}: the run had ended before`;

function judgeChecks({ document, folder, policy, source }: DocumentCriteria): Judgement[] {
  const runs = new Map(document.operations.map(({ name, run }) => [name, `${folder}/${run}`]));
  return (policy.checks ?? []).map((name, nth): Judgement => {
    const named = { summary: { target: document.target } };
    const rule = policyRule("policy", ["policy", "checks", nth], `no ${name}`, named, source);
    const breaches = (document.checks ?? [])
      .filter(({ check }) => check === name)
      .map((found): Breach => {
        const run = runs.get(found.operation);
        const isKnown = found.case !== undefined && run !== undefined;
        return {
          expected: `no ${name}`,
          observed: foundText(found),
          ...(isKnown && { replay: replayLine({ folder: run }, found.case ?? "") }),
        };
      });
    if (breaches.length > 0)
      return judged(rule)("fail", `${breaches[0]?.observed}${moreText(breaches)}`, breaches);
    const [unseen] = OF_SEQUENCES.has(name) ? (document.unfollowed ?? []) : [];
    return unseen === undefined
      ? judged(rule)("pass", counted(document.operations.length, "operation"))
      : judged(rule)("inconclusive", unfollowedText(unseen));
  });
}

const moreText = ({ length }: readonly unknown[]): string =>
  length > 1 ? `, and ${length - 1} more` : "";

function judgeOperations(criteria: DocumentCriteria): Judgement[] {
  const { document, baseline } = criteria;
  if (baseline === undefined) return [];
  const sent = new Set(document.operations.map(({ name }) => name));
  const reasons = new Map(document.notSent.map(({ name, reason }) => [name, reason]));
  const left = new Set(document.notChosen ?? []);
  const missing = Object.keys(baseline.value.operations).filter(
    (name) => !sent.has(name) && !left.has(name),
  );
  const gone = missing.filter((name) => !reasons.has(name));
  const text = "operations of the baseline are in the document";
  const give = baselineRule(criteria, "baseline.operations", text);
  const breaches = missing.map((name): Breach => ({
    expected: `${name}, as before`,
    observed: reasons.get(name) ?? "not in the document any more",
  }));
  const found = `${missing.join(", ")}: ${breaches[0]?.observed}`;
  if (missing.length === 0)
    return [give("pass", counted(Object.keys(baseline.value.operations).length, "operation"))];
  return [give(gone.length > 0 ? "fail" : "inconclusive", found, breaches)];
}

const baselineRule = (
  criteria: DocumentCriteria,
  rule: string,
  text: string,
): ReturnType<typeof judged> => {
  const path = criteria.baseline?.path;
  const place = path === undefined ? {} : { source: path, file: path };
  return judged(ruleOf(criteria, { rule, text, kind: "baseline", ...place }));
};

/** Whether single resources get the responses that they got before. */
function judgeSequenceDrift(criteria: DocumentCriteria): Judgement[] {
  const { document, baseline } = criteria;
  const known = Object.entries(baseline?.value.sequences ?? {});
  if (baseline === undefined || known.length === 0) return [];
  const now = new Map(
    (document.sequences ?? []).map((each) => [sequenceKey(each), sequenceSteps(each)]),
  );
  const isPart = (document.notChosen ?? []).length > 0;
  const compared = known.filter(([key, before]) => {
    const steps = now.get(key);
    return steps !== undefined && !(isPart && before.every((each) => isOtherStep(each, steps)));
  });
  const breaches = compared
    .filter(([key, before]) => !before.includes(now.get(key) ?? ""))
    .map(([key, before]): Breach => ({
      expected: `${key}: ${before.join(" or ")}`,
      observed: now.get(key) ?? "",
    }));
  const text = "resources get the same responses in sequences as before";
  const give = baselineRule(criteria, "baseline.sequences", text);
  const as = `${counted(compared.length - breaches.length, "sequence")} as before`;
  const [first] = breaches;
  if (first === undefined)
    return [compared.length === 0 ? give("skipped", "none was sent") : give("pass", as)];
  return [give("fail", `${changedStep(first)}${moreText(breaches)}; ${as}`, breaches)];
}

/** Whether the first difference is another step, and not another response to one: operations that were not chosen have no steps. */
function isOtherStep(before: string, now: string): boolean {
  const [was, is] = [before.split(", "), now.split(", ")];
  const at = is.findIndex((step, nth) => step !== was[nth]);
  const doesAt = (steps: readonly string[]) => steps[at < 0 ? is.length : at]?.split(" ", 1)[0];
  return before !== now && doesAt(was) !== doesAt(is);
}

/** The first step that differs from the first known text: `/items/{item_id} life: step 6, read 404 became read 200`. */
function changedStep({ expected, observed }: Breach): string {
  const [, key = "", text = ""] = /^(.*?): (.*)$/s.exec(expected) ?? [];
  const [before, now] = [text.split(" or ")[0]?.split(", ") ?? [], observed.split(", ")];
  const at = now.findIndex((step, nth) => step !== before[nth]);
  if (at < 0) return `${key}: ended before ${before[now.length] ?? "its end"}`;
  return `${key}: step ${at + 1}, ${before[at] ?? "none"} became ${now[at]}`;
}

/** What fails nothing: operations that were not sent, and those that the baseline does not have. */
function documentNotes({ document, baseline }: DocumentCriteria): string[] {
  const { notSent, operations, unfollowed = [] } = document;
  const fresh = operations.filter(
    ({ name }) => baseline !== undefined && baseline.value.operations[name] === undefined,
  );
  return [
    ...notSent.map(({ name, reason }) => `${name} was not sent: ${reason}`),
    ...unfollowed.map(unfollowedText),
    ...(fresh.length === 0
      ? []
      : [`not in the baseline: ${fresh.map(({ name }) => name).join(", ")}`]),
  ];
}

export const DOCUMENT_BASELINE_SCHEMA_ID = "urn:api-witness:document-baseline:1";

/** Names a sequence in a baseline: `/items/{item_id} life`. */
/** One resource may have several actions. */
const sequenceKey = ({ resource, kind, steps }: ResourceSequence): string =>
  `${resource} ${kind === "action twice" ? `${steps[1]?.operation ?? "action"} twice` : kind}`;

/** What a baseline keeps of a sequence: no value that differs from run to run. */
const sequenceSteps = ({ steps }: ResourceSequence): string =>
  steps
    .map(({ does, path, result, list: { has, isPart } = {} }) => {
      const isShown = has === true || (has === false && isPart !== true);
      return `${stepVerb({ does, path })} ${resultWord(result)}${isShown ? (has ? " (has it)" : " (does not have it)") : ""}`;
    })
    .join(", ");

export type OperationRuns = { name: string; folds: readonly [RunFold, ...RunFold[]] };

/** `operations` gives runs one after the other: not all are in memory together. @throws WitnessError `baseline-run` */
export async function documentBaselineOf(
  documents: readonly [DocumentRun, ...DocumentRun[]],
  operations: AsyncIterable<OperationRuns>,
  include: readonly ComparedPart[],
): Promise<DocumentBaseline> {
  const [{ document }] = documents;
  const found: DocumentBaseline = {
    $schema: DOCUMENT_BASELINE_SCHEMA_ID,
    schemaVersion: 1,
    tool: "",
    document,
    sequences: {},
    operations: {},
  };
  for await (const { name, folds } of operations) {
    const own = baselineOf(folds, { include });
    found.operations[name] = own;
    found.tool = own.tool;
  }
  for (const each of documents.flatMap(({ sequences = [] }) => sequences))
    found.sequences[sequenceKey(each)] = [
      ...new Set([...(found.sequences[sequenceKey(each)] ?? []), sequenceSteps(each)]),
    ];
  return found;
}
