import type { BaseUrl } from "../contract/index.ts";
import type { LoadGenerators, SlotSent, TargetWatch } from "../load/index.ts";
import { Generators, localGenerators, ceilingOffer, closesAfter, LEAD_MS } from "../load/index.ts";
import type { Ceiling, Interface, LoadPlan, LoadSite, Offered, Round } from "../model/index.ts";
import type { Tally, TargetUse } from "../model/index.ts";
import type { RunEvents, StartGenerators } from "./run-settings.ts";
import type { Journal } from "./journal.ts";
import type { Recorded } from "./recorded.ts";

export const startHere: StartGenerators = async (...given) =>
  localGenerators(await Generators.start(...given));

const CEILING_MS = 1000;
/** Each step of a sweep has a shorter ceiling and warm-up; so has a short round. */
const SHORT_CEILING_MS = 500;
const STEP_WARMUP_MS = 500;
const SEED_STEP = 1009;

export type LoadJournal = {
  nowMs: () => number;
  write: (fact: LoadSite | Ceiling | Round) => void;
};

export type LoadSettings = {
  interface: Interface;
  target: BaseUrl;
  options: LoadPlan;
  /** Statuses of the valid request before the load: a sweep counts only these as goodput. */
  expectedStatuses: readonly string[];
  firstId: number;
  seed: number;
  insecure?: boolean;
  signal: AbortSignal;
  startGenerators?: StartGenerators;
  journal: Journal;
  events: RunEvents;
  /** Rounds that an earlier process has recorded are not sent again. */
  recorded?: Recorded;
  /** Starts a process of a served target if there is none, or if each round has its own. True if it did. */
  renew?: () => Promise<boolean>;
  settle?: () => Promise<void>;
};

type SenderSettings = Omit<LoadSettings, "journal"> & { journal: LoadJournal };

export class LoadSender {
  /** How long the slots after this one take, where other targets have theirs in between. */
  laterMs: number | undefined;
  readonly #settings: SenderSettings;
  readonly #generators: LoadGenerators;
  readonly #watch: TargetWatch | undefined;

  constructor(
    settings: SenderSettings,
    generators: LoadGenerators,
    watch: TargetWatch | undefined,
  ) {
    this.#settings = settings;
    this.#generators = generators;
    this.#watch = watch;
  }

  /** Warm-up and ceiling for an offer; the warm-up shows whether connections are kept. */
  async prepare(offered: Offered): Promise<void> {
    const { options, signal, journal, events } = this.#settings;
    const warmupMs = options.sweep ? Math.min(STEP_WARMUP_MS, options.warmupMs) : options.warmupMs;
    const warm = warmupMs > 0 ? await this.warm(offered, warmupMs) : undefined;
    if (signal.aborted) return;
    const closes = warm === undefined ? undefined : closesAfter(warm, offered);
    const short = options.sweep || options.durationMs < CEILING_MS;
    const durationMs = short ? Math.min(SHORT_CEILING_MS, options.durationMs) : CEILING_MS;
    const atMs = journal.nowMs();
    const offer = ceilingOffer(offered, options.processes);
    const known = this.#settings.recorded?.ceilings ?? [];
    if (known.some((each) => JSON.stringify(each.offered) === JSON.stringify(offer))) return;
    events.phase?.("measuring the maximum rate of this machine");
    const ceiling = { closesAfter: closes, durationMs };
    const sent = await this.#generators.ceiling(offer, ceiling, signal);
    if (signal.aborted) return;
    journal.write({ type: "ceiling", offered: offer, closesAfter: closes, atMs, ...sent });
  }

  /** Load whose figures are discarded; only its amount is recorded, if it is one of this run's target. */
  async warm(offered: Offered, warmupMs: number, { isRecorded = true } = {}): Promise<Tally> {
    const { signal, journal } = this.#settings;
    const atMs = journal.nowMs();
    const { parts: _, ...sent } = await this.#slot(offered, warmupMs, 0, "warm-up");
    if (isRecorded && !signal.aborted)
      journal.write({ type: "round", nth: 0, offered, atMs, ...sent });
    return sent.tally;
  }

  /** One round, with the resource use of the target's processes; of a mix with its parts. Not yet in the record. */
  async round(offered: Offered, nth: number): Promise<Round & Pick<SlotSent, "parts">> {
    const { options, journal } = this.#settings;
    const atMs = journal.nowMs();
    const part = options.sweep ? `step ${nth}` : `round ${nth} of ${options.rounds}`;
    let target: TargetUse | undefined;
    const endWatch = (): void => {
      target ??= this.#watch?.end();
    };
    this.#watch?.begin();
    // The drain is not part of the round, and its responses are not counted.
    const timer = setTimeout(endWatch, LEAD_MS + options.durationMs);
    const sent = await this.#slot(offered, options.durationMs, nth, part);
    clearTimeout(timer);
    endWatch();
    return { type: "round", nth, offered, atMs, ...sent, target };
  }

  #slot(offered: Offered, durationMs: number, nth: number, part: string): Promise<SlotSent> {
    const { target, options, insecure, seed, signal, events } = this.#settings;
    const until = performance.now() + durationMs;
    const { timeoutMs } = options;
    return this.#generators.slot(
      { target, offered, durationMs, timeoutMs, insecure, seed: seed + SEED_STEP * nth },
      signal,
      part,
      (figures) => {
        const own = options.sweep ? 0 : (options.rounds - nth) * options.durationMs;
        const leftMs = Math.max(0, until - performance.now()) + (this.laterMs ?? own);
        events.load?.({ part, leftMs, figures });
      },
    );
  }
}
