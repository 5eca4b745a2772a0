import { interfaceOf } from "../contract/index.ts";
import { type ComparedBy, signatureBy } from "../analyse/index.ts";
import type { Case, CaseRequest, Exploration, Finding, Interface } from "../model/index.ts";
import { completenessOf, hasReached, isUnordered, requestCount } from "../model/index.ts";
import { Budget, type FindingEvidence, type Probe, type Reply, Spent } from "../learn/index.ts";
import { Interrupted } from "../errors.ts";
import { freshTexts, isValidRequest, requestSize, requestsOf } from "../generate/index.ts";
import type { CalibratedRun } from "./calibrate-target.ts";
import type { Replied } from "./dispatcher.ts";
import { Revival } from "./start-served.ts";
import { ExploredSurroundings } from "./explored-surroundings.ts";
import { RateLimitedSender } from "./rate-limited-sender.ts";
import { isTakenReply, meetTarget, type KnownReplies, type Repeated } from "./meet-target.ts";
import { Schedule } from "./schedule.ts";
import { counted } from "../text/index.ts";

/** Larger requests are sent while no other is in flight. */
const LARGE_BYTES = 1024 * 1024;
/** After this many consecutive failed connections, the target is gone. */
const GONE_AFTER = 10;

export type TargetReply = Reply & {
  replied: Replied;
  atMs: number;
  tookMs: number;
  repeated?: true;
};

export class ExploredTarget {
  readonly name: string;
  readonly budget: Budget;
  readonly #exploring: CalibratedRun;
  readonly #interface: Interface;
  readonly #comparison: ComparedBy;
  readonly #schedule: Schedule;
  #met: KnownReplies<TargetReply> = {};
  #gone = 0;
  #deadly = 0;
  readonly #revival: Revival | undefined;
  readonly #sender: RateLimitedSender;
  /** Absent where the end of a process explains what is lost. */
  readonly #surroundings: ExploredSurroundings<TargetReply> | undefined;
  #isLimited = false;
  readonly #written: Promise<void>[] = [];
  #recent: { request: CaseRequest; reply: TargetReply }[] = [];
  doubtful = false;

  /** Responses are compared by their status, unless a comparison says something else. */
  constructor(
    exploring: CalibratedRun,
    limits: { maxRequests: number; maxTimeMs: number; signal?: AbortSignal },
    comparison: ComparedBy = { parts: ["status"], ignore: [] },
  ) {
    this.name = exploring.settings.header.target.name;
    this.budget = new Budget({ signal: exploring.settings.signal, ...limits });
    this.#exploring = exploring;
    this.#interface = interfaceOf(exploring.settings.header);
    this.#comparison = comparison;
    this.#schedule = new Schedule(exploring.approached.manner);
    const { settings, journal } = exploring;
    const { served } = settings;
    this.#sender = new RateLimitedSender({
      signal: settings.signal,
      limited: (status) => this.#noteLimit(status),
      givesUp: (status) => this.#giveUp(status),
    });
    const valid = requestsOf(this.#interface).request();
    const control = () => this.#sendOnce(valid);
    this.#revival = served && new Revival({ served, settings, journal, control });
    const givesUp = () => this.#stop("turned-away");
    const { budget } = this;
    if (served === undefined)
      this.#surroundings = new ExploredSurroundings({ exploring, budget, control, givesUp });
  }

  get probe(): Probe<TargetReply> {
    return {
      ask: (request) => this.ask(request),
      keep: this.keep.bind(this),
      width: this.concurrency,
    };
  }

  get end(): "interrupted" | "target-lost" | "turned-away" | "done" {
    if (this.budget.isInterrupted) return "interrupted";
    const { refused } = this.budget;
    if (refused === "rate-limited") return "turned-away";
    return refused === "target-lost" || refused === "turned-away" ? refused : "done";
  }

  get concurrency(): number {
    return this.#exploring.approached.manner.concurrency;
  }

  /** The response to a repeated id, and the first response; undefined if they are the same, or if only their texts tell. */
  get repeated(): Repeated | undefined {
    const { repeated } = this.#met;
    return repeated?.said === undefined ? repeated : undefined;
  }

  /** The values of a valid request decide what it gets: what earlier requests got may be due to theirs. */
  get isByValue(): boolean {
    return this.#met.values !== undefined;
  }

  get isRandom(): boolean {
    return this.#met.isRandom === true;
  }

  get nextFresh(): number {
    return this.#exploring.approached.dispatcher.numbers.next;
  }

  /** Fresh values up to this one are shared by all targets. */
  skipTo(fresh: number): void {
    this.#exploring.approached.dispatcher.numbers.skipTo(fresh);
  }

  progress(what: string): string {
    return `exploring ${this.name}  ${what}  ·  ${counted(this.budget.requests, "request")}`;
  }

  /** Sends a request with these fresh values, or new ones; again while the response is none of the request's doing. */
  async ask(request: CaseRequest, fresh?: number): Promise<TargetReply> {
    const reply = await this.#asNew(request, await this.askAsIs(request, fresh));
    // The first values may have arrived.
    const again = () => this.#sender.send(() => this.#askOnce(request));
    const nature = `${request.sender} ${String(requestSize(request, this.#interface)).length}`;
    const judged = (await this.#surroundings?.judge(reply, again, nature)) ?? reply;
    const { values } = this.#met;
    return values === undefined || fresh !== undefined
      ? judged
      : values.withOthers(judged, request, again);
  }

  /** After a refusal some targets refuse the next request alike (a transaction left open): it is sent again after an accepted one. */
  async #asNew(request: CaseRequest, reply: TargetReply): Promise<TargetReply> {
    if (reply.repeated === undefined) return reply;
    const { request: valid } = this.#exploring.approached.asking;
    this.budget.take(2);
    return this.#scheduled("alone", async () => {
      await this.#send(valid);
      return this.#send(request);
    });
  }

  /** The same, with an error or a silence for what it is: a sequence that varies shows that a target is no machine. */
  askAsIs(request: CaseRequest, fresh?: number): Promise<TargetReply> {
    return this.#sender.send(() => this.#askOnce(request, fresh));
  }

  #noteLimit(status: string): void {
    if (this.#isLimited) return;
    this.#isLimited = true;
    this.#exploring.journal.note({ kind: "explore", code: "rate-limited", status });
  }

  #giveUp(status: string): never {
    this.#exploring.journal.note({ kind: "explore", code: "rate-limit-stays", status });
    return this.#stop("rate-limited");
  }

  #stop(cut: "rate-limited" | "turned-away"): never {
    this.budget.stop(cut);
    // The next request is what the budget refuses.
    this.budget.take();
    throw new Spent(cut);
  }

  async #askOnce(request: CaseRequest, fresh?: number): Promise<TargetReply> {
    this.budget.take(requestCount(request));
    const isLarge = requestSize(request, this.#interface) > LARGE_BYTES;
    return this.#scheduled(isLarge ? "alone" : "beside", () => this.#send(request, fresh));
  }

  #scheduled(how: "alone" | "beside", send: () => Promise<TargetReply>): Promise<TargetReply> {
    return new Promise((resolve, reject) => {
      const failed = (error: unknown): void => reject(this.#cutBy(error));
      this.#schedule.start(() => send().then(resolve, failed), how).catch(failed);
    });
  }

  /** Findings before an interruption are kept: it ends the budget, like its last request. */
  #cutBy(error: unknown): unknown {
    if (!(error instanceof Interrupted)) return error;
    try {
      this.budget.take();
    } catch (spent) {
      return spent;
    }
    return error;
  }

  keep({ name, reason, clauses, request }: FindingEvidence, replies: TargetReply[]): string {
    const valid = isValidRequest(request, this.#interface) || undefined;
    const kept: Case = { id: `explore/${name}`, reason, clauses, request, valid };
    this.#exploring.journal.announce(kept);
    const written = this.#observe(kept, replies);
    // An unwritable record is an error where it is awaited.
    written.catch(() => {});
    this.#written.push(written);
    return kept.id;
  }

  /** Resolves when the record has everything that was kept: the ends of connections are known a little later. */
  async written(): Promise<void> {
    await this.#surroundings?.told();
    await Promise.all(this.#written.splice(0));
  }

  async finished(): Promise<void> {
    await this.written();
    this.#surroundings?.noteChanges();
    this.#surroundings?.noteNoise();
    const { approached, journal } = this.#exploring;
    approached.dispatcher.connections.note(journal);
  }

  tell(record: Finding | Exploration): void {
    if (record.type === "finding" && record.kind === "unstable") this.doubtful = true;
    if (record.type === "finding" && this.#surroundings) this.#surroundings.tell(record);
    else this.#exploring.journal.write(record);
  }

  /** Finds out whether valid requests get random responses, whether their values decide, and the response to a repeated id. */
  async meet(): Promise<void> {
    this.#met = await meetTarget(this.#exploring, {
      ask: (fresh) => this.ask(this.#exploring.approached.asking.request, fresh),
      askWith: (request) => this.askAsIs(request),
      keep: this.keep.bind(this),
      tell: (finding) => this.tell(finding),
    });
  }

  async #observe(kept: Case, replies: TargetReply[]): Promise<void> {
    for (const { replied, atMs } of replies)
      this.#exploring.journal.observe(kept, await replied.settled, atMs);
  }

  async #send(request: CaseRequest, fresh?: number): Promise<TargetReply> {
    await this.#revival?.quiet();
    const first = await this.#sendOnce(request, fresh);
    const reply = await (this.#revival?.settle(
      first,
      // The first values may have arrived.
      () => this.#sendOnce(request),
      (last) => this.#keepDeadly(request, last),
    ) ?? first);
    this.#watch(request, reply);
    return reply;
  }

  #keepDeadly(request: CaseRequest, reply: TargetReply): string {
    this.#deadly += 1;
    const name = `ends-the-server/${this.#deadly}`;
    const reason = "sent alone, the server ended after it";
    return this.keep({ name, reason, clauses: ["behaviour"], request }, [reply]);
  }

  async #sendOnce(request: CaseRequest, fresh?: number): Promise<TargetReply> {
    const { journal, approached, settings } = this.#exploring;
    const atMs = journal.nowMs();
    const sent: Case = {
      id: "explore/request",
      reason: "explored",
      clauses: ["behaviour"],
      request,
    };
    const replied = await approached.dispatcher.reply(sent, fresh);
    const tookMs = journal.nowMs() - atMs;
    const { firstId } = settings.header;
    const from = this.#interface;
    // Only a comparison of connection ends waits for it: the next request need not.
    const { end } = this.#comparison.parts.includes("close")
      ? await replied.settled
      : { end: "none" as const };
    const seen = { answers: replied.answers, end };
    const signature = signatureBy(this.#comparison, seen, {
      unordered: isUnordered(sent),
      fresh: freshTexts(request, { firstId, fresh: replied.fresh, from }),
    });
    const isOwn = replied.answers.some((result) => completenessOf(result) === "not-judged");
    const known = { unique: approached.unique, repeated: this.#met.repeated, from };
    const isRepeated = isTakenReply({ signature, answers: replied.answers }, request, known);
    return {
      signature: isRepeated ? (this.#met.first ?? signature) : signature,
      ...(isRepeated && { repeated: true as const }),
      ...(isOwn && { own: true as const }),
      replied,
      atMs,
      tookMs,
    };
  }

  #watch(request: CaseRequest, reply: TargetReply): void {
    const outside = !hasReached(reply.replied);
    this.#gone = outside ? this.#gone + 1 : 0;
    if (!outside) this.#recent = [...this.#recent.slice(1 - this.concurrency), { request, reply }];
    if (this.#gone !== GONE_AFTER) return;
    this.budget.stop("target-lost");
    this.#exploring.journal.note({
      kind: "target-lost",
      code: "no-connections",
      cases: this.#recent.map(({ request: last, reply: got }, nth) =>
        this.keep(
          {
            name: `lost/${nth + 1}`,
            reason: "one of the last requests before the target was gone",
            clauses: ["behaviour"],
            request: last,
          },
          [got],
        ),
      ),
    });
  }
}
