import { interfaceOf } from "../contract/index.ts";
import { requestSize } from "../generate/index.ts";
import type { Case } from "../model/index.ts";
import type { Dispatcher } from "./dispatcher.ts";
import {
  findGrowth,
  hasGrown,
  suspectsSoFar,
  type MemorySample,
  type TimedCase,
} from "./find-growth.ts";
import type { Journal } from "./journal.ts";
import type { RunSettings, TargetMemory } from "./run-settings.ts";
import type { TargetSupervisor } from "./target-supervisor.ts";

const MOST_SENT = 10_000;
/** After this many further cases, the ones that were over before any growth are forgotten. */
const LOOK_AFTER = 1000;

type Options = {
  settings: RunSettings;
  dispatcher: Dispatcher;
  journal: Journal;
  asking: Case;
  life?: TargetSupervisor | undefined;
};

/** Looks after each suite for cases that made the memory of the target grow. */
export class GrowthWatch {
  readonly #options: Options;
  #sent: TimedCase[] = [];
  #nextLook = LOOK_AFTER;
  /** Samples at the start and the end of a suite: for a short suite, the regular ones are too far apart. */
  #start: MemorySample[];
  #fromMs: number;

  constructor(options: Options) {
    this.#options = options;
    this.#start = this.#now();
    this.#fromMs = options.journal.nowMs();
  }

  /** A case that was sent then is over now. */
  note(sent: Case, atMs: number): void {
    const { settings, journal } = this.#options;
    if (settings.memory === undefined) return;
    this.#sent.push({ case: sent, atMs, endMs: journal.nowMs() });
    if (this.#sent.length < this.#nextLook) return;
    this.#sent = suspectsSoFar(this.#samples(settings.memory), this.#sent).slice(-MOST_SENT);
    this.#nextLook = this.#sent.length + LOOK_AFTER;
  }

  /** Sends the cases that were in progress when memory grew again, alone, and records the ones that make it grow. */
  async search(untilOver: () => Promise<void>): Promise<void> {
    const { settings, journal, dispatcher, asking, life } = this.#options;
    const { memory } = settings;
    if (memory === undefined) {
      this.#sent = [];
      return;
    }
    const samples = [...this.#samples(memory), ...this.#now()];
    // A slow case is noted when it is over, and may be the one that made the memory grow.
    if (hasGrown(samples)) await untilOver();
    // What ends the target is known already, and would end it again.
    const sent = this.#sent.splice(0).filter((each) => life?.kills(each.case.id) !== true);
    this.#nextLook = LOOK_AFTER;
    const from = interfaceOf(settings.header);
    const found = await findGrowth(samples, sent, {
      rssBytes: memory.now,
      control: asking,
      sizeOf: (each) => requestSize(each.request, from),
      send: async (each) => {
        await dispatcher.send(each);
      },
      renew: async () => {
        if (life === undefined) return true;
        // Slow requests are in flight, and would be cut off.
        await untilOver();
        return life.renew();
      },
      isAborted: () => settings.signal.aborted,
    });
    for (const growth of found) journal.write({ type: "growth", ...growth });
    this.#start = this.#now();
    this.#fromMs = journal.nowMs();
  }

  #samples(memory: TargetMemory): MemorySample[] {
    return [...this.#start, ...memory.since(this.#fromMs)];
  }

  #now(): MemorySample[] {
    const { settings, journal } = this.#options;
    const rssBytes = settings.memory?.now();
    return rssBytes === undefined ? [] : [{ atMs: journal.nowMs(), rssBytes }];
  }
}
