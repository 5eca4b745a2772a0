import { type StatedField, interfaceOf } from "../contract/index.ts";
import { type RunFold, judgedSignatures, lastResponse } from "../analyse/index.ts";
import type { AxisFinding, CaseRequest, RuleFinding, RunEnd } from "../model/index.ts";
import { isInconclusive } from "../model/index.ts";
import * as learn from "../learn/index.ts";
import type { Experiments, MessageInput, Predictor, Probe, Subject } from "../learn/index.ts";
import type { Wrong } from "../learn/index.ts";
import type { Requests } from "../generate/index.ts";
import { allowedBy, exampleBytes, layoutOf, templateBytes, requestsOf } from "../generate/index.ts";
import type { RuleValue, TokenValue } from "../kinds/index.ts";
import { type CalibratedRun, timeLeft } from "./calibrate-target.ts";
import { beginAfterPlan } from "./fresh-sequence.ts";
import { ExploredTarget, type TargetReply } from "./explored-target.ts";

const MOST_REQUESTS = 5000;
const MOST_MS = 300_000;

/** Finds by experiment the rules by which the target reads each part of a request, beginning with the responses in `fold`. */
export async function inferRules(run: CalibratedRun, fold: RunFold): Promise<RunEnd> {
  const { header, events = {} } = run.settings;
  if (fold.findings.some(({ kind }) => kind === "rule") && fold.resumed > 0) return "done";
  beginAfterPlan(run.approached.dispatcher.numbers, run.settings, MOST_REQUESTS);
  const target = new ExploredTarget(run, {
    maxRequests: MOST_REQUESTS,
    maxTimeMs: timeLeft(run, MOST_MS),
  });
  const on = requestsOf(interfaceOf(header));
  const work = async (): Promise<void> => {
    await target.meet();
    await target.written();
    const known = knownFrom(fold, target);
    const asking = target.probe;
    const stated = await target.ask(on.request());
    const accepted = stated.signature;
    const language = learn.languageOf(lastResponse(stated.replied));
    if (!isAccepted(accepted))
      return run.journal.note({ kind: "explore", code: "stated-refused", signature: accepted });
    const part = { run, target, on, known, accepted, asking, fold, language };
    const { wrong, fields } = await inferFields(part);
    await inferMessage(part, fields);
    events.explore?.(target.progress("order of checks"));
    const order = await learn.orderOfChecks(on, wrong, asking, accepted);
    if (order !== undefined) target.tell(order);
  };
  await learn.untilSpent(work);
  await target.finished();
  return target.end;
}

const isAccepted = (signature: string): boolean => /^[23]\d\d$/.test(signature);

type Experimenting = {
  run: CalibratedRun;
  fold: RunFold;
  target: ExploredTarget;
  on: Requests;
  known: learn.KnownResponses;
  accepted: string;
  asking: Probe<TargetReply>;
  language: string | undefined;
};

/** Experiments with every field. Returns wrong requests for the order of checks, and the values that each field accepts. */
async function inferFields(experimenting: Experimenting) {
  const { run, fold, target, on, known, accepted, asking } = experimenting;
  const { header, events = {} } = run.settings;
  const wrong: Wrong[] = [
    { part: "media type", headers: { "Content-Type": "text/plain" } },
    { part: "media type", headers: { "Content-Type": "application/octet-stream" } },
    ...(on.hasJson ? [{ part: "JSON", isCut: true as const }] : []),
  ];
  const axes = fold.findings.filter((each): each is AxisFinding => each.kind === "axis");
  const isAllowed = notTooLarge(
    axes,
    accepted,
    allowedBy(header.options.profile, on.interface),
    on,
  );
  const fields = new Map<string, Predictor>();
  for (const field of on.layout.fields) {
    const isWhole = field.slot.inner.length > 0 && field.in !== "body";
    const name = learn.partName(field);
    // Each request names a resource of its own: other values are hardly sent.
    const isMade = on.interface.givenPath?.some((each) => field.slot.path === `path.${each}`);
    // How a list or an object is written in a parameter is no matter of its value.
    if (isWhole || isMade === true || field.slot.path === "") continue;
    events.explore?.(target.progress(`rules of ${name}`));
    const subject = learn.withAllowed(
      learn.fieldSubject({ on, field, known, axes, accepted, seed: header.seed }),
      isAllowed,
    );
    if (subject.rules.length === 0) continue;
    const found = await learn.experiment(subject, asking);
    const part = field.in === "body" ? "field" : "parameter";
    const about = { part, name, subject: field.slot.type.kind };
    const finding = learn.ruleFinding(about, subject, found, experimenting.language);
    target.tell(finding);
    const predictor =
      learn.predictorOf(finding, learn.rulesOfField(field)) ?? onlyStated(on, field);
    if (predictor !== undefined) fields.set(field.slot.path, predictor);
    if (found.cut !== undefined) throw new learn.Spent(found.cut);
    wrong.push(...refusedIn(field, on, subject, found));
  }
  return { wrong, fields };
}

/** A body over the limit is refused for its size, whatever value made it so large. */
function notTooLarge(
  axes: readonly AxisFinding[],
  accepted: string,
  isAllowed: (request: CaseRequest) => boolean,
  { interface: from }: Requests,
): (request: CaseRequest) => boolean {
  const end = axes
    .find(({ axis }) => axis === "body-space")
    ?.boundaries.find(({ near, far }) => near.signature === accepted && far.signature !== accepted);
  const most = Number(end?.near.at ?? Infinity);
  const { freshBytes } = layoutOf(from);
  return (request) =>
    isAllowed(request) &&
    (request.sender === "wire" || templateBytes(request.body ?? [], freshBytes) <= most);
}

/** Of a value whose rule is not known, only the stated one is sure to be accepted. Undefined if each request has a new one. */
function onlyStated(on: Requests, { slot }: StatedField): Predictor | undefined {
  if (slot.text !== undefined) return undefined;
  const stated = exampleBytes(slot.valid(), on.interface).toString("utf8");
  return ({ text }) => text === stated;
}

async function inferMessage(
  { run, fold, target, on, known, accepted, asking, language }: Experimenting,
  fields: ReadonlyMap<string, Predictor>,
): Promise<void> {
  const cases = run.settings.planned.flatMap((suite) => suite.cases);
  const further = await learn.inferFurtherMembers(on, asking, accepted);
  if (further !== undefined) target.tell(further);
  const refusesFurther = further?.checks.some(({ signature }) => signature !== undefined) ?? false;
  const raw = (await target.ask(on.rawRequest())).signature;
  const said = { on, cases, known, accepted, rawAccepted: raw };
  const input: MessageInput = { ...said, fields, refusesFurther };
  const axes = fold.findings.filter((each): each is AxisFinding => each.kind === "axis");
  const limits = learn.limitsOfMessage(on.interface, axes, accepted);
  const document = await learn.documentFinding(input, limits.document, asking, language);
  if (document !== undefined) target.tell(document);
  if (document?.cut !== undefined) throw new learn.Spent(document.cut);
  const subjects = [
    learn.mediaTypeSubject(input),
    learn.charsetSubject(input),
    learn.pathSubject(input),
  ];
  const isAllowed = allowedBy(run.settings.header.options.profile, on.interface);
  for (const subject of [...subjects, learn.headersSubject(on, raw)])
    if (subject !== undefined)
      await inferPart(
        learn.withAllowed(subject as Subject<RuleValue>, isAllowed),
        target,
        asking,
        limits.headers,
      );
}

/** With fewer values of a part, no rule is inferred. */
const FEWEST = 3;

async function inferPart(
  subject: Subject<RuleValue>,
  target: ExploredTarget,
  asking: Probe<TargetReply>,
  limits: RuleFinding["limits"],
): Promise<void> {
  if (subject.pool.length < FEWEST) return;
  const { name, slug } = subject;
  const found = await learn.experiment(subject, asking);
  const finding = learn.ruleFinding({ part: slug, name, subject: slug }, subject, found);
  target.tell(slug === "headers" ? { ...finding, limits } : finding);
  if (found.cut !== undefined) throw new learn.Spent(found.cut);
}

/** A refused value of a field, for requests that are wrong in two ways. */
function refusedIn(
  { slot: { path, label }, in: place }: StatedField,
  on: Requests,
  { name, pool, accepted }: Subject<TokenValue>,
  { seen }: Experiments<TokenValue>,
): Wrong[] {
  const refused = [...seen].find(
    ([at, { signature }]) => signature !== accepted && pool[at]?.value.text !== "",
  )?.[0];
  const value = refused === undefined ? undefined : pool[refused]?.value;
  if (value === undefined) return [];
  const own = { [path]: [value.text] };
  if (place === "body" || place === "form") return [{ part: name, over: own }];
  if (place !== "header") return [{ part: name, target: own }];
  // Of a list in a header this is an item, and the header has the others, too.
  const isAlone = on.layout.parameters.some((each) => each.path === path);
  return isAlone ? [{ part: name, headers: { [label]: value.content ?? "" } }] : [];
}

function knownFrom(fold: RunFold, { repeated, isByValue }: ExploredTarget): learn.KnownResponses {
  // Repeated values that are known by their messages are among no case's judged signatures.
  const known = new learn.KnownResponses(fold.unique.length > 0 ? undefined : repeated);
  if (isByValue) return known;
  for (const [id, each] of fold.cases) {
    if (each.case.sameIdentity === true) continue;
    const telling = judgedSignatures(each).filter(
      (signature) => !isInconclusive(each.first.get(signature)),
    );
    if (telling.length > 0) known.add(each.case.request, id, telling);
  }
  return known;
}
