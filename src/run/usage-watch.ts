import { isLocal } from "../load/look-around.ts";
import { UsageSampler } from "../load/usage-sampler.ts";
import type { Usage } from "../model/served.ts";
import type { RunSettings } from "./run-settings.ts";

const MOST_RECENT = 4000;

/** Where samples go. */
type UsageJournal = { nowMs: () => number; write: (usage: Usage) => void };

const EVERY_MS = 250;
/** In a long run samples are further apart: so few are taken until its length has doubled. */
const SAMPLES_EACH = 240;

/** Samples what the target's processes use during a whole run, where they are on this machine. */
export class UsageWatch {
  readonly #settings: RunSettings;
  readonly #journal: UsageJournal;
  readonly #sampler: UsageSampler;
  #timer: NodeJS.Timeout | undefined;
  #generation = 0;
  #recent: Usage[] = [];

  private constructor(settings: RunSettings, journal: UsageJournal, sampler: UsageSampler) {
    this.#settings = settings;
    this.#journal = journal;
    this.#sampler = sampler;
  }

  /** Undefined where the operating system says nothing of the target's processes. */
  static async begin(
    settings: RunSettings,
    journal: UsageJournal,
  ): Promise<UsageWatch | undefined> {
    if (process.platform !== "linux") return undefined;
    const { served, target } = settings;
    const { proxy, unixSocket, address, used } = target.route ?? {};
    if (served === undefined) {
      if (proxy !== undefined || unixSocket !== undefined) return undefined;
      if (!(await isLocal(address ?? used?.address ?? target.hostname))) return undefined;
    }
    const sampler =
      served === undefined
        ? UsageSampler.ofListener(target.hostname, target.port)
        : new UsageSampler(() => served.members());
    const watch = new UsageWatch(settings, journal, sampler);
    watch.#later();
    return watch;
  }

  /** Samples since this moment of the run. */
  since(atMs: number): readonly Usage[] {
    return this.#recent.filter((each) => each.atMs >= atMs);
  }

  /** Resident memory now. */
  now(): number | undefined {
    return this.#sample()?.rssBytes;
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  #later(): void {
    const everyMs = Math.max(EVERY_MS, this.#journal.nowMs() / SAMPLES_EACH);
    this.#timer = setTimeout(() => {
      this.#take();
      this.#later();
    }, everyMs);
    this.#timer.unref();
  }

  #take(): void {
    const figures = this.#sample();
    if (figures === undefined) return;
    const usage: Usage = { type: "usage", atMs: Math.round(this.#journal.nowMs()), ...figures };
    this.#journal.write(usage);
    this.#recent.push(usage);
    if (this.#recent.length > MOST_RECENT) this.#recent = this.#recent.slice(MOST_RECENT / 2);
  }

  #sample(): ReturnType<UsageSampler["sample"]> {
    const { served } = this.#settings;
    if (served !== undefined && served.generation !== this.#generation) {
      this.#generation = served.generation;
      this.#sampler.renew();
    }
    return this.#sampler.sample();
  }
}
