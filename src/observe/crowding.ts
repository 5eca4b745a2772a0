import {
  type Case,
  isTurnedAway,
  requestCount,
  resultWord,
  type Surrounding,
} from "../model/index.ts";
import type { Cycle } from "./ban-cause.ts";
import type { Schedule } from "./schedule.ts";
import type { Dispatcher } from "./dispatcher.ts";
import type { PlannedSending, Returned } from "./target-supervisor.ts";

/** How many of the last results are looked at, which share of them is 503, and how often that changes: neither noise nor one outage. */
const MIXED = { of: 200, least: 8, share: 0.15, turns: 4 };
/** A larger share of 503 is a limit, and no noise. */
const MOST_NOISE = 0.1;
const TRIES_AS_ONE = { crowd: 4, rate: 20 };
const BURST_TRIES = 2;
/** A rate strikes controls, too: at least so many of the last ones. What only some cases get is what the server does with them. */
const CONTROLS = { of: 30, least: 2 };
/** Results of requests that were in flight before fewer were sent at a time. */
const STRAGGLERS = 100;
/** So many results without another 503 show that fewer requests at a time do not get it. */
const UNCROWDED = 300;
/** More controls in a row than these got 503 because of an outage. */
const FEW_ASKED = 8;

/** More changes to 503 that say when to come again may be a limit. */
const OUTAGES = 2;
/** Sent more slowly so often, requests meet no limit any more. */
const MOST_OF_RATE = 8;

/** If so many requests are accepted before 503 comes again, sending more slowly has kept it away: it depends on the rate. */
const CALM = 100;

/** This many changes in a row, each after about as many accepted requests, are a limit of the rate. */
const COUNTED = { times: 3, spread: 0.2, after: 2 };
/** So many of the later ones came too early for a limit. */
const FEW_LATER = 2;

type Change = Pick<Surrounding, "got" | "isRate" | "refused" | "accepted" | "before"> & {
  cycle?: Cycle;
  /** Controls that met it. */
  asked?: number;
  /** The response said when to come again. */
  saysWhen?: boolean;
  isFew?: boolean;
  isOver?: true;
};

const isAway = (word: string): boolean => word === "503";

/** What may be due to the number of requests, though it does not say so. */
const mayBeCounted = ({ got, refused, isOver }: Change): boolean =>
  /^4(?!01|29)/.test(got) && refused === undefined && isOver !== true;

/** About as many were accepted before each of the last ones, and before one of them none was refused: refused requests do not decide. */
function isByCount(all: readonly Change[]): boolean {
  const last = all.slice(-COUNTED.times).map(({ accepted = 0 }) => accepted);
  const isAlike = isAsMany(Math.min(...last), Math.max(...last));
  const isOfOthers = all.some(
    ({ before, cycle = before }) => cycle.requests > 0 && cycle.refused === 0,
  );
  return last.length === COUNTED.times && isAlike && isOfOthers;
}

/** Sent more slowly, more requests are accepted before a limit of the rate, and as many before one of their number. */
function isNeither(first: Change, later: readonly Change[]): boolean {
  const counts = later.map(({ accepted = 0 }) => accepted);
  const few = counts.filter((each) => each < COUNTED.after * (first.accepted ?? 0)).length;
  const isAlike = isAsMany(Math.min(...counts), Math.max(...counts));
  return counts.length >= COUNTED.times && !isAlike && few >= FEW_LATER;
}

const isAsMany = (accepted = 0, before = 0): boolean => accepted >= (1 - COUNTED.spread) * before;

type Sending = Parameters<typeof turnedAwayTogether>[0];

/** Finds out whether a target turns away some of the requests that are in flight together, and sends fewer at a time then. */
export class Crowding {
  readonly #schedule: Pick<Schedule, "narrow" | "concurrency">;
  #last: boolean[] = [];
  /** How many were sent at a time when 503 came last, and since; after which result that was, and which one was the last when it was noticed. */
  #narrowed:
    | { from: number; to: number; results: number; nowMs: number; noticed: number }
    | undefined;

  /** The rate of requests gets 503, and not how many are in flight. */
  isRate = false;
  #hasOutages = false;
  /** What came again in spite of fewer requests a second. */
  readonly #unlimited = new Set<string>();
  /** 503 came after about as many requests each time. */
  #isByCount = false;
  /** How many changes to 503 came among other responses although one request was sent at a time. */
  #alone = 0;
  #results = 0;
  #controls: boolean[] = [];

  /** Whether 429, or 503, comes only while several requests are in flight, once that was tried. */
  readonly #together = new Map<string, boolean>();
  readonly #by: Sending | undefined;
  asked = 0;

  constructor(schedule: Pick<Schedule, "narrow" | "concurrency">, by?: Sending) {
    this.#schedule = schedule;
    this.#by = by;
  }

  isTogether(got: string): boolean {
    return this.#together.get(got) === true;
  }

  /** Sends fewer at a time once it is shown that 429 depends on that, and not on the rate; or 503, where it `isAgain`: maintenance comes once. */
  async tryTogether(
    { got, request }: Pick<Surrounding, "got" | "request">,
    { sentMs, nowMs, isAgain }: { sentMs: number; nowMs: number; isAgain: boolean },
  ): Promise<void> {
    const known = this.#together.get(got);
    if ((got !== "429" && !(isAway(got) && isAgain)) || known === false) return;
    // Others were in flight with it, as many as before.
    if (known === true && sentMs <= (this.#narrowed?.nowMs ?? 0)) return;
    let isTogether = known === true;
    if (known === undefined && this.#by !== undefined) {
      const found = await turnedAwayTogether(this.#by, got, this.#schedule.concurrency);
      isTogether = found.isTogether;
      this.asked += found.asked;
    }
    const narrowed = isTogether ? this.#schedule.narrow() : undefined;
    this.#together.set(got, narrowed !== undefined);
    if (narrowed !== undefined)
      this.#narrowed = { ...narrowed, results: request, nowMs, noticed: this.#results };
  }

  add(word: string): void {
    this.#results += 1;
    this.#last = [...this.#last.slice(1 - MIXED.of), isAway(word)];
  }

  addControl(word: string): void {
    this.#controls = [...this.#controls.slice(1 - CONTROLS.of), isAway(word)];
  }

  /** Whether 503 came among other responses not long ago, and controls got it, too: it may be due to the rate. */
  get #mayBeRate(): boolean {
    const isRecent = this.#results - (this.#narrowed?.noticed ?? -Infinity) < UNCROWDED;
    return isRecent && !this.#hasOutages && this.#controls.filter(Boolean).length >= CONTROLS.least;
  }

  get #isMixed(): boolean {
    const turns = this.#last.filter((each, nth) => nth > 0 && each !== this.#last[nth - 1]).length;
    return this.#isOften && turns >= MIXED.turns;
  }

  get #isOften(): boolean {
    const away = this.#last.filter(Boolean).length;
    return away >= Math.max(MIXED.least, MIXED.share * this.#last.length);
  }

  /**
   * Whether a change to 503 is due to the rate of requests: it says when to come again or comes among other responses, comes back, and one
   * request at a time meets it, too. Maintenance comes once. What sending more slowly does not keep away are outages that come and
   * go. A change to another response is so if it comes after as many requests each time, also when they are sent more slowly.
   */
  rateIn(episode: Change, all: readonly Change[]): "rate" | "outages" | undefined {
    if (mayBeCounted(episode)) {
      const same = all.filter((each) => each.got === episode.got && mayBeCounted(each));
      const [first, ...later] = same.filter(({ isRate }) => isRate === true);
      if (this.#unlimited.has(episode.got)) return undefined;
      if (first === undefined) return isByCount(same) ? "rate" : undefined;
      // Sent more slowly, fewer requests are accepted before what depends on time, and more before what depends on their rate.
      const isRate = later.length > 0 || isAsMany(episode.accepted, first.accepted);
      if (isRate && !isNeither(first, [...later, episode])) return "rate";
      this.#unlimited.add(episode.got);
      return "outages";
    }
    if (this.#hasOutages || !isAway(episode.got) || episode.isOver === true) return undefined;
    if (this.isTogether(episode.got)) return undefined;
    const away = all.filter(({ got, isOver }) => isAway(got) && isOver !== true);
    const saying = away.filter(({ saysWhen }) => saysWhen);
    const isLikely = episode.saysWhen === true && saying.length > OUTAGES;
    const isMet = isLikely || this.#alone > OUTAGES;
    this.#isByCount ||= isByCount(away.filter(({ asked = 0 }) => asked > 0));
    if (!this.#isByCount && (this.#schedule.concurrency > 1 || !isMet)) return undefined;
    // What comes back after a calm was kept away until then.
    const isCounted = ({ isRate, saysWhen, isFew, accepted = 0 }: Change): boolean =>
      isRate === true && isFew !== true && (saysWhen === true || accepted < CALM);
    this.isRate = all.filter(isCounted).length < MOST_OF_RATE;
    this.#hasOutages = !this.isRate;
    return this.isRate ? "rate" : "outages";
  }

  /** A rate that was seen once in numbers of requests and not again when they were sent more slowly, or a 503 that never came back after a calm. */
  unshownRate(all: readonly (Change & Pick<Surrounding, "request">)[], results: number) {
    const away = all.filter((each) => each.isRate === true && isAway(each.got));
    const isCalm = ({ accepted = 0, saysWhen }: Change): boolean =>
      saysWhen === true || accepted >= CALM;
    if (away[0] !== undefined && !away.some(isCalm) && !this.#isByCount) return away[0].got;
    const [first, again] = all.filter((each) => each.isRate === true && mayBeCounted(each));
    if (first === undefined || again !== undefined) return undefined;
    const isKeptAway = results - first.request >= COUNTED.after * (first.accepted ?? 0);
    return isKeptAway ? undefined : first.got;
  }

  /** Whether so few of these were turned away that it may be noise. Next to a limit of the rate, none is. */
  mayBeNoise(all: readonly Returned[]): boolean {
    if (this.isRate) return false;
    const few = all.filter(({ dispatched }) => isTurnedAway(dispatched)).length;
    return few <= MOST_NOISE * all.length && !this.isCrowd;
  }

  /** Whether fewer requests, at a time or in a second, may get other responses than 503, even if that says nothing of when to come again. */
  get isCrowd(): boolean {
    const isTogether = this.#schedule.concurrency > 1 && this.#isMixed;
    return this.isRate || isTogether || this.#mayBeRate;
  }

  /** Whether a case sends more at once than the rate accepts, as two tries have shown: what it got is its result. */
  isTooMany = ({ case: { request }, tries }: Pick<PlannedSending, "case" | "tries">): boolean =>
    this.isRate && tries >= BURST_TRIES && requestCount(request) > 1;

  /** What is sent again, with one more try; where fewer requests may help, several count as one. */
  nextTry(sending: PlannedSending): PlannedSending {
    const isTogether = this.#schedule.concurrency > 1 && this.#isOften;
    // A case of several may need more at once than any rate accepts.
    const isRate = this.#mayBeRate && requestCount(sending.case.request) === 1;
    const asOne = isRate ? TRIES_AS_ONE.rate : isTogether ? TRIES_AS_ONE.crowd : 1;
    return { ...sending, tries: sending.tries + 1 / asOne };
  }

  /** A change had this response, after so many results, and is told now. */
  heed(got: string, results: number, nowMs: number): void {
    if (!isAway(got) || !this.#isMixed) return;
    if (this.#schedule.concurrency === 1 && this.#mayBeRate) this.#alone += 1;
    const { from, to } = this.#schedule.narrow() ?? { from: 1, to: 1 };
    this.#narrowed = { from, to, results, nowMs, noticed: this.#results };
    // What came until now shows nothing about fewer at a time.
    this.#last = [];
  }

  /** What a change that had this response was due to, once there are so many results; undefined if it was not the number in flight. */
  reasonOf(
    { got, request, fromMs, asked }: Pick<Surrounding, "got" | "request" | "fromMs" | "asked">,
    results: number,
  ): { from: number; to: number } | undefined {
    if (this.#narrowed === undefined) return undefined;
    const { from, to, results: until, nowMs } = this.#narrowed;
    if (this.isTogether(got)) return { from, to };
    if (this.isRate || !isAway(got) || asked > FEW_ASKED) return undefined;
    const isOver = from > to && results - until >= UNCROWDED;
    const isBefore = request <= until + STRAGGLERS || fromMs <= nowMs;
    return isOver && isBefore ? { from, to } : undefined;
  }
}

/** Requests of a round that are sent alone. */
const ROW = 10;
/** Rounds of requests at the same moment, each with others right after it, one after the other. */
const ROUNDS = 3;

/**
 * Whether some requests are turned away whenever so many are sent together, and none of those right after them: it is due to the number
 * at a time. A limit of the rate would turn away more of the later ones. Ends with the first round that does not show it.
 */
async function turnedAwayTogether(
  { asking, dispatcher }: { asking: Case; dispatcher: Pick<Dispatcher, "send"> },
  got: string,
  size: number,
): Promise<{ isTogether: boolean; asked: number }> {
  let asked = 0;
  const isRefused = async (): Promise<boolean> => {
    asked += 1;
    return resultWord((await dispatcher.send(asking)).answers.at(-1)) === got;
  };
  if (size < 2) return { isTogether: false, asked };
  for (let nth = 0; nth < ROUNDS; nth += 1) {
    const together = await Promise.all(Array.from({ length: size }, isRefused));
    if (!together.includes(true)) return { isTogether: false, asked };
    for (let alone = 0; alone < ROW; alone += 1)
      if (await isRefused()) return { isTogether: false, asked };
  }
  return { isTogether: true, asked };
}
