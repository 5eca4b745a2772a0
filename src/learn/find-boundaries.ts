import type { Axis, AxisFinding, CaseRequest } from "../model/index.ts";
import { classOf, isNotFound } from "../model/index.ts";
import { type Probe, type Reply, Spent, untilSpent, confirm, sideBySide } from "./probe.ts";
import { narrow, type Gap, type ProbedPlace } from "./narrow.ts";

/** If more than this share of its rungs is unstable, an axis has no meaningful boundaries; if valid requests are, a single one shows it. */
const UNSTABLE_SHARE = 0.2;

/** `doubtful`: some requests get several responses; `isRandom`: valid ones do. */
type Known = { doubtful: () => boolean; isRandom: boolean };

/** A rung that was sent twice: one place where both responses agree. */
type Rung<R extends Reply> = ProbedPlace<R> & { others: string[] };

/** Larger values are not sent in other characters. */
const MOST_OTHERS = 100_000n;

const isAccepted = (signature: string): boolean => classOf(signature) === "2xx";

/** Walks an axis rung by rung, each twice, and narrows every change to adjacent places; no order is assumed, each change is a boundary. */
export async function findBoundaries<R extends Reply>(
  axis: Axis,
  asking: Probe<R>,
  known: Known,
): Promise<AxisFinding> {
  const walk = new Walk(axis, asking, known);
  const spent = await untilSpent(() => walk.go());
  return walk.finding(spent instanceof Spent ? spent : undefined);
}

class Walk<R extends Reply> {
  readonly #axis: Axis;
  readonly #asking: Probe<R>;
  readonly #known: Known;
  #rungs: Rung<R>[] = [];
  #requests = 0;
  #gaps: Gap<R>[] = [];
  #boundaries: AxisFinding["boundaries"] = [];
  #unstable: AxisFinding["unstable"] = [];
  #unit: string | undefined;
  /** Where places name resources, what those get that do not exist; the others count as if they got it, too. */
  #absent: string | undefined;

  constructor(axis: Axis, asking: Probe<R>, known: Known) {
    this.#axis = axis;
    this.#unit = axis.unit;
    this.#asking = asking;
    this.#known = known;
  }

  async go(): Promise<void> {
    await this.#walk();
    const unstable = this.#rungs.filter(({ others }) => others.length > 0);
    const most = this.#known.isRandom ? 0 : UNSTABLE_SHARE * this.#rungs.length;
    if (unstable.length > most)
      return this.#giveUp(unstable.flatMap(({ reply, others }) => [reply.signature, ...others]));
    for (const [index, far] of this.#rungs.entries()) {
      const near = this.#rungs[index - 1];
      if (near !== undefined) await this.#look(near, far);
    }
    const found = this.#unstable.flatMap(({ signatures }) => signatures);
    if (this.#known.isRandom && found.length > 0) this.#giveUp(found);
  }

  /** Forward and backward, so that the two sendings of one place are apart. */
  async #walk(): Promise<void> {
    const { rungs, slow } = this.#axis;
    const width = slow ? rungs.length : this.#asking.width;
    const first = await sideBySide(rungs, width, (at) => this.#ask(at));
    const back = await sideBySide(rungs.toReversed(), width, (at) => this.#ask(at));
    if (this.#axis.ofNames === true)
      this.#absent = first.find(({ reply }) => isNotFound(reply.signature))?.reply.signature;
    this.#rungs = first.map(({ at, reply: raw }, index) => {
      const reply = this.#read(raw);
      const again = this.#read(back[rungs.length - 1 - index]?.reply ?? raw).signature;
      return { at, reply, others: again === reply.signature ? [] : [again] };
    });
  }

  async #ask(at: bigint): Promise<ProbedPlace<R>> {
    return { at, reply: await this.#askOther(this.#axis.request(at)) };
  }

  #read(reply: R): R {
    const isOfExisting = this.#absent !== undefined && isAccepted(reply.signature);
    return isOfExisting ? { ...reply, signature: this.#absent } : reply;
  }

  #giveUp(all: readonly string[]): void {
    const { rungs } = this.#axis;
    const signatures = [...new Set(all)];
    this.#unstable = [{ from: String(rungs[0]), to: String(rungs.at(-1)), signatures }];
    this.#rungs = [];
    this.#boundaries = [];
  }

  async #look(near: Rung<R>, far: Rung<R>): Promise<void> {
    if (near.reply.own === true || far.reply.own === true) return;
    const others = [...near.others, ...far.others];
    if (others.length > 0) return this.#callUnstable(near, far, others);
    if (near.reply.signature === far.reply.signature) return;
    const before = this.#requests;
    const gaps = await narrow(near, far, {
      ask: (at) => this.#ask(at),
      pieces: this.#axis.slow ? this.#asking.width : 1,
    });
    const probes = this.#requests - before;
    for (const gap of gaps) await this.#settle(gap, probes);
  }

  async #settle(gap: Gap<R>, probes: number): Promise<void> {
    const { near, far } = gap;
    if (near.reply.own === true || far.reply.own === true) return;
    const again = await confirm(
      [near, far],
      (place) => this.#ask(place.at),
      this.#known.doubtful(),
    );
    const [nearReplies = [], farReplies = []] = again.map((places) =>
      places.map(({ reply }) => reply),
    );
    const differing = [
      ...nearReplies.filter(({ signature }) => signature !== near.reply.signature),
      ...farReplies.filter(({ signature }) => signature !== far.reply.signature),
    ].map(({ signature }) => signature);
    if (differing.length > 0) return this.#callUnstable(near, far, differing);
    this.#gaps.push(gap);
    const isOfValues = await this.#isOfValues(gap);
    if (!isOfValues) await this.#findUnit(gap);
    this.#boundaries.push({
      ofValues: isOfValues || undefined,
      near: this.#side(near, [near.reply, ...nearReplies]),
      far: this.#side(far, [far.reply, ...farReplies]),
      probes,
    });
  }

  /** Whether other values of these sizes, in another form, or elsewhere show that the size does not decide alone. */
  async #isOfValues({ near, far }: Gap<R>): Promise<boolean> {
    const { others } = this.#axis;
    if (others === undefined || near.at > MOST_OTHERS || far.at > MOST_OTHERS) return false;
    const [nearer, farther] = [
      { ...others(near.at), signature: near.reply.signature },
      { ...others(far.at), signature: far.reply.signature },
    ];
    const got = async (request: CaseRequest): Promise<string> =>
      (await this.#askOther(request)).signature;
    for (const { elsewhere, signature } of [nearer, farther])
      for (const request of isAccepted(signature) ? [] : elsewhere)
        if (isAccepted(await got(request))) return true;
    for (const { same, signature } of [nearer, farther])
      for (const request of same) if ((await got(request)) !== signature) return true;
    for (const [index, request] of nearer.alias.entries()) {
      const beyond = farther.alias[index];
      if (beyond === undefined || (await got(request)) !== nearer.signature) continue;
      if ((await got(beyond)) === farther.signature) return true;
    }
    const [inside, outside] = isAccepted(farther.signature) ? [farther, nearer] : [nearer, farther];
    for (const [index, request] of inside.plain.entries()) {
      const beyond = outside.plain[index];
      // Where it is refused, too, its characters or the other fields are wrong, and it shows nothing about the size.
      if (beyond === undefined || (await got(request)) !== inside.signature) continue;
      if ((await got(beyond)) !== outside.signature) return true;
    }
    return false;
  }

  /** Finds out whether the size counts in another unit: characters of two units each reach it with half as many. */
  async #findUnit({ near, far }: Gap<R>): Promise<void> {
    const { others } = this.#axis;
    if (others === undefined || near.at > MOST_OTHERS || near.at > far.at) return;
    for (const { unit, weight, request } of others(near.at).wide) {
      const signatureAt = async (at: bigint): Promise<string> =>
        (await this.#askOther(request(at))).signature;
      const isAsPlain = (await signatureAt(near.at)) === near.reply.signature;
      if (isAsPlain || near.at < weight) continue;
      const half = near.at / weight;
      const isReached =
        (await signatureAt(half)) === near.reply.signature &&
        (await signatureAt(half + 1n)) === far.reply.signature;
      if (!isReached) continue;
      this.#unit = unit;
      return;
    }
  }

  async #askOther(request: CaseRequest): Promise<R> {
    this.#requests += 1;
    return this.#read(await this.#asking.ask(request));
  }

  #side({ at, reply }: ProbedPlace<R>, replies: R[]): AxisFinding["boundaries"][number]["near"] {
    const { name, title, clauses, request } = this.#axis;
    const kept = this.#asking.keep(
      {
        name: `${name}/${shortName(at)}`,
        reason: `${title}: ${at}`,
        clauses,
        request: request(at),
      },
      replies,
    );
    return { at: String(at), signature: reply.signature, case: kept };
  }

  #callUnstable(near: ProbedPlace<R>, far: ProbedPlace<R>, others: string[]): void {
    const signatures = new Set([near.reply.signature, far.reply.signature, ...others]);
    this.#unstable.push({ from: String(near.at), to: String(far.at), signatures: [...signatures] });
  }

  finding(spent: Spent | undefined): AxisFinding {
    const { name, title, scale, capped } = this.#axis;
    return {
      type: "finding",
      kind: "axis",
      axis: name,
      title,
      unit: this.#unit,
      scale,
      stretches: this.#stretches(),
      boundaries: this.#boundaries,
      unstable: this.#unstable,
      capped,
      requests: this.#requests,
      cut: spent?.cut,
    };
  }

  /** Stable places in exploration order; adjacent ones with the same signature are joined. */
  #stretches(): AxisFinding["stretches"] {
    const rungs = this.#rungs.map(({ at, reply, others }) => ({
      at,
      signature: others.length === 0 && reply.own !== true ? reply.signature : undefined,
    }));
    const sides = this.#gaps
      .flatMap(({ near, far }) => [near, far])
      .map(({ at, reply }) => ({ at, signature: reply.signature }));
    const places = [...rungs, ...sides].toSorted((a, b) => {
      if (a.at === b.at) return 0;
      return a.at > b.at === this.#goesUp ? 1 : -1;
    });
    const stretches: AxisFinding["stretches"] = [];
    let open: (typeof stretches)[number] | undefined;
    for (const { at, signature } of places) {
      if (open !== undefined && open.signature === signature) open.to = String(at);
      else if (signature === undefined) open = undefined;
      else stretches.push((open = { from: String(at), to: String(at), signature }));
    }
    return stretches;
  }

  get #goesUp(): boolean {
    const [first, second] = this.#axis.rungs;
    return first === undefined || second === undefined || second > first;
  }
}

/** A place as part of a case's id: long numbers by their ends and their length. */
function shortName(at: bigint): string {
  const text = String(at);
  return text.length <= 40 ? text : `${text.slice(0, 8)}..${text.slice(-8)}-${text.length}-digits`;
}
