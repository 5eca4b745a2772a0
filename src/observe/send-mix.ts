import { emptyLoad, endWithoutSamples, foldLoad, summariseLoad } from "../analyse/index.ts";
import { halfOf, LOAD_NUMBERS } from "../fresh-numbers.ts";
import { untilInterrupted } from "../errors.ts";
import { findLoadSite, Generators, localGenerators, type LoadGenerators } from "../load/index.ts";
import type { LoadPlan, LoadSummary, Round, RunEnd } from "../model/index.ts";
import { LoadSender, type LoadSettings, type LoadJournal } from "./load-sender.ts";
import type { RunOutcome } from "./run-settings.ts";
import { loadOutcome } from "./send-load.ts";

/**
 * One load with the requests of several operations. Each operation has its run: it joins when its target responds, and its
 * record gets the rounds with what was sent of it. The figures of the whole are of all of them together.
 */
export class LoadMix {
  readonly #plan: LoadPlan;
  readonly #lanes: { settings: LoadSettings; end: (outcome: RunOutcome) => void }[] = [];
  readonly #whole = emptyLoad();
  #joined: () => void = () => {};
  #next: Promise<void>;

  constructor(plan: LoadPlan) {
    this.#plan = plan;
    this.#next = this.#newNext();
  }

  /** Resolves when the next operation is ready. */
  async nextJoined(): Promise<LoadSettings | undefined> {
    await this.#next;
    return this.#lanes.at(-1)?.settings;
  }

  /** Waits for the load, and returns how it ended for this operation. */
  join = (settings: LoadSettings): Promise<RunOutcome> =>
    new Promise((resolve) => {
      this.#lanes.push({ settings, end: resolve });
      this.#joined();
      this.#next = this.#newNext();
    });

  #newNext(): Promise<void> {
    return new Promise((resolve) => (this.#joined = resolve));
  }

  /** Sends the rounds, and lets the run of each operation end. Returns the figures of the whole; undefined without any. */
  async send(): Promise<LoadSummary | undefined> {
    const [first] = this.#lanes;
    if (first === undefined) return undefined;
    let generators: LoadGenerators | undefined;
    let end: RunEnd = "done";
    try {
      const { options, firstId, signal, target } = first.settings;
      const mix = this.#lanes.map(({ settings }) => ({
        interface: settings.interface,
        weight: settings.options.mix?.weight ?? 1,
      }));
      const ids = {
        interface: first.settings.interface,
        mix,
        firstId,
        ids: halfOf(LOAD_NUMBERS, 0),
      };
      generators = localGenerators(await Generators.start(options.processes, ids, signal));
      const { site, watch } = await untilInterrupted(findLoadSite(target), signal);
      foldLoad(this.#whole, site);
      const journal = this.#journal(first.settings.journal);
      const sender = new LoadSender({ ...first.settings, journal }, generators, watch);
      end = await this.#sendRounds(sender, first.settings);
      for (const lane of this.#lanes) lane.end({ end });
    } catch (error) {
      const outcome = loadOutcome(
        error,
        this.#lanes.map(({ settings }) => settings.journal),
      );
      for (const lane of this.#lanes) lane.end(outcome);
      return undefined;
    } finally {
      await generators?.close();
    }
    return summariseLoad(this.#whole, this.#plan, {}, end);
  }

  /** Warm-up and ceiling are of the whole, and in no record. */
  #journal = (of: LoadJournal): LoadJournal => ({
    nowMs: () => of.nowMs(),
    write: (fact) => foldLoad(this.#whole, fact),
  });

  async #sendRounds(sender: LoadSender, { options, signal }: LoadSettings): Promise<RunEnd> {
    await sender.prepare(options.offered);
    for (let nth = 1; nth <= options.rounds; nth += 1) {
      if (signal.aborted) return "interrupted";
      const { parts = [], ...round } = await sender.round(options.offered, nth);
      if (signal.aborted) return "interrupted";
      foldLoad(this.#whole, round);
      for (const [at, { settings }] of this.#lanes.entries()) {
        const tally = parts[at];
        if (tally === undefined) continue;
        const { offered, atMs } = round;
        settings.journal.write({ type: "round", nth, offered, atMs, tally } satisfies Round);
      }
      const empty = endWithoutSamples(round.tally, options.timeoutMs);
      if (empty !== undefined) return empty;
    }
    return "done";
  }
}
