import fc from "fast-check";
import { declaredKeywords, lastResponse, responseCheck } from "../analyse/index.ts";
import { interfaceOf } from "../contract/index.ts";
import { type Broke, type Probed, probesOf, untilSpent } from "../learn/index.ts";
import { type Requests, exampleBytes, requestsOf, validRequest } from "../generate/index.ts";
import type { CaseRequest, ContractChange, ContractProof, Interface } from "../model/index.ts";
import type { KeywordChange, RunEnd } from "../model/index.ts";
import { shortValue } from "../text/index.ts";
import type { CalibratedRun } from "./calibrate-target.ts";
import { ExploredTarget, type TargetReply } from "./explored-target.ts";

/** Requests drawn from the document, and just outside each changed keyword. */
const COUNT = 500;
/** The same of a login: many wrong ones may lock users out. */
const COUNT_OF_LOGIN = 20;
const MOST_REQUESTS = 20_000;
/** A slower server gets fewer requests: the proof has their number. */
const MOST_MS = 120_000;
/** The same for each keyword, and for the drawn requests. */
const MOST_STEP_MS = 10_000;
const SHOWN = 60;
/** Values of refused requests that are sent again, for each change. */
const MOST_DOUBTED = 20;

/** A document that is written once requests have shown that it is right. */
export type ContractDraft = {
  differing: readonly { about: Omit<ContractChange, "state" | "wrong">; change?: KeywordChange }[];
  write: (changes: readonly KeywordChange[]) => WrittenDraft;
};

export type WrittenDraft = {
  interface: Interface;
  unwritten: readonly KeywordChange[];
  copied: readonly string[];
};

type Wrong = NonNullable<ContractChange["wrong"]>;

/** Proves a document by requests: what one contradicts is withdrawn. Records the proof. */
export async function proveContract(
  run: CalibratedRun,
  draft: ContractDraft,
): Promise<{ end: RunEnd; proof: ContractProof; written: KeywordChange[] }> {
  const target = new ExploredTarget(run, { maxRequests: MOST_REQUESTS, maxTimeMs: MOST_MS });
  const prover = new Prover(run, target, draft);
  await untilSpent(() => prover.prove());
  await target.written();
  const proof = prover.finding(target.budget.refused);
  target.tell(proof);
  await target.finished();
  return { end: target.end, proof, written: prover.written };
}

class Prover {
  readonly #run: CalibratedRun;
  readonly #target: ExploredTarget;
  readonly #draft: ContractDraft;
  readonly #before: Requests;
  /** How many requests prove each side. */
  readonly #most: number;
  readonly #withdrawn = new Map<KeywordChange, Wrong>();
  readonly #outside = new Map<KeywordChange, { sent: number; held: number }>();
  readonly #proven = new Set<KeywordChange>();
  readonly #untried = new Set<KeywordChange>();
  #drawn = { sent: 0, held: 0 };
  #refused: ContractProof["refused"];
  #examples = 0;

  constructor(run: CalibratedRun, target: ExploredTarget, draft: ContractDraft) {
    this.#run = run;
    this.#target = target;
    this.#draft = draft;
    this.#before = requestsOf(interfaceOf(run.settings.header));
    this.#most = isLogin(this.#before.interface) ? COUNT_OF_LOGIN : COUNT;
  }

  get written(): KeywordChange[] {
    return this.#draft.differing.flatMap(({ change }) =>
      change === undefined || this.#withdrawn.has(change) || this.#untried.has(change)
        ? []
        : [change],
    );
  }

  /** Withdraws what is wrong, first each change by itself, then by whole requests. */
  async prove(): Promise<void> {
    for (;;) {
      const { interface: from, unwritten } = this.#draft.write(this.written);
      const on = requestsOf(from);
      const open = this.written.filter(
        (each) => !this.#proven.has(each) && !unwritten.includes(each),
      );
      for (const change of open) await this.#proveChange(change, on);
      const { written } = this;
      if (open.some((each) => !written.includes(each))) continue;
      if (await this.#proveWhole(on)) return;
    }
  }

  finding(cut: ContractProof["cut"]): ContractProof {
    const reached = this.#draft.write(this.written).unwritten;
    for (const each of this.written)
      if (!this.#proven.has(each) && !reached.includes(each)) this.#untried.add(each);
    const { unwritten, copied } = this.#draft.write(this.written);
    const outside = this.written.map((each) => this.#outside.get(each) ?? { sent: 0, held: 0 });
    return {
      type: "finding",
      kind: "contract-proof",
      drawn: this.#drawn,
      outside: {
        sent: outside.reduce((sum, { sent }) => sum + sent, 0),
        held: outside.reduce((sum, { held }) => sum + held, 0),
      },
      changes: this.#draft.differing.map(({ about, change }): ContractChange => {
        if (change === undefined || this.#untried.has(change)) return { ...about, state: "kept" };
        const wrong = this.#withdrawn.get(change);
        if (wrong !== undefined) return { ...about, state: "withdrawn", wrong };
        if (unwritten.includes(change)) return { ...about, state: "no-place" };
        return { ...about, state: "written" };
      }),
      copied: [...copied],
      refused: this.#refused,
      cut,
    };
  }

  async #proveChange(change: KeywordChange, on: Requests): Promise<void> {
    const { seed } = this.#run.settings.header;
    const probes = probesOf(change, on, { count: this.#most, seed, broke: this.#brokeBy(change) });
    // Without a request that shows it, a keyword stays as it is declared.
    const isLimit = typeof change.value !== "boolean" && change.value !== undefined;
    const isShown = (isLimit ? probes.outside : [...probes.inside, ...probes.outside]).length > 0;
    if (!isShown && change.keyword !== "schema") {
      this.#untried.add(change);
      return;
    }
    const isNarrower = this.#isNarrower(change);
    const isWrong = async (side: Wrong["side"], probed: readonly Probed[]): Promise<boolean> => {
      const wrong: { by: string; request: CaseRequest; reply: TargetReply }[] = [];
      await this.#each(probed, async ({ by, request }) => {
        const reply = await this.#target.ask(request);
        const isHeld = side === "inside" ? isSuccess(reply) : isRefusal(reply);
        if (side === "outside") this.#count(change, isHeld);
        if (!isHeld) wrong.push({ by, request, reply });
        // The declared limit allows such a value too: without the change, it is as wrong.
        const isEnough =
          side === "inside" && isNarrower ? 2 * wrong.length > probed.length : !isHeld;
        return isEnough ? true : undefined;
      });
      const most = side === "inside" && isNarrower ? probed.length / 2 : 0;
      const [found] = wrong;
      if (found === undefined || wrong.length <= most) return false;
      const { by, request, reply } = found;
      this.#withdrawn.set(change, { side, ...this.#shown({ by, request }, reply) });
      return true;
    };
    if (await isWrong("inside", probes.inside.slice(0, this.#most))) return;
    if (await isWrong("outside", probes.outside)) return;
    this.#proven.add(change);
  }

  #isNarrower(change: KeywordChange): boolean {
    const declared = this.#draft.differing.find((each) => each.change === change)?.about.declared;
    const { keyword, value } = change;
    if (value === undefined || typeof value === "boolean" || declared === undefined) return false;
    if (declared === "none") return true;
    const by = Number(value) - Number(declared);
    return /^(?:exclusiveM|m)in/.test(keyword) ? by > 0 : by < 0;
  }

  #count(change: KeywordChange, isHeld: boolean): void {
    const { sent, held } = this.#outside.get(change) ?? { sent: 0, held: 0 };
    this.#outside.set(change, { sent: sent + 1, held: held + Number(isHeld) });
  }

  /** Whether a value broke the keyword as it was declared; of a whole schema, any of its keywords. */
  #brokeBy({ path, keyword }: KeywordChange): Broke {
    const field = this.#before.layout.fields.find(({ slot }) => slot.path === path);
    const declared = (field === undefined ? [] : declaredKeywords(field.slot.type)).filter(
      ({ name }) => name === keyword || keyword === "schema",
    );
    return (value) => declared.some(({ keeps }) => keeps(value) === false);
  }

  /** Sends requests drawn from the document. False if a change that explains a refusal was withdrawn. */
  async #proveWhole(on: Requests): Promise<boolean> {
    const { seed } = this.#run.settings.header;
    const check = responseCheck(on.interface);
    this.#drawn = { sent: 0, held: 0 };
    this.#refused = undefined;
    const requests = fc.sample(validRequest(on), { seed, numRuns: this.#most });
    const doubted = new Map<KeywordChange, Map<string, Probed>>();
    await this.#each(requests, async (request) => {
      const reply = await this.#target.ask(request);
      const response = lastResponse(reply.replied);
      const isHeld =
        isSuccess(reply) && (response === undefined || check?.(response, true).state !== "breach");
      this.#drawn.sent += 1;
      this.#drawn.held += Number(isHeld);
      if (isHeld) return undefined;
      for (const change of this.written)
        for (const probe of this.#newValues(change, request, on))
          doubted.set(
            change,
            (doubted.get(change) ?? new Map<string, Probed>()).set(probe.by, probe),
          );
      this.#refused ??= this.#shown({ by: textOf(request, on), request }, reply);
      return undefined;
    });
    let isBlamed = false;
    for (const [change, values] of doubted) {
      const found = await this.#each([...values.values()].slice(0, MOST_DOUBTED), async (probe) => {
        const reply = await this.#target.ask(probe.request);
        return isSuccess(reply) ? undefined : { probe, reply };
      });
      if (found === undefined) continue;
      this.#withdrawn.set(change, { side: "inside", ...this.#shown(found.probe, found.reply) });
      isBlamed = true;
    }
    return !isBlamed;
  }

  /** Values that a change newly allows, each in the stated request: something else may be why the request was refused. */
  #newValues(change: KeywordChange, request: CaseRequest, on: Requests): Probed[] {
    const field = on.layout.fields.find(({ slot }) => slot.path === change.path);
    if (field === undefined) return [];
    return valuesAt(textOf(request, on), change.path)
      .filter(this.#brokeBy(change))
      .map((value) => JSON.stringify(value))
      .map((by) => ({ by, request: on.withValue(field, [by]) }));
  }

  /** Sends in groups as large as the target takes; returns the first that is found. */
  async #each<Item, Found>(
    items: readonly Item[],
    work: (item: Item) => Promise<Found | undefined>,
  ): Promise<Found | undefined> {
    const width = Math.max(1, this.#target.concurrency);
    const until = performance.now() + MOST_STEP_MS;
    for (let at = 0; at < items.length && performance.now() < until; at += width) {
      const done = await Promise.all(items.slice(at, at + width).map(work));
      const found = done.find((each) => each !== undefined);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #shown({ by, request }: Probed, reply: TargetReply): Omit<Wrong, "side"> {
    this.#examples += 1;
    const name = `contract/${this.#examples}`;
    const reason = "a request drawn from the document to write, or just outside of it";
    const kept = this.#target.keep({ name, reason, clauses: ["behaviour"], request }, [reply]);
    return { by: shortValue(by, SHOWN), signature: reply.signature, case: kept };
  }
}

/** Whether users log in with a request: it takes a password, or gets 401 though it needs no credentials. */
function isLogin(from: Interface): boolean {
  const { method, body, parameters = [], credentials, responses = [] } = from;
  const members = body?.kind === "object" ? body.fields : [];
  const takes = [...members, ...parameters].some(({ name }) => /passw|secret/i.test(name));
  const refuses = responses.some(({ status }) => status === "401");
  return method === "POST" && refuses && (takes || credentials === undefined);
}

/** The status as it was received: also a refusal that a repeated identity explains in explorations. */
function statusOf({ replied }: TargetReply): number {
  const last = replied.answers.at(-1);
  return last?.outcome === "answered" ? last.status : 0;
}

const isSuccess = (reply: TargetReply): boolean => Math.floor(statusOf(reply) / 100) === 2;
/** A response that says no: without one, the target has not decided. */
const isRefusal = (reply: TargetReply): boolean => statusOf(reply) >= 300;

const textOf = (request: CaseRequest, on: Requests): string =>
  request.sender === "client" ? exampleBytes(request.body, on.interface).toString("utf8") : "";

function valuesAt(text: string, path: string): unknown[] {
  let values: unknown[];
  try {
    values = [JSON.parse(text)];
  } catch {
    return [];
  }
  for (const [, key, inner] of path.matchAll(/([^.[\]]+)|\[(\d+)\]/g))
    values = values.flatMap((value): unknown[] => {
      if (inner !== undefined) return Array.isArray(value) ? value : [];
      const isObject = typeof value === "object" && value !== null;
      return isObject && key !== undefined && Object.hasOwn(value, key)
        ? [(value as Record<string, unknown>)[key]]
        : [];
    });
  return values;
}
