import { type BodiesFold, foldBodies } from "./body-shape.ts";
import { cacheSign } from "./response-origin.ts";
import { keepGenerated } from "./generated-fold.ts";
import {
  type CalibrationRecord,
  type Case,
  type Death,
  type Example,
  type Finding,
  type Growth,
  type Note,
  type Observation,
  type RunFooter,
  type RunRecord,
  type ServedStart,
  classOf,
  hasReached,
  hasResponded,
  isExplored,
  isPlannedAgain,
  isRateLimited,
  isRefusalCheck,
  isSameLoss,
  isStated,
  isTooSlow,
  isUnavailable,
  isUnordered,
  signatureOf,
  isSuccess,
} from "../model/index.ts";
import { interfaceOf, withUnique } from "../contract/index.ts";
import { foldAgentCase, foldLoad } from "./load/load-fold.ts";
import { addResponses, foldConduct, foldProperty, foldValid } from "./observation-folds.ts";
import {
  emptyDocumented,
  foldDocumented,
  foldLogin,
  forRepetitions,
} from "./documented/documented-fold.ts";
import { type AnyNote, worded } from "./note-text.ts";
import { emptyLost, foldLost, transportNoise } from "./transport-noise.ts";
import type { UsageRecord } from "./usage-fold.ts";
import { isRepeatedValue, mayCollide } from "./response-message.ts";
import type { CaseFold, RunFold } from "./run-fold.ts";
import type { CachedFold } from "./surroundings-text.ts";

/** The format whose notes are codes and data. */
const FIRST_WITH_CODES = 5;

/** Adds one record. Records come in the order in which they were written. */
export function foldRecord(fold: RunFold, record: RunRecord): void {
  switch (record.type) {
    case "header":
      return foldHeader(fold, record);
    case "footer":
      foldFooter(fold, record);
      return;
    case "note":
      return foldNote(fold, record);
    case "case":
      if (record.case.generated === undefined) return foldCase(fold, record.case);
      fold.lastGenerated = record.case;
      break;
    case "observation":
      return foldObservation(fold, fold.byStatus ? byStatus(record) : record);
    case "finding":
      return foldFinding(fold, record);
    case "exploration":
      fold.exploration = record;
      break;
    case "resumed":
      fold.resumed += 1;
      break;
    case "controls":
      fold.controls += record.asked;
      fold.dropped += record.dropped;
      // The suites are over, and what differs from a baseline is sent again next.
      settleLost(fold);
      break;
    case "approach":
      return foldCalibration(fold, record);
    case "agent":
      fold.agents.agents.set(record.name, record);
      break;
    case "load-site":
    case "ceiling":
    case "round":
    case "against-round":
      return foldLoad(fold.load, record);
    default:
      foldLife(fold, record);
  }
}

/** What came before were checks. From here on, requests have fresh values in the fields that must have them. */
function foldCalibration(fold: RunFold, approach: CalibrationRecord): void {
  fold.checks = fold.observations;
  for (const each of fold.cases.values()) each.checked = each.signatures.length;
  fold.manner = approach.manner;
  const { unique = [] } = approach;
  if (fold.header === undefined || !isPlannedAgain(approach)) return;
  fold.accepted = { now: [], before: [] };
  fold.header = withUnique(fold.header, approach);
  fold.unique = unique;
  // The first requests had repeated values, and are sent again.
  fold.documented = emptyDocumented(interfaceOf(fold.header));
}

function foldHeader(fold: RunFold, header: NonNullable<RunFold["header"]>): void {
  fold.header = header;
  fold.documented = emptyDocumented(interfaceOf(header));
}

/** Exploration and experiments both meet the target, and may note the same: it counts once. */
function foldNote(fold: RunFold, note: AnyNote): void {
  const { notes, lost, documented } = fold;
  if (note.code === "logged-in" && documented !== undefined) foldLogin(documented, note.status);
  if (note.code === "refused-again" && documented !== undefined)
    fold.documented = forRepetitions(documented, note.again);
  const isShed = note.code === "turned-away" && note.atOnce !== undefined;
  const isAllShed = isShed && [...lost.words.keys()].every((word) => word === note.got);
  if (note.kind === "target-lost" || note.kind === "culprit" || isAllShed) lost.isExplained = true;
  const { kind, text } = worded(note);
  const isSame = (each: Note): boolean => each.kind === kind && each.text === text;
  if (!notes.map(worded).some(isSame) && !isToldPause(note, notes)) notes.push(note);
}

/** Whether another note tells this pause: for that time every request was turned away. */
const isToldPause = (note: AnyNote, notes: readonly AnyNote[]): boolean =>
  note.code === "pauses" &&
  note.times === 1 &&
  notes.some(
    (each) =>
      each.code === "turned-away" &&
      each.fromMs <= note.fromMs &&
      each.fromMs + each.forMs >= note.fromMs + note.forMs,
  );

/** Before format 5, a note in the record repeated each estimate. */
function foldFinding(fold: RunFold, finding: Finding): void {
  fold.findings.push(finding);
  if (finding.kind !== "unseen" || (fold.header?.format ?? 0) < FIRST_WITH_CODES) return;
  const { estimate } = finding;
  foldNote(fold, { type: "note", kind: "explore", code: "unseen", estimate });
}

function foldLife(fold: RunFold, record: ServedStart | Death | Growth | UsageRecord): void {
  if (record.type === "served-start" || record.type === "death") {
    const { now, before } = fold.accepted;
    fold.accepted = { now: [], before: [...before, ...now] };
  }
  if (record.type === "served-start") fold.starts.push(record);
  else if (record.type === "death") fold.deaths.push(record);
  else if (record.type === "growth") fold.growths.push(record);
  else fold.usage.add(record);
}

function foldCase(fold: RunFold, sent: Case): void {
  const { signatures = [], checked = 0 } = fold.cases.get(sent.id) ?? {};
  if (!isExplored(sent.id)) fold.replaced += signatures.length - checked;
  const known = fold.beside?.cases.get(sent.id)?.case;
  const isKnown = known !== undefined && JSON.stringify(known) === JSON.stringify(sent);
  fold.cases.set(sent.id, { case: isKnown ? known : sent, signatures: [], first: new Map() });
}

function foldFooter(fold: RunFold, footer: RunFooter): void {
  fold.footer = footer;
  for (const each of fold.cases.values()) settleHeld(fold, each, false);
  settleLost(fold);
}

/** Counts losses as results if nothing explains them: not noise, one of several servers, contention, a partial outage, a rate limit or a ban. */
function settleLost(fold: RunFold): void {
  const { lost, notes } = fold;
  const isOfServer = notes.some(
    (each) =>
      (each.code === "several-servers" && each.classes.some((word) => lost.words.has(word))) ||
      (each.code === "contention" && each.words.some((word) => lost.words.has(word))) ||
      (each.code === "errors-for-a-while" && lost.words.has(each.word)) ||
      (each.code === "turned-away" &&
        (each.isRate === true || each.isOfNew === true || each.times > 1) &&
        [...lost.words.keys()].some((word) => isSameLoss(word, each.got))),
  );
  // Whether a connection is accepted does not depend on a request that was never sent.
  const own = lost.examples.filter(({ observation }) => hasReached(observation));
  const isNone = own.length === 0 || lost.isExplained === true;
  if (isNone || isOfServer || transportNoise(lost) !== undefined) return;
  fold.lost = { ...emptyLost(), client: lost.client };
  fold.dropped -= own.length;
  for (const { case: sent, observation } of own) {
    if (sent.generated !== undefined) fold.lastGenerated = sent;
    lost.client.sent -= Number(sent.request.sender === "client");
    foldObservation(fold, observation);
  }
}

/** More are not kept: the first ones and the last ones. */
const MOST_ACCEPTED = { first: 10, all: 50 };

function foldAccepted(fold: RunFold, id: string, { answers, fresh, atMs }: Observation): void {
  fold.sent.add(atMs, answers.length, answers.filter(isSuccess).length);
  const [only] = answers;
  if (!isStated(id) || only === undefined || !isSuccess(only)) return;
  const { now } = fold.accepted;
  now.push({ fresh, atMs });
  if (now.length > MOST_ACCEPTED.all) now.splice(MOST_ACCEPTED.first, 1);
}

function foldCached(cached: CachedFold, { case: id, answers }: Observation): void {
  for (const each of answers) {
    if (each.outcome !== "answered") continue;
    cached.all += 1;
    const sign = cacheSign(each.response);
    if (sign === undefined) continue;
    cached.count += 1;
    cached.first ??= { case: id, sign };
  }
}

/** An observation without the marks of refusals by the body. */
const byStatus = (observation: Observation): Observation => ({
  ...observation,
  answers: observation.answers.map((each) =>
    each.outcome === "answered" ? { ...each, refusal: undefined } : each,
  ),
});

function foldObservation(fold: RunFold, observation: Observation): void {
  const known = fold.cases.get(observation.case);
  const drawn = fold.lastGenerated?.id === observation.case ? fold.lastGenerated : undefined;
  const sent = known?.case ?? drawn;
  if (sent === undefined) return;
  fold.observations += 1;
  foldAccepted(fold, sent.id, observation);
  foldLost(fold.lost, { case: sent, observation });
  foldCached(fold.cached, observation);
  if (observation.lost !== undefined) fold.dropped += observation.lost.length;
  if (observation.check !== undefined || isRefusalCheck(sent.id)) fold.checks += 1;
  foldAgentCase(fold.agents, observation.agent);
  const unordered = isUnordered(sent);
  const signature = signatureOf(observation, unordered);
  const { unique } = fold;
  const from = interfaceOf(fold.header ?? {});
  const isRepeated = isRepeatedValue(observation.answers, sent.request, { unique, from });
  const collides = mayCollide(sent.request, unique);
  const example = { case: sent, observation };
  if (observation.again !== undefined) {
    fold.again += 1;
    const isFruitless = isRepeated || isTooSlow(observation);
    if (!isFruitless) foldAgain(fold, sent, observation, signature);
    else if (known !== undefined) known.fruitless = (known.fruitless ?? 0) + 1;
    return;
  }
  if (known !== undefined) {
    if (observation.check !== undefined) known.checked = (known.checked ?? 0) + 1;
    settleHeld(fold, known, isRepeated);
    if (collides && known.signatures.length === 0 && classOf(signature) === "5xx")
      known.held = example;
    if (isRepeated) (known.repeated ??= []).push(known.signatures.length);
    // The target was gone: that says nothing about the valid request.
    const isEnd = observation.check !== undefined && !observation.answers.some(hasResponded);
    if (isTooSlow(observation) || isEnd) (known.slow ??= []).push(known.signatures.length);
    known.signatures.push(signature);
    if (!known.first.has(signature)) known.first.set(signature, observation);
    if (fold.bodies !== undefined) foldBodies(fold.bodies, observation, unordered);
  } else {
    foldProperty(fold.properties, example, signature);
    if (fold.generated !== undefined)
      keepGenerated(fold.generated, example, { signature, isRepeated, mayCollide: collides });
  }
  foldFacts(fold, example, signature, !isRepeated && known?.held !== example);
}

function foldAgain(
  { bodies, cases, generated }: RunFold,
  sent: Case,
  { again: how = "alone", ...observation }: Observation,
  signature: string,
): void {
  const drawn = generated?.cases.get(sent.id);
  if (drawn !== undefined) (drawn.again ??= []).push(signature);
  const known = cases.get(sent.id);
  if (known === undefined) return;
  const own: BodiesFold = new Map();
  if (bodies !== undefined) foldBodies(own, observation, isUnordered(sent));
  (known.again ??= []).push({ how, signature, body: own.get(observation.case) });
}

/** Judges a held response by a further one: of two requests with one value at the same time, a server may fail at one. */
function settleHeld({ documented }: RunFold, known: CaseFold, isRepeated: boolean): void {
  const { held } = known;
  if (held === undefined) return;
  delete known.held;
  if (isRepeated) (known.repeated ??= []).push(0);
  else if (documented !== undefined) foldDocumented(documented, held);
}

function foldFacts(fold: RunFold, example: Example, signature: string, isJudged: boolean): void {
  const { observation } = example;
  const { outcomes } = example.case.valid === true ? fold.valid : fold.other;
  outcomes[signature] = (outcomes[signature] ?? 0) + 1;
  for (const result of observation.answers) {
    if (isRateLimited(result)) fold.rateLimited += 1;
    if (isUnavailable(result)) fold.unavailable += 1;
  }
  foldConduct(fold.conduct, example);
  if (fold.documented !== undefined && isJudged) foldDocumented(fold.documented, example);
  if (example.case.valid !== true) {
    const { ok, errors } = fold.other;
    addResponses((status) => (status < 400 ? ok : errors), observation);
    return;
  }
  foldValid(fold.valid, example);
}
