import { loadFigures } from "../analyse/load/load-figures.ts";
import { sweepEnd } from "../analyse/load/sweep.ts";
import type { BaseUrl } from "../contract/base-url.ts";
import { ceilingOffer, closesAfter, measureCeiling } from "../load/ceiling.ts";
import { Generators, LEAD_MS } from "../load/generators.ts";
import { lookAround } from "../load/look-around.ts";
import type { TargetWatch } from "../load/target-watch.ts";
import type { LoadOptions, Offered, Round, Tally, TargetUse } from "../model/load.ts";
import type { LoadFigures } from "../model/load-summary.ts";
import type { RunEnd } from "../model/run.ts";
import type { Journal } from "./journal.ts";
import type { RunEvents } from "./run-events.ts";

/** Ids left free between what was sent before and the load. */
const ID_GAP = 1000;
const CEILING_MS = 1000;
/** Each step of a sweep has a ceiling and a warm-up of its own: shorter ones. So has a short round. */
const SHORT_CEILING_MS = 500;
const STEP_WARMUP_MS = 500;
/** Rounds draw their arrivals from seeds of their own. */
const SEED_STEP = 1009;

/** What the load needs of the run that it belongs to. */
export type LoadSettings = {
  target: BaseUrl;
  options: LoadOptions;
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
};

/**
 * The ceiling of this machine, the warm-up, and then the rounds or the steps of a sweep. Rounds
 * that were completed are in the record when it is interrupted. `no-samples` where a round got no
 * answer at all.
 */
export async function sendLoad(settings: LoadSettings): Promise<RunEnd> {
  const { target, options, firstId, usedIds, journal } = settings;
  const generators = await Generators.start(options.processes, {
    firstId,
    offset: usedIds + ID_GAP,
  });
  try {
    const { site, watch } = await lookAround(target);
    journal.write(site);
    return await new LoadSender(settings, generators, watch).send();
  } catch (error) {
    journal.note("load", `the load could not go on: ${(error as Error).message}`);
    return "load-failed";
  } finally {
    await generators.close();
  }
}

class LoadSender {
  readonly #settings: LoadSettings;
  readonly #generators: Generators;
  readonly #watch: TargetWatch | undefined;

  constructor(settings: LoadSettings, generators: Generators, watch: TargetWatch | undefined) {
    this.#settings = settings;
    this.#generators = generators;
    this.#watch = watch;
  }

  async send(): Promise<RunEnd> {
    const { options, signal, expectedStatuses } = this.#settings;
    const steps: LoadFigures[] = [];
    for (let nth = 1; nth <= options.rounds; nth += 1) {
      const offered = options.sweep ? doubled(options.offered, nth - 1) : options.offered;
      if (nth === 1 || options.sweep) await this.#prepare(offered);
      if (signal.aborted) return "interrupted";
      const round = await this.#round(offered, nth);
      if (signal.aborted) return "interrupted";
      this.#settings.journal.write(round);
      if (round.tally.counts.answered === 0) return "no-samples";
      if (!options.sweep) continue;
      steps.push(
        loadFigures(offered, round.tally, undefined, { ceiling: undefined, expectedStatuses }),
      );
      if (sweepEnd(steps) !== undefined) break;
    }
    return "done";
  }

  /** Warm-up and ceiling for what is offered; the warm-up shows whether connections are kept. */
  async #prepare(offered: Offered): Promise<void> {
    const { options, signal, journal, events } = this.#settings;
    const warmupMs = options.sweep ? Math.min(STEP_WARMUP_MS, options.warmupMs) : options.warmupMs;
    let closes: number | undefined;
    if (warmupMs > 0) {
      const atMs = journal.nowMs();
      const tally = await this.#slot(offered, warmupMs, 0, "warm-up");
      if (signal.aborted) return;
      journal.write({ type: "round", nth: 0, offered, atMs, tally });
      closes = closesAfter(tally, offered);
    }
    events.phase?.("measuring what this machine can send at most");
    const short = options.sweep || options.durationMs < CEILING_MS;
    const durationMs = short ? SHORT_CEILING_MS : CEILING_MS;
    const atMs = journal.nowMs();
    const offer = ceilingOffer(offered, options.processes);
    const ceiling = { closesAfter: closes, durationMs };
    const tally = await measureCeiling(this.#generators, offer, ceiling, signal);
    if (signal.aborted) return;
    const closing = closes === undefined ? {} : { closesAfter: closes };
    journal.write({ type: "ceiling", offered: offer, ...closing, atMs, tally });
  }

  async #round(offered: Offered, nth: number): Promise<Round> {
    const { options, journal } = this.#settings;
    const atMs = journal.nowMs();
    const part = options.sweep ? `step ${nth}` : `round ${nth} of ${options.rounds}`;
    let target: TargetUse | undefined;
    const endWatch = (): void => {
      target ??= this.#watch?.end();
    };
    this.#watch?.begin();
    // The drain is no part of the round, and answers in it are not counted.
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

/** Twice as much for every step: connections, or rate and the connections that it may take. */
function doubled(offered: Offered, times: number): Offered {
  const factor = 2 ** times;
  const connections = offered.connections * factor;
  if (offered.model === "closed") return { ...offered, connections };
  return { ...offered, connections, ratePerSecond: offered.ratePerSecond * factor };
}
