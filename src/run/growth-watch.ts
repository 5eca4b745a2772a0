import { interfaceOf } from "../contract/user-submission.ts";
import { requestSize } from "../generate/simpler.ts";
import type { Case } from "../model/case.ts";
import type { Dispatcher } from "./dispatcher.ts";
import { findGrowth, type MemorySample, type SentThen } from "./find-growth.ts";
import type { Journal } from "./journal.ts";
import type { RunSettings } from "./run-settings.ts";
import type { TargetLife } from "./target-life.ts";

const MOST_SENT = 20_000;
/** Fresh values of replays: above those of other checks, which must not run out. */
const LAST_OWN_FRESH = 15_000;
const SHARED_FRESH = 18_000;

type Options = {
  settings: RunSettings;
  dispatcher: Dispatcher;
  journal: Journal;
  asking: Case;
  life?: TargetLife | undefined;
};

/** Looks after each suite for cases that made the memory of the target grow. */
export class GrowthWatch {
  readonly #options: Options;
  #sent: SentThen[] = [];
  /** The regular samples are too far apart for a suite that is over soon: one at its start, one at its end. */
  #start: MemorySample[];
  #fromMs: number;

  constructor(options: Options) {
    this.#options = options;
    this.#start = this.#now();
    this.#fromMs = options.journal.nowMs();
  }

  /** A case that was sent then is over now. */
  note(sent: Case, atMs: number): void {
    this.#sent.push({ case: sent, atMs, endMs: this.#options.journal.nowMs() });
    if (this.#sent.length > MOST_SENT) this.#sent = this.#sent.slice(MOST_SENT / 2);
  }

  /** Sends what was under way when memory grew again alone, and puts what does it into the record. */
  async search(): Promise<void> {
    const { settings, journal, dispatcher, asking, life } = this.#options;
    const { memory } = settings;
    // What ends the target is known already, and would end it again.
    const sent = this.#sent.splice(0).filter((each) => life?.kills(each.case.id) !== true);
    if (memory === undefined) return;
    const between = memory.since(this.#fromMs);
    const samples = [...this.#start, ...between, ...this.#now()];
    const from = interfaceOf(settings.header);
    const found = await findGrowth(samples, sent, {
      rssBytes: memory.now,
      control: asking,
      sizeOf: (each) => requestSize(each.request, from),
      send: async (each) => {
        const isLow = dispatcher.nextFresh < LAST_OWN_FRESH;
        await dispatcher.send(each, isLow ? undefined : SHARED_FRESH);
      },
      renew: async () => life === undefined || (await life.renew()),
      isAborted: () => settings.signal.aborted,
    });
    for (const growth of found) journal.write({ type: "growth", ...growth });
    this.#start = this.#now();
    this.#fromMs = journal.nowMs();
  }

  #now(): MemorySample[] {
    const { settings, journal } = this.#options;
    const rssBytes = settings.memory?.now();
    return rssBytes === undefined ? [] : [{ atMs: journal.nowMs(), rssBytes }];
  }
}
