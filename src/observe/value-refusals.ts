import { saidWords, serverReason } from "../analyse/index.ts";
import { carriesIdentity } from "../generate/index.ts";
import { classOf, type CaseRequest, type Interface, type RequestResult } from "../model/index.ts";

type Reply = {
  signature: string;
  replied: { answers: readonly RequestResult[]; fresh: number };
};

/** If valid requests are refused at first, so many are sent until one is accepted. */
const MOST_ASKED = 40;
/** So improbable is it that a target at random gives a value that is sent again what it got, each time. */
const BY_ACCIDENT = 1e-3;
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
    return result === undefined ? "" : saidWords(result, request, this.#from).join(" ");
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

/** Whether some new values of a valid request are refused each time that they are sent, and others never: undefined if not. */
export async function findValueRefusals<R extends Reply>(
  replies: readonly R[],
  {
    ask,
    sent,
    from,
  }: {
    ask: (fresh?: number) => Promise<R>;
    sent: CaseRequest;
    from: Interface;
  },
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
  const share = refused.length / all.length;
  const times = Math.max(
    LEAST_AGAIN,
    Math.ceil(Math.log(BY_ACCIDENT) / Math.log(share * (1 - share))),
  );
  for (const each of [first, accepted])
    for (let nth = 0; nth < times; nth += 1) {
      const { signature } = await ask(each.replied.fresh);
      if ((signature === first.signature) !== (each === first)) return undefined;
    }
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
