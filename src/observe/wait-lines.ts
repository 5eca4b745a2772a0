import { counted, durationText, shortNumber } from "../text/index.ts";
import type { Episode } from "./episode.ts";
import type { Journal } from "./journal.ts";
import type { Pace } from "./pace.ts";
import type { RunEvents } from "./run-settings.ts";

/** What comes again and again is told so often, and so is how long the rest takes. */
const EVERY_MS = 30_000;

function whoMeets({ refused, isOfNew }: Episode): string {
  if (isOfNew === true) return "each new connection";
  return refused === undefined ? "every request, the stated one too," : "each valid request";
}

type Options = { events: RunEvents; journal: Pick<Journal, "nowMs"> };

/** Tells meanwhile what a run waits for, and how long its rest takes. */
export class WaitLines {
  readonly #options: Options;
  readonly #toldMs = new Map<string, number>();
  #tellsRestMs = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  tell(episode: Episode, waitMs: number): void {
    const { journal, events } = this.#options;
    const { got } = episode;
    const sinceMs = journal.nowMs() - (this.#toldMs.get(got) ?? -Infinity);
    if (waitMs > 0 && sinceMs < EVERY_MS) return;
    this.#toldMs.set(got, journal.nowMs());
    const doing =
      waitMs > 0
        ? `waiting for up to ${durationText(waitMs)}`
        : "ending the run: the rest would meet too many such times";
    events.phase?.(`${whoMeets(episode)} gets ${got}: ${doing}`);
  }

  tellRest(left: number, { isSlowedDown, perSecond, isOfNew }: Pace): void {
    const { journal, events } = this.#options;
    const nowMs = journal.nowMs();
    if (!isSlowedDown || nowMs < this.#tellsRestMs) return;
    this.#tellsRestMs = nowMs + EVERY_MS;
    const rest = durationText((left / perSecond) * 1000);
    events.phase?.(
      isOfNew
        ? `slowed down to ${shortNumber(perSecond.toFixed(1))} new connections a second (--max-time ends the run earlier)`
        : `slowed down to ${shortNumber(perSecond.toFixed(1))} requests a second: the remaining ${counted(left, "request")} take about ${rest} (--max-time ends the run earlier)`,
    );
  }
}
