import type { LoadProgress, RunEvents } from "../run/run-settings.ts";
import { latencyText } from "../text/times.ts";
import { whole } from "../text/numbers.ts";
import { terminalLines, type TerminalText } from "../text/terminal-text.ts";
import { escapeUnseen } from "../text/unseen.ts";

const BAR_WIDTH = 24;
const REDRAW_MS = 100;
const LINE_EVERY_MS = 10_000;

type State = { suite: string; done: number; total: number };

/** Progress on stderr: one line redrawn on a terminal, occasional lines elsewhere. */
export class Progress {
  readonly #stream: NodeJS.WriteStream;
  readonly #animate: boolean;
  readonly #quiet: boolean;
  readonly #beganMs = performance.now();
  #shownMs = 0;
  #drawn = false;

  constructor(options: { quiet: boolean; stream?: NodeJS.WriteStream }) {
    this.#stream = options.stream ?? process.stderr;
    this.#quiet = options.quiet;
    const { CI, TERM } = process.env;
    this.#animate = this.#stream.isTTY === true && CI === undefined && TERM !== "dumb";
    this.#shownMs = this.#animate ? 0 : performance.now();
  }

  say(text: string): void {
    if (this.#quiet) return;
    this.clear();
    this.#write(terminalLines([`  ${text}`]), "\n");
  }

  update(state: State): void {
    this.#draw(() => suiteLine(state, (performance.now() - this.#beganMs) / 1000));
  }

  load(progress: LoadProgress): void {
    this.#draw(() => loadLine(progress));
  }

  /** The current activity. */
  step(text: string): void {
    this.#draw(() => text);
  }

  /** Events of a run. */
  events(): RunEvents {
    return {
      phase: (what) => this.say(what),
      progress: (state) => this.update(state),
      explore: (what) => this.step(what),
      load: (state) => this.load(state),
    };
  }

  clear(): void {
    if (this.#drawn) this.#stream.write("\r\x1b[K");
    this.#drawn = false;
  }

  #draw(text: () => string): void {
    const now = performance.now();
    if (this.#quiet || now - this.#shownMs < (this.#animate ? REDRAW_MS : LINE_EVERY_MS)) return;
    this.#shownMs = now;
    if (!this.#animate) this.#write(terminalLines([`  ${text()}`]), "\n");
    else {
      const room = (this.#stream.columns ?? 80) - 1;
      this.clear();
      this.#write(terminalLines([`  ${escapeUnseen(text())}`.slice(0, room)]));
      this.#drawn = true;
    }
  }

  #write(text: TerminalText, end: "" | "\n" = ""): void {
    this.#stream.write(`${text}${end}`);
  }
}

function suiteLine({ suite, done, total }: State, elapsedS: number): string {
  const full = Math.round((BAR_WIDTH * done) / Math.max(1, total));
  const bar = "█".repeat(full) + "░".repeat(BAR_WIDTH - full);
  const rate = done / Math.max(0.001, elapsedS);
  const left = clock(((total - done) / Math.max(0.001, rate)) * 1000);
  return `sending  ${bar}  ${suite}  ${whole(done)} of ${whole(total)}  ·  ${whole(rate)}/s  ·  ${left} left`;
}

function loadLine({ part, leftMs, figures }: LoadProgress): string {
  const { perSecond, p50Us, p99Us, statuses, unanswered } = figures;
  const codes = Object.entries(statuses).map(([status, count]) => `${status} ×${whole(count)}`);
  const errors = unanswered === 0 ? "" : `  no response ×${whole(unanswered)}`;
  return `load  ${part}  ${whole(perSecond)}/s  p50 ${latencyText(p50Us)}  p99 ${latencyText(p99Us)}  ${codes.join(" ")}${errors}  ·  ${clock(leftMs)} left`;
}

function clock(ms: number): string {
  const left = Math.ceil(ms / 1000);
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
}
