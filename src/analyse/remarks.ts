import { interfaceOf, statedFor } from "../contract/index.ts";
import type { Observation, Remark } from "../model/index.ts";
import {
  classOf,
  isComplete,
  isInconclusive,
  isTooSlow,
  signatureWords,
  suiteOf,
} from "../model/index.ts";
import { leniencies, noLimits } from "./leniencies.ts";
import { isUnfinished, reasonText } from "../generate/index.ts";
import { conductRemarks, isAfterClose } from "./observation-folds.ts";
import { isKnownValid, lacksCredentials } from "./documented/documented-fold.ts";
import { isAbsence } from "./documented/explained.ts";
import { findSteps, inTurns, outliers, type Step, stepText, wordsOf } from "./outliers.ts";
import { isExpectedStep } from "./limits.ts";
import { worded } from "./note-text.ts";
import type { CaseFold, RunFold } from "./run-fold.ts";
import {
  hasSeveralServers,
  isOfEarlierRun,
  judgedSignatures,
  repeatedIdResponses,
  stabilityOf,
  varies,
} from "./stability.ts";
import { reasonIn } from "./response-message.ts";

/**
 * Noteworthy observations of a run, without a verdict. The ones that a developer would act on come first. The framing
 * of messages, and requests that cannot be complete, come last.
 */
export function remarksOf(run: RunFold): Remark[] {
  const unanswered = classRemarks(run, "noAnswer", "no-answer");
  // Requests that differ may have met different servers.
  const isOne = !hasSeveralServers(run);
  const { telling, others } = isOne ? stepRemarks(run) : { telling: [], others: [] };
  return [
    ...rateRemarks(run),
    ...validRemarks(run),
    ...classRemarks(run, "5xx", "server-error"),
    ...unstableRemarks(run),
    ...unanswered.filter((remark) => isSentWhole(run, remark)),
    ...(isOne ? leniencies(run) : []),
    ...telling,
    ...(isOne ? noLimits(run) : []),
    ...(isOne ? outliers(run) : []),
    ...unanswered.filter((remark) => !isSentWhole(run, remark)),
    ...others,
    ...conductRemarks(run.conduct),
    ...protocolRemarks(run),
    ...repeatRemarks(run),
  ];
}

/** The ordinary client sends whole requests; a raw connection may send any part of one. */
const isSentWhole = (run: RunFold, { case: id = "" }: Remark): boolean =>
  run.cases.get(id)?.case.request.sender !== "wire";

/**
 * Steps from or to a 2xx come first, and of those, one of each suite before a second of any. The
 * same holds for steps from or to the response to a repeated id: in cases about the id, it may hide
 * the 2xx.
 */
function stepRemarks(run: RunFold): { telling: Remark[]; others: Remark[] } {
  const repeated = repeatedIdResponses(run);
  const isOfLoss = ofLoss(run);
  const places = findSteps(run)
    .filter(
      ({ below, above }) =>
        !isOfLoss(above.case, above.signature) && !isOfLoss(above.case, below.signature),
    )
    .filter(({ below, above }) => wordsOf(below.signature) !== wordsOf(above.signature))
    .filter((step) => !isExpectedStep(step))
    .map((step) => {
      const sides = [step.below.signature, step.above.signature];
      const accepted = sides.filter((signature) => classOf(signature) === "2xx").length;
      const seen = sides.filter((signature) => repeated.responses.has(signature));
      const hidden = accepted === 0 && seen.length === 1 ? seen[0] : undefined;
      return { step, hidden, telling: accepted === 1 || hidden !== undefined };
    });
  const remarks = (wanted: boolean): Remark[] =>
    inTurns(
      places.filter(({ telling }) => telling === wanted),
      ({ step }) => suiteOf(step.above.case),
    ).map(({ step, hidden }) => ({
      kind: "step",
      case: step.above.case,
      ...joined([step.below.signature, step.above.signature], "→"),
      text:
        stepText(step) +
        (hidden === undefined ? "" : ` (${hidden} is the response to a repeated id)`) +
        refusalText(run, step),
      count: 1,
    }));
  return { telling: remarks(true), others: remarks(false) };
}

/** Why the server refuses one side: another field may be the reason. */
function refusalText(run: RunFold, { below, above }: Step): string {
  const refused = [above, below].find(({ signature }) => classOf(signature) === "4xx");
  const observation = refused && run.cases.get(refused.case)?.first.get(refused.signature);
  const said = observation && reasonIn(observation);
  return said === undefined ? "" : `; the server's reason: "${said}"`;
}

const joined = (signatures: string[], by: "→" | "/"): Pick<Remark, "signature" | "signatures"> => ({
  signature: signatures.join(` ${by} `),
  signatures,
});

function protocolRemarks(run: RunFold): Remark[] {
  const other = run.valid.facts.versions.ranked().filter(([version]) => version !== "1.1");
  return other.map(([version, count]) => ({
    kind: "protocol",
    signature: `HTTP/${version}`,
    text: `a request in HTTP/1.1 gets a response in HTTP/${version}`,
    count,
  }));
}

/** One remark for all valid cases with the same signature, from every suite. Responses of a rate limit have their own remark. */
function validRemarks(run: RunFold): Remark[] {
  const counts = new Map<string, { count: number; case: string; reason: string; said: string }>();
  const repeated = repeatedIdResponses(run);
  for (const fold of run.cases.values()) {
    if (fold.case.valid !== true) continue;
    const stability = stabilityOf(fold, repeated);
    const isUnstable = varies(stability);
    for (const [signature, observation] of fold.first) {
      const found = classOf(signature);
      // Its id is its point: the second sending repeats it.
      if (stability === "changes-on-repeat" && signature !== fold.signatures[0]) continue;
      if (found === "2xx" || (found === "noAnswer" && isUnstable)) continue;
      if (isRefusedAlone(observation) || isInconclusive(observation)) continue;
      if (isAbsence(run, fold.case.id, signature)) continue;
      if (!judgedSignatures(fold).includes(signature)) continue;
      if (isOfEarlierRun(fold, signature, repeated)) continue;
      const { id, reason } = fold.case;
      const said = reasonIn(observation);
      const seen = counts.get(signature) ?? {
        count: 0,
        case: id,
        reason,
        said: said === undefined ? "" : `; the server's reason: "${said}"`,
      };
      counts.set(signature, { ...seen, count: seen.count + 1 });
    }
  }
  return [...counts].map(([signature, { count, case: id, reason, said }]) => ({
    kind: "valid-not-2xx",
    case: id,
    signature,
    text: `${reason}: ${validText(run, id, signature)}${said}`,
    count,
  }));
}

function validText({ documented }: RunFold, id: string, signature: string): string {
  if (documented === undefined) return "a valid request";
  if (lacksCredentials(documented.from))
    return "a valid request, except that required headers were not given";
  if (!isKnownValid({ id, valid: true }, documented.from))
    return "valid, except for parts of the document that are not expressed";
  const statuses = signatureWords(signature).filter((word) => /^\d+$/.test(word));
  if (statuses.length === 0) return "a valid request that gets no status";
  const { responses = [] } = documented.from;
  const isStated = statuses.every((status) => statedFor(responses, status) !== undefined);
  if (statuses.length === 1)
    return `a valid request; the document ${isStated ? "states" : "does not state"} this status`;
  return `a valid request; the document ${isStated ? "states" : "does not state all of"} these statuses`;
}

/**
 * Whether a case got no response because the target was gone. Most cases that were in progress then are innocent, and later ones did not
 * reach it.
 */
export function ofLoss({ notes }: RunFold): (id: string, signature: string) => boolean {
  const lost = notes.map(worded).filter(({ kind }) => kind === "target-lost");
  const named = new Set(lost.flatMap(({ cases = [] }) => cases));
  return (id, signature) => lost.length > 0 && (signature === "refused" || named.has(id));
}

function unstableRemarks(run: RunFold): Remark[] {
  const repeated = repeatedIdResponses(run);
  const isOfLoss = ofLoss(run);
  return [...run.cases.values()]
    .filter((fold) => stabilityOf(fold, repeated) === "unstable")
    .filter(
      (fold) => ![...fold.first.keys()].some((signature) => isOfLoss(fold.case.id, signature)),
    )
    .map((fold) => ({
      kind: "unstable",
      case: fold.case.id,
      ...joined([...fold.first.keys()], "/"),
      text: reasonText(fold.case),
      count: 1,
    }));
}

/** One remark for all cases of a suite that change alike: the suite `repetition` shows why. */
function repeatRemarks(run: RunFold): Remark[] {
  const repeated = repeatedIdResponses(run);
  const groups = new Map<string, Remark>();
  for (const fold of run.cases.values()) {
    if (stabilityOf(fold, repeated) !== "changes-on-repeat") continue;
    const { id, reason } = fold.case;
    const seen = joined([...fold.first.keys()], "/");
    const key = `${suiteOf(id)} ${seen.signature}`;
    const known = groups.get(key);
    if (known !== undefined) known.count += 1;
    else {
      const text = `${reason}; sent again, it repeats an identity`;
      groups.set(key, { kind: "changes-on-repeat", case: id, ...seen, text, count: 1 });
    }
  }
  return [...groups.values()];
}

/**
 * One remark for all cases of a suite with the same signature, named after the first. Raw cases without a response are
 * separate, and so are unfinished ones among them. Cases that get a response at other times are unstable, and have
 * their own remark, as have valid cases (`validRemarks`).
 */
function classRemarks(
  run: RunFold,
  wanted: "5xx" | "noAnswer",
  kind: "server-error" | "no-answer",
): Remark[] {
  const groups = new Map<string, { signature: string; folds: CaseFold[] }>();
  const repeated = repeatedIdResponses(run);
  const isOfLoss = ofLoss(run);
  for (const fold of run.cases.values()) {
    if (fold.case.valid === true) continue;
    if (kind === "no-answer" && varies(stabilityOf(fold, repeated))) continue;
    for (const [signature, observation] of fold.first) {
      if (classOf(signature) !== wanted || isRefusedAlone(observation)) continue;
      if (wanted === "noAnswer" && isOfLoss(fold.case.id, signature)) continue;
      if (wanted === "noAnswer" && isAfterClose(fold, signature)) continue;
      if (isTooSlow(observation) || !judgedSignatures(fold).includes(signature)) continue;
      const key = `${suiteOf(fold.case.id)} ${signature} ${kind === "no-answer" ? sentAs(run, fold) : ""}`;
      groups.set(key, { signature, folds: [...(groups.get(key)?.folds ?? []), fold] });
    }
  }
  const drawn = [...run.properties.values()].flatMap(({ id, examples, outcomes }) =>
    [...examples].flatMap(([signature, [example]]): Remark[] => {
      if (classOf(signature) !== wanted || example === undefined) return [];
      if (isRefusedAlone(example.observation)) return [];
      const [text, count] = [`generated by ${id}`, outcomes.get(signature) ?? 0];
      return [{ kind, case: example.case.id, signature, text, count }];
    }),
  );
  const chosen = [...groups.values()].flatMap(({ signature, folds }): Remark[] => {
    const [lead] = folds;
    if (lead === undefined) return [];
    const { id, reason } = lead.case;
    const unfinished = kind === "no-answer" && sentAs(run, lead) === "unfinished";
    const remark: Remark = { kind, case: id, signature, text: reason, count: folds.length };
    return [unfinished ? { ...remark, unfinished } : remark];
  });
  return [...chosen, ...drawn];
}

/** How much of the request was sent: raw connections may send any part of one, and most servers wait for the rest. */
function sentAs(
  { header }: RunFold,
  { case: { request } }: CaseFold,
): "whole" | "raw" | "unfinished" {
  if (request.sender === "client") return "whole";
  return isUnfinished(request, interfaceOf(header ?? {})) ? "unfinished" : "raw";
}

/** Its only oddity is already in a remark about the ordinary client. */
function isRefusedAlone(observation: Observation | undefined): boolean {
  const { answers } = observation ?? { answers: [] };
  return answers.every(isComplete) && answers.some(({ outcome }) => outcome !== "answered");
}

/** Where the notes of the run name a limit, what it turned away was sent again. */
function rateRemarks({ rateLimited, unavailable, notes }: RunFold): Remark[] {
  const ofLimit =
    "the target reports too many requests: other results may come from its rate limit";
  const ofLoad =
    "with Retry-After, the target reports that it is overloaded: other results may come from that";
  const remarks: Remark[] = [
    { kind: "rate-limited", signature: "429", text: ofLimit, count: rateLimited },
    { kind: "rate-limited", signature: "503", text: ofLoad, count: unavailable },
  ];
  const isNamed = ({ signature }: Remark): boolean =>
    notes.some((note) => note.code === "turned-away" && note.got === signature);
  return remarks.filter((each) => each.count > 0 && !isNamed(each));
}
