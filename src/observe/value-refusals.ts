import { messageWords, serverReason } from "../analyse/index.ts";
import { carriesIdentity } from "../generate/index.ts";
import { classOf, type CaseRequest, type Interface, type RequestResult } from "../model/index.ts";

type Reply = { signature: string; replied: { answers: readonly RequestResult[]; fresh: number } };

/** If valid requests are refused at first, so many are sent until one is accepted. */
const MOST_ASKED = 40;
/** The probability that a target which responds at random gives each value that is sent again what it got before. */
const BY_ACCIDENT = 1e-3;
/** More than the longest turn of servers that respond in turn. */
const LEAST_AGAIN = 7;
/** So many other values are tried at most before a request counts as refused for another reason. */
const MOST_OTHERS = 60;

const isRefusal = ({ signature }: Reply): boolean =>
  ["4xx", "refusal"].includes(classOf(signature)) && signature !== "429";

/** Refusals that are due to the new values of a request: with others, it is accepted. */
export class ValueRefusals<R extends Reply> {
  readonly facts: {
    code: "values-decide";
    refused: number;
    asked: number;
    reason?: string;
  } & Record<"signature" | "first", string>;
  readonly #said: string;
  readonly #from: Interface;

  constructor(refused: R, facts: ValueRefusals<R>["facts"], sent: CaseRequest, from: Interface) {
    this.facts = facts;
    this.#from = from;
    this.#said = this.#wordsOf(refused, sent);
  }

  #wordsOf({ replied }: R, request: CaseRequest): string {
    const [result] = replied.answers;
    return result === undefined ? "" : messageWords(result, request, this.#from).join(" ");
  }

  /** Sends a request with other values, while it is refused as those of valid requests are. */
  async withOthers(reply: R, request: CaseRequest, again: () => Promise<R>): Promise<R> {
    const { refused, asked } = this.facts;
    if (!carriesIdentity(request, this.#from)) return reply;
    const most = Math.ceil(Math.log(BY_ACCIDENT) / Math.log(refused / asked));
    let last = reply;
    for (let nth = 0; nth < Math.min(most, MOST_OTHERS) && this.#isOfValue(last, request); nth += 1)
      last = await again();
    return last;
  }

  #isOfValue(reply: R, request: CaseRequest): boolean {
    return reply.signature === this.facts.signature && this.#wordsOf(reply, request) === this.#said;
  }
}

/** Whether a refused value is refused again each time, and an accepted one never. `share`: how many of all values were refused. */
export async function doValuesDecide(
  { refused, accepted, share }: { refused: number; accepted: number; share: number },
  isRefusedAgain: (fresh: number) => Promise<boolean>,
): Promise<{ isSo: boolean; asked: number }> {
  const byChance = Math.log(BY_ACCIDENT) / Math.log(share * (1 - share));
  const times = Math.max(LEAST_AGAIN, Math.ceil(byChance));
  let asked = 0;
  // In a row: servers in turn would meet each of them with each value.
  for (const fresh of [refused, accepted])
    for (let nth = 0; nth < times; nth += 1) {
      asked += 1;
      if ((await isRefusedAgain(fresh)) !== (fresh === refused)) return { isSo: false, asked };
    }
  return { isSo: true, asked };
}

type Probe<R> = { ask: (fresh?: number) => Promise<R>; sent: CaseRequest; from: Interface };

/** Whether some new values of a valid request are refused each time that they are sent, and others never: undefined if not. */
export async function findValueRefusals<R extends Reply>(
  replies: readonly R[],
  { ask, sent, from }: Probe<R>,
): Promise<ValueRefusals<R> | undefined> {
  const all = [...replies];
  const isAccepted = ({ signature }: R): boolean => classOf(signature) === "2xx";
  while (all.every(isRefusal) && all.length < MOST_ASKED) all.push(await ask());
  const refused = all.filter(isRefusal);
  const [first] = refused;
  const accepted = all.find(isAccepted);
  const known = new Set([first?.signature, accepted?.signature]);
  if (first === undefined || accepted === undefined) return undefined;
  if (all.some(({ signature }) => !known.has(signature))) return undefined;
  const values = { refused: first.replied.fresh, accepted: accepted.replied.fresh };
  const { isSo } = await doValuesDecide(
    { ...values, share: refused.length / all.length },
    async (fresh) => (await ask(fresh)).signature === first.signature,
  );
  if (!isSo) return undefined;
  const [result] = first.replied.answers;
  const reason = result?.outcome === "answered" ? serverReason(result.response) : undefined;
  const facts = {
    code: "values-decide" as const,
    signature: first.signature,
    first: accepted.signature,
    refused: refused.length,
    asked: all.length,
    ...(reason !== undefined && { reason }),
  };
  return new ValueRefusals(first, facts, sent, from);
}
