import { responseForm } from "../analyse/index.ts";
import type { LetterStep, ResourceTraits, StateLetter } from "../generate/index.ts";
import { freshTexts, letterSequence } from "../generate/index.ts";
import { Contradiction, type Word } from "../learn/index.ts";
import type { Interface, RawRequest } from "../model/index.ts";
import { sum } from "../stats/index.ts";
import type { ExploredTarget, TargetReply } from "./explored-target.ts";

const NOTHING = "-";
/** How often a sequence is sent again that got two responses, and sent that got none in time. */
const AGAIN = 3;
/** How often one is sent that took long; a busy machine may be late several times in a row. */
const MOST_LATE = 8;
/** Responses that did not come: by chance, unless the same letter gets none again and again. */
const LOST = new Set(["timed-out", "reset", "closed"]);
/** The usual time of a request is that of the quickest sequences. It grows by at most this factor. */
const GROWTH = 1.1;
const LONG_MS = 250;
/** So many usual times may one response take, and all of them each. */
const MOST_USUAL = { one: 4, each: 2 };

/**
 * Whether a sequence took long: a response, the time between two, or all of it without its pauses. The target may have served one
 * request at its beginning and the next one about the same identity at its end, when a state had ended.
 */
export function tookLong(
  timesMs: readonly number[],
  { betweenMs, usualMs }: Record<"betweenMs" | "usualMs", number>,
): boolean {
  const all = sum(timesMs) + betweenMs;
  return (
    Math.max(betweenMs, ...timesMs) > LONG_MS + MOST_USUAL.one * usualMs ||
    all > LONG_MS + MOST_USUAL.each * usualMs * timesMs.length
  );
}

export type SentSequence = { outputs: string[]; request?: RawRequest; reply?: TargetReply };

/** What a sequence got that is not always the same: each list of responses, and how often. */
export type VaryingSequence = {
  word: Word;
  outputs: { outputs: string[]; times: number }[];
  request: RawRequest;
  replies: TargetReply[];
};

/** Thrown when the target turns out to need another way of sending or reading: everything is to be learned again. */
export class OtherProtocol extends Error {}

type Resource = { from: Interface; firstId: number; seed: number; traits?: ResourceTraits };

/** Sends each sequence with new identities, twice: on several connections, and on one, unless the target closes it. */
export class StateTeacher {
  readonly letters: readonly StateLetter[];
  readonly seed: number;
  /** The target remembers by connection: everything is sent on one. */
  perConnection = false;
  /** The form of bodies varies: only the status counts. */
  byStatus = false;
  sequences = 0;
  requests = 0;
  variation: VaryingSequence | undefined;
  #keepsOne = true;
  #usualMs = 20;
  readonly #losing = new Set<string>();
  /** Sequences that got the same on one connection as on several, before it was known that this matters: they need not be sent again. */
  readonly #alike = new Map<string, string[]>();
  readonly #target: ExploredTarget;
  readonly #traits: ResourceTraits;
  readonly #from: Interface;
  readonly #firstId: number;

  constructor(
    target: ExploredTarget,
    letters: readonly StateLetter[],
    { from, firstId, seed, traits = {} }: Resource,
  ) {
    this.#traits = traits;
    this.seed = seed;
    this.#target = target;
    this.letters = letters;
    this.#from = from;
    this.#firstId = firstId;
  }

  /** How much of the target's budget is used up: 0 to 1. */
  get share(): number {
    return this.#target.budget.share;
  }

  /** Responses to each sequence. Rejects with `Contradiction` if one varies, and with `OtherProtocol`. */
  async ask(words: readonly Word[]): Promise<string[][]> {
    const all = await Promise.all(words.map((word) => this.#twice(word)));
    this.sequences += words.length;
    return all;
  }

  send(word: Word, one = this.perConnection): Promise<SentSequence> {
    return this.sendSteps(
      word.flatMap((at) => this.letters[at] ?? []).map((letter) => ({ letter })),
      one,
    );
  }

  /** Sent again if it lost a response, or took long: a busy machine is late, and a state may have ended meanwhile. */
  async sendSteps(steps: readonly LetterStep[], one = this.perConnection): Promise<SentSequence> {
    const lostIn = ({ outputs }: SentSequence): string | undefined =>
      steps[outputs.findIndex((each) => LOST.has(each))]?.letter.id;
    let sent = await this.#sendOnce(steps, one);
    for (let turn = 1; turn < MOST_LATE; turn += 1) {
      const lost = lostIn(sent);
      if (lost === undefined ? !this.#tookLong(sent) : this.#losing.has(lost)) return sent;
      sent = await this.#sendOnce(steps, one);
      if (lost !== undefined && turn === AGAIN - 1 && lostIn(sent) === lost) this.#losing.add(lost);
    }
    return sent;
  }

  #tookLong({ request, reply }: SentSequence): boolean {
    const timesMs = (reply?.replied.answers ?? []).map(({ totalUs }) => totalUs / 1000);
    if (request === undefined || reply === undefined || timesMs.length === 0) return false;
    const pausedMs = sum(request.steps.map((step) => (step.do === "pause" ? step.ms : 0)));
    const betweenMs = reply.tookMs - pausedMs - sum(timesMs);
    const meanMs = sum(timesMs) / timesMs.length;
    this.#usualMs = Math.min(meanMs, this.#usualMs * GROWTH);
    return tookLong(timesMs, { betweenMs, usualMs: this.#usualMs });
  }

  async #sendOnce(steps: readonly LetterStep[], one: boolean): Promise<SentSequence> {
    // A pause at the end shows nothing.
    const last = steps.findLastIndex(({ letter }) => letter.requests !== undefined);
    if (last === -1) return { outputs: steps.map(() => NOTHING) };
    const shown = steps.slice(0, last + 1);
    const { request, answerOf } = letterSequence(shown, this.#from, { ...this.#traits, one });
    const reply = await this.#target.askAsIs(request);
    const { answers, fresh } = reply.replied;
    const texts = freshTexts(request, { firstId: this.#firstId, fresh, from: this.#from });
    const outputs = steps.map(({ letter }, at) => {
      if (letter.requests === undefined) return NOTHING;
      const answer = answers[answerOf[at] ?? -1];
      if (answer === undefined) return "closed";
      const form = responseForm(answer, texts);
      return this.byStatus ? statusWord(form) : form;
    });
    this.requests += answers.length;
    return { outputs, request, reply };
  }

  async #twice(word: Word): Promise<string[]> {
    const { perConnection } = this;
    const isOnOne = perConnection || this.#keepsOne;
    const known = this.#alike.get(word.join());
    if (known !== undefined) return known;
    const both = await Promise.all([this.send(word), this.send(word, isOnOne)]);
    const [one, two] = both;
    if (isSame(one, two)) {
      if (isOnOne && !perConnection) this.#alike.set(word.join(), one.outputs);
      return one.outputs;
    }
    return this.#closes([two]) ? this.#twice(word) : this.#explain(word, both, perConnection);
  }

  /** Whether the target ends connections, so that a sequence on one shows nothing; none is sent on one then. */
  #closes(onOne: readonly SentSequence[]): boolean {
    const isClosing = !this.perConnection && onOne.some(isClosed);
    if (isClosing) this.#keepsOne = false;
    return isClosing;
  }

  /** Why the same sequence got two responses. @throws OtherProtocol, Contradiction */
  async #explain(
    word: Word,
    [one, two]: [SentSequence, SentSequence],
    wasPerConnection: boolean,
  ): Promise<string[]> {
    const apart = [one];
    const together = [two];
    for (let turn = 0; turn < AGAIN; turn += 1) {
      apart.push(await this.send(word));
      together.push(await this.send(word, this.perConnection || this.#keepsOne));
    }
    if (this.#closes(together)) return this.#twice(word);
    const isSettled = [apart, together].every((all) => all.every((each) => isSame(each, all[0])));
    if (isSettled && !this.perConnection && this.#keepsOne) this.perConnection = true;
    // Another sequence of the same batch may have found it first.
    if (this.perConnection !== wasPerConnection) throw new OtherProtocol("per connection");
    return this.contradict(word, [...apart, ...together]);
  }

  /** Reports a sequence that varies; if only the form of bodies does, learning begins again without it. */
  contradict(word: Word, all: readonly SentSequence[]): never {
    const statuses = new Set(all.map(({ outputs }) => outputs.map(statusWord).join()));
    // It may be set by now: another sequence of the same batch found it first.
    if (statuses.size === 1) {
      this.byStatus = true;
      this.#alike.clear();
      throw new OtherProtocol("by status");
    }
    const counts = new Map<string, { outputs: string[]; times: number }>();
    for (const { outputs } of all) {
      const known = counts.get(outputs.join()) ?? { outputs, times: 0 };
      counts.set(outputs.join(), { ...known, times: known.times + 1 });
    }
    const request = all.find((each) => each.request !== undefined)?.request;
    if (request !== undefined)
      this.variation = {
        word,
        outputs: [...counts.values()],
        request,
        replies: all.flatMap(({ reply }) => reply ?? []),
      };
    const [first = [], second = []] = [...counts.values()].map(({ outputs }) => outputs);
    const at = first.findIndex((each, index) => each !== second[index]);
    throw new Contradiction(word.slice(0, at + 1), [first[at] ?? "", second[at] ?? ""]);
  }
}

const statusWord = (output: string): string => output.split(" ", 1)[0] ?? output;

const isSame = (one: SentSequence, other: SentSequence | undefined): boolean =>
  one.outputs.every((each, at) => each === other?.outputs[at]);

/** Whether the target closed the only connection of a sequence before its last response. */
const isClosed = ({ outputs, request }: SentSequence): boolean =>
  request?.steps.every((step) => step.do === "pause" || (step.on ?? 0) === 0) === true &&
  outputs.findIndex((each) => each === "closed" || each === "reset") > 0;
