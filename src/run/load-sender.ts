import type { Interface } from "../model/interface.ts";
import type { BaseUrl } from "../contract/base-url.ts";
import { ceilingOffer, closesAfter, measureCeiling } from "../load/ceiling.ts";
import { LEAD_MS, type Generators } from "../load/generators.ts";
import type { TargetWatch } from "../load/target-watch.ts";
import type { LoadPlan, Offered, Round, Tally, TargetUse } from "../model/load.ts";
import type { Journal } from "./journal.ts";
import type { Recorded } from "./recorded.ts";
import type { RunEvents } from "./run-settings.ts";

const CEILING_MS = 1000;
/** Each step of a sweep has a ceiling and a warm-up of its own: shorter ones. So has a short round. */
const SHORT_CEILING_MS = 500;
const STEP_WARMUP_MS = 500;
/** Rounds draw their arrivals from seeds of their own. */
const SEED_STEP = 1009;

/** What the load needs of the run that it belongs to. */
export type LoadSettings = {
  interface: Interface;
  target: BaseUrl;
  options: LoadPlan;
  /** Statuses that the valid request got before: a sweep counts only these as goodput. */
  expectedStatuses: readonly string[];
  /** First id of the run, and how many of the ids after it are used up. */
  firstId: number;
  usedIds: number;
  seed: number;
  insecure: boolean;
  signal: AbortSignal;
  journal: Journal;
  events: RunEvents;
  /** What an earlier process has recorded: those rounds are not sent again. */
  recorded?: Recorded;
  /** Before a round on a served target: starts a process where there is none, or where each round has its own. True where it did. */
  renew?: () => Promise<boolean>;
  /** After the last round on a served target: puts down its end. */
  settle?: () => Promise<void>;
};

/** Sends the slots of one target's load: warm-ups, ceilings, rounds. */
export class LoadSender {
  readonly #settings: LoadSettings;
  readonly #generators: Generators;
  readonly #watch: TargetWatch | undefined;

  constructor(settings: LoadSettings, generators: Generators, watch: TargetWatch | undefined) {
    this.#settings = settings;
    this.#generators = generators;
    this.#watch = watch;
  }

  /** Warm-up and ceiling for what is offered; the warm-up shows whether connections are kept. */
  async prepare(offered: Offered): Promise<void> {
    const { options, signal, journal, events } = this.#settings;
    const warmupMs = options.sweep ? Math.min(STEP_WARMUP_MS, options.warmupMs) : options.warmupMs;
    const warm = warmupMs > 0 ? await this.warm(offered, warmupMs) : undefined;
    if (signal.aborted) return;
    const closes = warm === undefined ? undefined : closesAfter(warm, offered);
    const short = options.sweep || options.durationMs < CEILING_MS;
    const durationMs = short ? SHORT_CEILING_MS : CEILING_MS;
    const atMs = journal.nowMs();
    const offer = ceilingOffer(offered, options.processes);
    const known = this.#settings.recorded?.ceilings ?? [];
    if (known.some((each) => JSON.stringify(each.offered) === JSON.stringify(offer))) return;
    events.phase?.("measuring what this machine can send at most");
    const ceiling = { closesAfter: closes, durationMs };
    const tally = await measureCeiling(this.#generators, offer, ceiling, signal);
    if (signal.aborted) return;
    const closing = closes === undefined ? {} : { closesAfter: closes };
    journal.write({ type: "ceiling", offered: offer, ...closing, atMs, tally });
  }

  /** Load whose figures are discarded; how much of it there was goes into the record. */
  async warm(offered: Offered, warmupMs: number): Promise<Tally> {
    const { signal, journal } = this.#settings;
    const atMs = journal.nowMs();
    const tally = await this.#slot(offered, warmupMs, 0, "warm-up");
    if (!signal.aborted) journal.write({ type: "round", nth: 0, offered, atMs, tally });
    return tally;
  }

  /** One round, with what the target's processes used meanwhile. Not yet in the record. */
  async round(offered: Offered, nth: number): Promise<Round> {
    const { options, journal } = this.#settings;
    const atMs = journal.nowMs();
    const part = options.sweep ? `step ${nth}` : `round ${nth} of ${options.rounds}`;
    let target: TargetUse | undefined;
    const endWatch = (): void => {
      target ??= this.#watch?.end();
    };
    this.#watch?.begin();
    // The drain is no part of the round, and responses in it are not counted.
    const timer = setTimeout(endWatch, LEAD_MS + options.durationMs);
    const tally = await this.#slot(offered, options.durationMs, nth, part);
    clearTimeout(timer);
    endWatch();
    return { type: "round", nth, offered, atMs, tally, ...(target !== undefined && { target }) };
  }

  #slot(offered: Offered, durationMs: number, nth: number, part: string): Promise<Tally> {
    const { target, options, insecure, seed, signal, events } = this.#settings;
    const until = performance.now() + durationMs;
    const { timeoutMs } = options;
    return this.#generators.slot(
      { target, offered, durationMs, timeoutMs, insecure, seed: seed + SEED_STEP * nth },
      signal,
      (figures) => {
        const later = options.sweep ? 0 : (options.rounds - nth) * options.durationMs;
        const leftMs = Math.max(0, until - performance.now()) + later;
        events.load?.({ part, leftMs, figures });
      },
    );
  }
}
