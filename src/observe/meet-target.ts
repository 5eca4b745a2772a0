import type { FindingEvidence } from "../learn/index.ts";
import { interfaceOf } from "../contract/index.ts";
import { isRepeatedValue, messageWords } from "../analyse/index.ts";
import { carriesIdentity, layoutOf, requestsOf } from "../generate/index.ts";
import type { CaseRequest, Finding, Interface, RequestResult } from "../model/index.ts";
import type { UniqueField } from "../model/index.ts";
import type { CalibratedRun } from "./calibrate-target.ts";
import { findRefusals } from "./find-refusals.ts";
import { findServers } from "./server-groups.ts";
import { findValueRefusals, type ValueRefusals } from "./value-refusals.ts";

const ASKED_FIRST = 10;

type Reply = { signature: string; replied: { answers: readonly RequestResult[]; fresh: number } };

/** What valid requests get: the usual response, the one to a repeated identity, and whether the values of a request decide. */
export type KnownReplies<R extends Reply> = {
  first?: string;
  repeated?: Repeated | undefined;
  values?: ValueRefusals<R>;
  /** Valid requests get several responses, whatever their values are. */
  isRandom?: true;
};

type Probe<R> = {
  ask: (fresh?: number) => Promise<R>;
  askWith: (request: CaseRequest) => Promise<R>;
  keep: (evidence: FindingEvidence, replies: R[]) => string;
  tell: (finding: Finding) => void;
};

/** Finds out what valid requests get before a target is explored, and notes it. */
export async function meetTarget<R extends Reply>(
  { approached, journal, settings }: CalibratedRun,
  { ask, askWith, keep, tell }: Probe<R>,
): Promise<KnownReplies<R>> {
  const { asking, dispatcher, unique } = approached;
  const { request: sent } = asking;
  const from = interfaceOf(settings.header);
  if (!dispatcher.knowsRefusals && settings.confirm === undefined) {
    const found = await findRefusals(from, {
      valid: async () => (await ask()).replied.answers.at(-1),
      wrong: async ({ request }) => (await askWith(request)).replied.answers.at(-1),
    });
    if (found !== undefined && found.signs.length > 0)
      journal.note({ kind: "check", code: "refusals-in-bodies", ...found });
    dispatcher.heedRefusals(found?.signs ?? []);
  }
  const replies = await Promise.all(Array.from({ length: ASKED_FIRST }, () => ask()));
  const values = await findValueRefusals(replies, { ask, sent, from });
  if (values !== undefined) {
    journal.note({ kind: "explore", ...values.facts });
    return { first: values.facts.first, values };
  }
  const signatures = [...new Set(replies.map(({ signature }) => signature))].toSorted();
  const [first = ""] = signatures;
  if (signatures.length > 1) {
    const evidence = { ...asking, name: "valid", reason: "the stated request, sent often" };
    const kept = keep(evidence, replies);
    const finding = { type: "finding", kind: "unstable", where: "valid" } as const;
    tell({ ...finding, signatures, case: kept, count: ASKED_FIRST });
    const isOfSuites = settings.planned.length > 0 || settings.served !== undefined;
    if (!isOfSuites) await noteServers(settings.valid, { dispatcher, journal });
    return { isRandom: true };
  }
  // Which values must not be repeated is known.
  if (unique.length > 0) return { first };
  const number = dispatcher.reserve(asking);
  const repeated = await findRepeated(() => ask(number), { first, sent, askWith, from });
  if (repeated === undefined) return { first };
  const { signature, said } = repeated;
  const note = { kind: "explore", code: "repeated-id", signature, first } as const;
  journal.note({ ...note, said: said?.words.join(" ") });
  return { first, repeated };
}

/** What an identity gets that was sent before, and what a new one gets. `said`: with which words, where other refusals have the same status. */
export type Repeated = { signature: string; first: string; said: UniqueField | undefined };

type Known = { first: string; sent: CaseRequest; from: Interface };

/** Suites, if any were sent, have looked for several servers before. */
async function noteServers(
  valid: CalibratedRun["settings"]["valid"],
  {
    dispatcher,
    journal,
  }: Pick<CalibratedRun["approached"], "dispatcher"> & Pick<CalibratedRun, "journal">,
): Promise<void> {
  const { servers, asked } = await findServers(valid, dispatcher);
  journal.write({ type: "controls", asked, dropped: 0 });
  if (servers !== undefined)
    journal.note({ kind: "surroundings", code: "several-servers", ...servers });
}

/** Sends one identity three times; undefined if its second response is none that stays, or is the first one. */
async function findRepeated(
  ask: () => Promise<Reply>,
  { first, askWith, sent, from }: Pick<Probe<Reply>, "askWith"> & Known,
): Promise<Repeated | undefined> {
  const [once, twice, thrice] = [await ask(), await ask(), await ask()];
  const { signature } = thrice;
  const isSettled = once.signature === first && twice.signature === signature;
  if (!isSettled || signature === first) return undefined;
  const { identity: path } = layoutOf(from);
  const [repeated] = thrice.replied.answers;
  if (path === undefined || repeated === undefined) return { signature, first, said: undefined };
  const on = requestsOf(from);
  const wrong = on.request(on.body({ [path]: "{}" }));
  const other = await askWith(wrong);
  const [result] = other.replied.answers;
  if (result === undefined || other.signature !== signature)
    return { signature, first, said: undefined };
  const words = messageWords(repeated, sent, from);
  const isAlike = messageWords(result, wrong, from).join(" ") === words.join(" ");
  return { signature, first, said: { path, signature, words, alike: isAlike || undefined } };
}

/** Whether a response is the one that a request gets whose own value exists already. */
export function isTakenReply(
  { signature, answers }: { signature: string; answers: readonly RequestResult[] },
  request: CaseRequest,
  known: { unique: readonly UniqueField[]; repeated: Repeated | undefined; from: Interface },
): boolean {
  const all = known.repeated?.said === undefined ? known.unique : [known.repeated.said];
  if (all.length === 0)
    return signature === known.repeated?.signature && !carriesIdentity(request, known.from);
  const unique = all.filter(({ alike }) => alike !== true);
  return isRepeatedValue(answers, request, { unique, from: known.from });
}
