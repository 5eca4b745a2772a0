import { interfaceOf } from "../contract/user-submission.ts";
import type { RunFold } from "../analyse/run-fold.ts";
import type { Asking } from "../explore/asking.ts";
import { Budget, Spent, untilSpent } from "../explore/budget.ts";
import { requestsOf, type Requests } from "../generate/requests.ts";
import type { Subject } from "../infer/candidate.ts";
import { experiment, type Experiments } from "../infer/experiment.ts";
import { fieldSubject } from "../infer/field-subject.ts";
import { KnownResponses } from "../infer/known-responses.ts";
import { documentSubject, mediaTypeSubject, pathSubject } from "../infer/message-subjects.ts";
import { predictorOf, type Predictor } from "../infer/predictor.ts";
import { orderOfChecks, type Wrong } from "../infer/order-of-checks.ts";
import { inferFurtherMembers } from "../infer/further-members.ts";
import { ruleFinding } from "../infer/rule-finding.ts";
import type { RuleValue, TokenValue } from "../kinds/rule.ts";
import type { AxisFinding } from "../model/finding.ts";
import type { RunEnd } from "../model/run.ts";
import type { ApproachedRun } from "./approach.ts";
import { ExploredTarget, type TargetReply } from "./explored-target.ts";

/** Limits of all experiments of a run. */
const MOST_REQUESTS = 5000;
const MOST_MS = 300_000;
/** Kinds of values without a rule of their own. */
const COMPOSED = new Set(["object", "list"]);

/**
 * Finds out by experiment by which rules the target reads each part of a request. It begins with what the run has sent, which
 * is in `fold`. Returns how it ended.
 */
export async function inferRules(run: ApproachedRun, fold: RunFold): Promise<RunEnd> {
  const { header, signal, events = {} } = run.settings;
  if (fold.findings.some(({ kind }) => kind === "rule") && fold.resumed > 0) return "done";
  const limits = { maxRequests: MOST_REQUESTS, maxTimeMs: MOST_MS, signal };
  const budget = new Budget({ ...limits, now: () => performance.now() });
  const target = new ExploredTarget(run, { aspects: ["status"], ignore: [] }, budget);
  const on = requestsOf(interfaceOf(header));
  const work = async (): Promise<void> => {
    await target.meet();
    await target.written();
    const known = knownFrom(fold, target);
    const asking = {
      ask: (request: Parameters<typeof target.ask>[0]) => target.ask(request),
      keep: target.keep.bind(target),
      width: target.concurrency,
    };
    const accepted = (await target.ask(on.request())).signature;
    const part = { run, target, on, known, accepted, asking, fold };
    const { wrong, fields } = await inferFields(part);
    await inferMessage(part, fields);
    events.explore?.(target.progress("order of checks"));
    const order = await orderOfChecks(on, wrong, asking, accepted);
    if (order !== undefined) target.tell(order);
  };
  await untilSpent(work);
  await target.written();
  if (signal.aborted) return "interrupted";
  return budget.refused === "target-lost" ? "target-lost" : "done";
}

/** What the experiments with every part need. */
type Experimenting = {
  run: ApproachedRun;
  fold: RunFold;
  target: ExploredTarget;
  on: Requests;
  known: KnownResponses;
  accepted: string;
  asking: Asking<TargetReply>;
};

/** Experiments with every field. Returns what is wrong for the order of checks, and what each field accepts. */
async function inferFields({ run, fold, target, on, known, accepted, asking }: Experimenting) {
  const { header, events = {} } = run.settings;
  const wrong: Wrong[] = [
    { part: "media type", contentType: "text/plain" },
    ...(on.hasBody ? [{ part: "JSON", isCut: true as const }] : []),
  ];
  const axes = fold.findings.filter((each): each is AxisFinding => each.kind === "axis");
  const fields = new Map<string, Predictor>();
  for (const field of on.layout.fields) {
    if (field.in !== "body" || COMPOSED.has(field.slot.type.kind)) continue;
    events.explore?.(target.progress(`rules of ${field.slot.label}`));
    const subject = fieldSubject({ on, field, known, axes, accepted, seed: header.seed });
    if (subject.rules.length === 0) continue;
    const found = await experiment(subject, asking);
    const about = { part: "field", name: field.slot.label, subject: field.slot.type.kind };
    const finding = ruleFinding(about, subject, found);
    target.tell(finding);
    const predictor = predictorOf(finding);
    if (predictor !== undefined) fields.set(field.slot.path, predictor);
    if (found.cut !== undefined) throw new Spent(found.cut);
    wrong.push(...refusedIn(field.slot.path, field.slot.label, subject, found));
  }
  return { wrong, fields };
}

/** Experiments with the parts of the message that are no field. */
async function inferMessage(
  { run, target, on, known, accepted, asking }: Experimenting,
  fields: ReadonlyMap<string, Predictor>,
): Promise<void> {
  const cases = run.settings.planned.flatMap((suite) => suite.cases);
  const input = { on, cases, known, accepted, fields };
  const subjects = [documentSubject(input), mediaTypeSubject(input), pathSubject(input)] as const;
  for (const subject of subjects) await inferPart(subject as Subject<RuleValue>, target, asking);
  const further = await inferFurtherMembers(on, asking, accepted);
  if (further !== undefined) target.tell(further);
}

/** Values of a part without which nothing can be said of it. */
const FEWEST = 3;

/** Experiments with a part of the message that is no field. */
async function inferPart(
  subject: Subject<RuleValue>,
  target: ExploredTarget,
  asking: Asking<TargetReply>,
): Promise<void> {
  if (subject.pool.length < FEWEST) return;
  const { name, slug } = subject;
  const found = await experiment(subject, asking);
  target.tell(ruleFinding({ part: slug, name, subject: slug }, subject, found));
  if (found.cut !== undefined) throw new Spent(found.cut);
}

/** A refused value of a field, for requests that are wrong in two ways. */
function refusedIn(
  path: string,
  label: string,
  { pool, accepted }: Subject<TokenValue>,
  { seen }: Experiments<TokenValue>,
): Wrong[] {
  const refused = [...seen].find(([, { signature }]) => signature !== accepted)?.[0];
  const text = refused === undefined ? undefined : pool[refused]?.value.text;
  return text === undefined ? [] : [{ part: label, over: { [path]: [text] } }];
}

/** What the cases of the run got. */
function knownFrom(fold: RunFold, { repeated }: ExploredTarget): KnownResponses {
  const known = new KnownResponses(repeated);
  for (const [id, { case: sent, signatures }] of fold.cases)
    if (signatures.length > 0) known.add(sent.request, id, signatures);
  return known;
}
