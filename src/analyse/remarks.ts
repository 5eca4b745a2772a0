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
import { findSteps, outliers, type Step, stepText, wordsOf } from "./outliers.ts";
import { isExpectedStep } from "./limits.ts";
import { worded } from "./note-text.ts";
import type { CaseFold, RunFold } from "./run-fold.ts";
import {
  hasSeveralServers,
  isOfEarlierRun,
  judgedSignatures,
  repeatedIdResponses,
  saysRepeated,
  stabilityOf,
  varies,
} from "./stability.ts";
import { reasonIn } from "./response-message.ts";
import { groupBy, inTurns } from "../stats/index.ts";

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
 * same holds for steps from or to what a repeated identity gets: in cases about the identity, it may hide
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
      const seen = [step.below, step.above]
        .filter(({ case: id, signature }) => {
          const fold = run.cases.get(id);
          return fold !== undefined && saysRepeated(fold, signature, repeated);
        })
        .map(({ signature }) => signature);
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
        (hidden === undefined ? "" : ` (${hidden} is what the same request again gets)`) +
        refusalText(run, step),
      count: 1,
    }));
  return { telling: remarks(true), others: remarks(false) };
}

/** Why the server refuses one side: another field may be the reason. */
function refusalText(run: RunFold, { below, above }: Step): string {
  const refused = [above, below].find(({ signature }) => classOf(signature) === "4xx");
  return saidText(refused && run.cases.get(refused.case)?.first.get(refused.signature));
}

function saidText(observation: Observation | undefined): string {
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
  const found: { signature: string; fold: CaseFold; observation: Observation }[] = [];
  const repeated = repeatedIdResponses(run);
  for (const fold of run.cases.values()) {
    if (fold.case.valid !== true) continue;
    const stability = stabilityOf(fold, repeated);
    const isUnstable = varies(stability);
    for (const [signature, observation] of fold.first) {
      const word = classOf(signature);
      // Its id is its point: the second sending repeats it.
      if (stability === "changes-on-repeat" && signature !== fold.signatures[0]) continue;
      if (word === "2xx" || (word === "noAnswer" && isUnstable)) continue;
      if (isRefusedAlone(observation) || isInconclusive(observation)) continue;
      if (isAbsence(run, fold.case.id, signature)) continue;
      if (!judgedSignatures(fold).includes(signature)) continue;
      if (isOfEarlierRun(fold, signature, repeated)) continue;
      found.push({ signature, fold, observation });
    }
  }
  return [...groupBy(found, ({ signature }) => signature)].map(([signature, all]): Remark => {
    const [{ fold, observation }] = all;
    const { id, reason } = fold.case;
    const text = `${reason}: ${validText(run, id, signature)}${saidText(observation)}`;
    return { kind: "valid-not-2xx", case: id, signature, text, count: all.length };
  });
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
    .map((fold) => {
      const seen = joined([...fold.first.keys()], "/");
      return {
        kind: "unstable",
        case: fold.case.id,
        ...seen,
        text: reasonText(fold.case),
        count: 1,
      };
    });
}

/** One remark for all cases of a suite that change alike: the suite `repetition` shows why. */
function repeatRemarks(run: RunFold): Remark[] {
  const repeated = repeatedIdResponses(run);
  const changing = [...run.cases.values()].filter(
    (fold) => stabilityOf(fold, repeated) === "changes-on-repeat",
  );
  const seenIn = ({ first }: CaseFold) => joined([...first.keys()], "/");
  const groups = groupBy(changing, (fold) => `${suiteOf(fold.case.id)} ${seenIn(fold).signature}`);
  return [...groups.values()].map((all): Remark => {
    const { id, reason } = all[0].case;
    const text = `${reason}; sent again, it repeats an identity`;
    return { kind: "changes-on-repeat", case: id, ...seenIn(all[0]), text, count: all.length };
  });
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
  const found: { signature: string; fold: CaseFold }[] = [];
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
      found.push({ signature, fold });
    }
  }
  const keyOf = ({ signature, fold }: (typeof found)[number]): string =>
    `${suiteOf(fold.case.id)} ${signature} ${kind === "no-answer" ? sentAs(run, fold) : ""}`;
  const drawn = [...run.properties.values()].flatMap(({ id, examples, outcomes }) =>
    [...examples].flatMap(([signature, [example]]): Remark[] => {
      if (classOf(signature) !== wanted || example === undefined) return [];
      if (isRefusedAlone(example.observation)) return [];
      const [text, count] = [`generated by ${id}`, outcomes.get(signature) ?? 0];
      return [{ kind, case: example.case.id, signature, text, count }];
    }),
  );
  const chosen = [...groupBy(found, keyOf).values()].map((all): Remark => {
    const [{ signature, fold: lead }] = all;
    const { id, reason } = lead.case;
    const unfinished = kind === "no-answer" && sentAs(run, lead) === "unfinished";
    const remark: Remark = { kind, case: id, signature, text: reason, count: all.length };
    return unfinished ? { ...remark, unfinished } : remark;
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
