import { isRepeatedValue, saidWords } from "../analyse/index.ts";
import { carriesIdentity, layoutOf, requestsOf } from "../generate/index.ts";
import type { CaseRequest, Interface, RequestResult, UniqueField } from "../model/index.ts";

type Reply = { signature: string; replied: { answers: readonly RequestResult[] } };

/** What an identity gets that was sent before, and what a new one gets. `said`: with which words, where other refusals have the same status. */
export type Repeated = { signature: string; first: string; said: UniqueField | undefined };

/** Sends one identity three times; undefined if its second response is none that stays, or is the first one. */
export async function findRepeated(
  ask: () => Promise<Reply>,
  {
    first,
    askWith,
    sent,
    from,
  }: {
    first: string;
    askWith: (request: CaseRequest) => Promise<Reply>;
    sent: CaseRequest;
    from: Interface;
  },
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
  const words = saidWords(repeated, sent, from);
  const isAlike = saidWords(result, wrong, from).join(" ") === words.join(" ");
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
