import { setTimeout as sleep } from "node:timers/promises";
import type { Death, RequestResult } from "../model/index.ts";
import { classOf, hasResponded, turnsAway, resultWord } from "../model/index.ts";
import { untilInterrupted } from "../errors.ts";
import { ApartProbe } from "./apart-probe.ts";
import { askSpread } from "./ask-spread.ts";
import { gotResponse } from "./case-sender.ts";
import { type Asked, type CheckOptions, LostTarget } from "./lost-target.ts";
import { NoiseSearch } from "./noise-search.ts";
import { RefusedProbe } from "./refused-probe.ts";
import { RepeatedControl } from "./repeated-control.ts";
import { untilAborted } from "./schedule.ts";
import { bytesKey, controlClass } from "./loss-rows.ts";
import { acceptsConnections } from "./try-connect.ts";
import { WAITS_MS } from "./until-good.ts";
import { askByAgent } from "./send-by-agents.ts";
import type { PlannedSending } from "./target-supervisor.ts";

/** Before a restart, requests in flight get this many time-outs to end. Otherwise they would be recorded as closed. */
const GRACE_TIMES = 3;

/** A control is asked this often again at most, before it is decided whether it has changed. */
const MOST_ASKED = 8;
/** How probable so many in a row may be by chance, and the longest row that is waited for. */
const BY_CHANCE = 1e-6;
const LONGEST = 60;

const NOTHING_BEFORE = { requests: 0, refused: 0, ms: 0 };
const FROM_THE_START = { fromMs: 0, request: 1, before: NOTHING_BEFORE };
const REFUSALS: ReadonlySet<string> = new Set(["400", "422"]);

/** Checks with a valid request whether the target responds. If not, restarts a served target, or finds the case that did it. */
export class TargetCheck {
  readonly #options: CheckOptions;
  readonly #refused: RefusedProbe;
  readonly #repeated: RepeatedControl;
  readonly #apart: ApartProbe;
  readonly #lost: LostTarget;
  #asked = 0;
  /** Controls that differed from the start by chance. */
  readonly #chance = { failed: 0, all: 0 };

  constructor(options: CheckOptions) {
    this.#options = options;
    this.#refused = new RefusedProbe(options.cases.held, options);
    this.#repeated = new RepeatedControl(options);
    this.#apart = new ApartProbe(options.cases.held, options);
    this.#lost = new LostTarget(options, {
      ask: (check) => this.#ask(check),
      doubt: (result, asked, toMs) => this.#doubtAll(result, asked, toMs),
    });
  }

  get asked(): number {
    return this.#asked + this.#refused.asked + this.#repeated.asked + this.#apart.asked;
  }

  readonly keepOpen = (): Promise<void> => this.#apart.keepOpen();

  readonly close = (): Promise<void> => this.#apart.close();

  /** Whether the target responds as at the start, maybe after a wait or a restart; then held results are recorded. */
  async isThere(check: string): Promise<boolean> {
    const { recorded, cases, journal, schedule, dispatcher, life } = this.#options;
    const isOften = check === "silence" || check === "control";
    if (!isOften && recorded?.checks.get(check) === true) return true;
    cases.silent = 0;
    let atMs = journal.nowMs();
    let goodMs = atMs;
    for (;;) {
      const asked = await this.#askUntilSure(check);
      goodMs = asked.atMs;
      if (asked.isGood) break;
      if (this.#aborted) return false;
      if (await this.#isTurningAway(asked)) return this.#waitOut(check, asked);
      await untilAborted(schedule.finished(dispatcher.timeoutMs), this.#options.signal);
      const again = await this.#ask(check);
      goodMs = again.atMs;
      if (again.isGood) {
        if (life === undefined && asked.result !== undefined)
          this.#doubtRow(asked.result, asked.silent);
        break;
      }
      if (life === undefined) return this.#lost.search([asked, again], check);
      if (!(await this.recover((await life.isGone()) ? "ended" : "hung"))) return false;
      atMs = journal.nowMs();
    }
    await this.keepOpen();
    cases.acquit(atMs);
    if (await this.#hasChanged(check)) return false;
    await this.#settle(goodMs);
    return true;
  }

  /** Whether only other requests than valid ones get other responses from now on. No one deploys to what witness has started. */
  async #hasChanged(check: string): Promise<boolean> {
    const { repeated, campaign, cases, journal, life, recorded, surroundings } = this.#options;
    const isDue = check === "control" || check === "end";
    const isOther = [campaign, life, recorded].some((each) => each !== undefined);
    if (!isDue || isOther || surroundings.usual.hasSeveral || repeated.varying.length > 0)
      return false;
    const look = check === "end" ? "checkAll" : "check";
    const changed = await repeated[look](cases.held.results);
    if (changed === undefined || this.#aborted) return false;
    journal.note({ kind: "surroundings", code: "answers-changed", ...changed });
    cases.held.endDoubt(changed.fromMs, journal.nowMs());
    surroundings.isTurnedAway = true;
    return true;
  }

  /** Starts a served target again, and repeats what was cut off, one at a time. False if it does not come back. */
  async recover(kind: Death["kind"]): Promise<boolean> {
    const { life, schedule, cases } = this.#options;
    if (life === undefined) return false;
    const queue: PlannedSending[] = [];
    let next: typeof kind | undefined = kind;
    while (next !== undefined) {
      await this.untilOver();
      if (this.#aborted) return false;
      const { alive, record, again } = await life.recover(next);
      for (const each of record) cases.record(each);
      if (!alive) return false;
      cases.silent = 0;
      queue.unshift(...again);
      next = undefined;
      while (queue.length > 0 && next === undefined) {
        const each = queue.shift() as PlannedSending;
        if (life.kills(each.case.id)) await this.untilOver();
        await schedule.start((release) => cases.send(each, release), "hazard");
        await untilAborted(schedule.quiet(), this.#options.signal);
        if (this.#aborted) return false;
        if (life.isDown) next = "ended";
      }
    }
    return true;
  }

  /** Nothing is in flight: a process that ends would cut it off. */
  async untilOver(): Promise<void> {
    const { schedule, dispatcher, signal } = this.#options;
    await untilAborted(schedule.finished(GRACE_TIMES * dispatcher.timeoutMs), signal);
  }

  /** Asks until it is sure that the control has changed, or a control is as at the start: then what differed was noise. */
  async #askUntilSure(check: string): Promise<Asked> {
    const { surroundings, life, campaign, crowding, signal } = this.#options;
    const others: RequestResult[] = [];
    let limited = 0;
    for (;;) {
      const asked = await this.#ask(check);
      const { result } = asked;
      // Next to a limit of the rate, a control that meets it is no change.
      if (crowding.isRate && resultWord(result) === "503" && (limited += 1) <= MOST_ASKED) {
        await untilInterrupted(sleep(WAITS_MS[0]), signal).catch(() => {});
        continue;
      }
      const hasChanged = surroundings.isChanged(asked.isGood);
      if (asked.isGood) {
        this.#heedChance(others);
        const isDue = check === "control";
        const wall = isDue ? await this.#refused.findWall(result, surroundings) : undefined;
        const found = wall ?? (await this.#apart.findTurnedAway(this.#needed));
        return found === undefined ? asked : { ...asked, ...found, isGood: false };
      }
      if (campaign !== undefined || this.#aborted || result === undefined) return asked;
      // A target that may have ended is looked after elsewhere.
      if (life !== undefined && !hasResponded(result)) return asked;
      if (result.outcome === "timed-out") {
        const most = { ...this.#options, most: MOST_ASKED };
        const { last, silent } = await askSpread(asked, () => this.#ask(check), most);
        if (!last.isGood) return { ...last, silent };
        this.#doubtRow(result, silent);
        return last;
      }
      others.push(result);
      const isAlike = others.every((each) => controlClass(each) === controlClass(result));
      const isSure = turnsAway(result) || others.length >= this.#needed;
      if (isAlike && ((hasChanged && isSure) || others.length >= LONGEST)) return asked;
      if (!isAlike && others.length > MOST_ASKED) {
        // Some connections were cut off, others refused: a target that ends.
        if (!others.some(hasResponded)) return asked;
        // Not one response for all requests: the target responds to valid ones in several ways.
        this.#heedChance(others);
        return { ...asked, isGood: true };
      }
    }
  }

  /** Controls that were not as at the start, although nothing had changed for good. Some values may be refused for what they are. */
  #heedChance(others: readonly RequestResult[]): void {
    const { surroundings } = this.#options;
    this.#chance.failed += others.length;
    this.#chance.all += others.length + 1;
    const odd = others.filter(
      (each) => !REFUSALS.has(resultWord(each)) && !this.#repeated.is(each),
    );
    for (const each of odd) surroundings.learn(each);
    if (odd[0] !== undefined) this.#doubtRow(odd[0]);
  }

  /** So many equal controls in a row are no chance, by the share of those that differed by chance until now. */
  get #needed(): number {
    const { failed, all } = this.#chance;
    const share = (failed + 0.5) / (all + 10);
    return Math.min(LONGEST, Math.max(MOST_ASKED, Math.log(BY_CHANCE) / Math.log(share)));
  }

  async #ask(check: string): Promise<Asked> {
    const { dispatcher, journal, asking, campaign, cases, life, surroundings } = this.#options;
    // Results that come while it waits count towards the next one.
    cases.held.controlled();
    await surroundings.pace.turn(asking.request);
    const atMs = journal.nowMs();
    // An agent that waits for the target to respond would keep others from it.
    const isByAgent = campaign !== undefined && check !== "silence";
    const replied = isByAgent
      ? await askByAgent(asking, check, { campaign, dispatcher, journal })
      : await dispatcher.reply(asking);
    const result = replied.answers.at(-1);
    cases.held.noise.addControl(replied, atMs);
    this.#options.pauses.addControl(result, atMs);
    this.#options.crowding.addControl(resultWord(result));
    this.#options.errors.add(replied, { atMs, results: cases.held.results });
    const isGood =
      campaign === undefined
        ? surroundings.isGood(result) ||
          (await this.#repeated.isOfItsValue(result, (each) => surroundings.isGood(each)))
        : gotResponse(replied);
    if (isGood && result) this.#options.times.add(result, atMs);
    // Cases that failed because the target ended are reported by its end.
    if (gotResponse(replied)) for (const each of life?.confirmAll() ?? []) cases.record(each);
    const settled = "settled" in replied ? replied.settled : Promise.resolve(replied);
    const asked: Asked = { settled, result, isGood, atMs };
    if (isByAgent) return asked;
    // Where controls are sent depends on what came back until then: a resumed run would have others.
    const isNoise = surroundings.usual.hasSeveral && classOf(resultWord(result)) === "5xx";
    const isSaying = !isNoise && !surroundings.usual.turnsAway;
    if (isGood && check !== "control" && isSaying) cases.writeControl(asked, check);
    else this.#asked += 1;
    return asked;
  }

  /** Whether something between client and server, or the server itself, turns every request away: it accepts connections. */
  async #isTurningAway({ result, isOfNew }: Asked): Promise<boolean> {
    const { campaign, life, target } = this.#options;
    if (campaign !== undefined || result === undefined || result.outcome === "timed-out")
      return false;
    if (hasResponded(result)) return true;
    return life === undefined && (isOfNew === true || (await acceptsConnections(target)));
  }

  /** Waits until the target is as it was at the start. What is in doubt is sent again after that. */
  async #waitOut(check: string, asked: Asked): Promise<boolean> {
    const { cases, surroundings, journal } = this.#options;
    const { result, wall } = asked;
    if (result === undefined) return false;
    const isOfNew = asked.isOfNew ?? (await this.#apart.isOfNew(result));
    await this.untilOver();
    const refused = await this.#refused.compare(asked);
    const doubt = cases.held.doubt(result, journal.nowMs());
    const ask = async (): Promise<Pick<Asked, "result" | "isGood">> => {
      if (isOfNew === true) return this.#apart.ask();
      if (wall === undefined) return this.#ask(check);
      const again = await this.#refused.ask();
      return { result: again, isGood: bytesKey(again) !== wall };
    };
    const state = await surroundings.waitOut(doubt, result, { ask, refused, isOfNew });
    cases.held.endDoubt(doubt.fromMs, journal.nowMs());
    if (state === "gone") return this.#lost.search([asked, await this.#ask(check)], check);
    const isBack = state === "good";
    if (isBack) {
      await this.keepOpen();
      cases.acquit(journal.nowMs());
      // What came before the change has had no good control after it: a change that comes again and again would keep it for ever.
      await this.#settle(doubt.fromMs);
    }
    const isAgain = isBack && (await this.#refused.provoke(surroundings, () => this.#ask(check)));
    return isAgain ? this.isThere(check) : isBack;
  }

  /** What the target got while it was away is in doubt. A few lost requests and a control may be noise. */
  #doubtRow(result: RequestResult, silent = 0): void {
    if (this.#options.cases.held.hasRow(resultWord(result), silent)) this.#doubtAll(result, silent);
  }

  #doubtAll(result: RequestResult, asked = 0, toMs?: number): void {
    const { cases, journal, surroundings } = this.#options;
    const doubt = cases.held.doubt(result, journal.nowMs());
    cases.held.endDoubt(doubt.fromMs, journal.nowMs());
    surroundings.hadChanged(resultWord(result), doubt, { asked, toMs });
  }

  /** Records what was held back until a good control was sent. Waits if the target turned requests away, although not all. */
  async #settle(untilMs: number): Promise<void> {
    const { cases, surroundings, life } = this.#options;
    const of = { turnsAway: surroundings.usual.turnsAway, isServed: life !== undefined, untilMs };
    const { sure, early, turnedAway, lost } = cases.held.settle(of);
    for (const each of sure) {
      cases.write(each);
      this.#options.repeated.add(each, cases.held.results);
    }
    await surroundings.limited(turnedAway, cases.held.results - turnedAway.length);
    const away = early[0]?.dispatched.answers.at(-1);
    // The controls before the first case were turned away, too.
    if (away !== undefined)
      surroundings.hadChanged(resultWord(away), FROM_THE_START, { asked: 1, toMs: untilMs });
    const word = lost[0] && NoiseSearch.wordOf(lost[0]);
    if (lost[0] === undefined || word === undefined) return;
    const since = { fromMs: lost[0].atMs, request: Math.max(1, cases.held.results - lost.length) };
    surroundings.hadChanged(word, { ...since, before: NOTHING_BEFORE });
  }

  get #aborted(): boolean {
    return this.#options.signal.aborted;
  }
}
