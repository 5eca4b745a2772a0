const BAR_WIDTH = 24;
const REDRAW_MS = 100;
const LINE_EVERY_MS = 10_000;

type State = { suite: string; done: number; total: number };

/** Progress on stderr: one line redrawn on a terminal, a line now and then elsewhere. */
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
    this.#stream.write(`  ${text}\n`);
  }

  update(state: State): void {
    const now = performance.now();
    if (this.#quiet || now - this.#shownMs < (this.#animate ? REDRAW_MS : LINE_EVERY_MS)) return;
    this.#shownMs = now;
    const line = this.#line(state, (now - this.#beganMs) / 1000);
    if (!this.#animate) this.#stream.write(`  ${line}\n`);
    else {
      this.#stream.write(`\r\x1b[K  ${line.slice(0, (this.#stream.columns ?? 80) - 3)}`);
      this.#drawn = true;
    }
  }

  clear(): void {
    if (this.#drawn) this.#stream.write("\r\x1b[K");
    this.#drawn = false;
  }

  #line({ suite, done, total }: State, seconds: number): string {
    const full = Math.round((BAR_WIDTH * done) / Math.max(1, total));
    const bar = "█".repeat(full) + "░".repeat(BAR_WIDTH - full);
    const rate = done / Math.max(0.001, seconds);
    const left = Math.ceil((total - done) / Math.max(0.001, rate));
    const clock = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    const numbers = `${done.toLocaleString("en")} of ${total.toLocaleString("en")}`;
    return `sending  ${bar}  ${suite}  ${numbers}  ·  ${Math.round(rate).toLocaleString("en")}/s  ·  ${clock} left`;
  }
}
