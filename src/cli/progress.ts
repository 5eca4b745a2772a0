import type { LoadProgress, RunEvents, SuiteProgress } from "../observe/index.ts";
import type { TerminalText } from "../text/index.ts";
import { escapeUnseen, latencyText, terminalLines, whole } from "../text/index.ts";
import { fitText, hangingText, widthOf } from "../report/index.ts";

const BAR_WIDTH = 24;
const REDRAW_MS = 100;
const LINE_EVERY_MS = 10_000;

/** Before this much time and this share of the work, the time left is not known. */
const ESTIMATE_AFTER_MS = 1000;
const ESTIMATE_FROM = 0.01;

/** A part of a line, and its priority: in a line that is too long, the highest number is left out first, 0 never. */
type Part = readonly [text: string, leftOut: number];

type Since = { ms: number; state: SuiteProgress };

/** Progress on stderr: one line redrawn on a terminal, occasional lines elsewhere. */
export class Progress {
  readonly #stream: NodeJS.WriteStream;
  readonly #animate: boolean;
  readonly #quiet: boolean;
  #since: Since | undefined;
  #shownMs = 0;
  #drawn = false;
  #phase: string | undefined;

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
    const width = this.#stream.isTTY === true ? (this.#stream.columns ?? 80) : Infinity;
    this.#write(terminalLines(hangingText("  ", text, width)), "\n");
  }

  update(state: SuiteProgress): void {
    // The checks before the first case say nothing about the rate, and neither does the operation before this one.
    this.#since ??= { ms: performance.now(), state };
    const since = this.#since;
    this.#draw(() => suiteLine(state, since));
  }

  load(progress: LoadProgress): void {
    this.#draw(() => loadLine(progress));
  }

  /** The current activity: `what  kind  name  ·  count`. Where it is too long, the count is left out first, then the kind. */
  step(text: string): void {
    const [named = "", ...counts] = text.split("  ·  ");
    const names = named.split("  ");
    this.#draw(() => [
      ...names.map((part, at): Part => [part, at === 1 && names.length > 2 ? 1 : 0]),
      ...counts.map((count): Part => [`·  ${count}`, 2]),
    ]);
  }

  /** A phase of a run; once, where several targets enter it one after the other. */
  phase(what: string): void {
    if (what === this.#phase) return;
    this.#phase = what;
    this.#since = undefined;
    this.say(what);
  }

  events(): RunEvents {
    return {
      phase: (what) => this.phase(what),
      progress: (state) => this.update(state),
      explore: (what) => this.step(what),
      load: (state) => this.load(state),
    };
  }

  clear(): void {
    if (this.#drawn) this.#stream.write("\r\x1b[K");
    this.#drawn = false;
  }

  #draw(parts: () => readonly Part[]): void {
    const now = performance.now();
    if (this.#quiet || now - this.#shownMs < (this.#animate ? REDRAW_MS : LINE_EVERY_MS)) return;
    this.#shownMs = now;
    if (!this.#animate) this.#write(terminalLines([`  ${fitParts(parts(), Infinity)}`]), "\n");
    else {
      const room = (this.#stream.columns ?? 80) - 1;
      this.clear();
      this.#write(terminalLines([`  ${fitParts(parts(), room - 2)}`]));
      this.#drawn = true;
    }
  }

  #write(text: TerminalText, end: "" | "\n" = ""): void {
    this.#stream.write(`${text}${end}`);
  }
}

/** The parts that fit into a line; if the first part is too long, its end is cut. */
function fitParts(parts: readonly Part[], width: number): string {
  const line = parts.map(([text]) => escapeUnseen(text)).join("  ");
  const most = Math.max(...parts.map(([, leftOut]) => leftOut));
  if (widthOf(line) <= width) return line;
  if (most === 0) return fitText(line, width);
  return fitParts(
    parts.filter(([, leftOut]) => leftOut < most),
    width,
  );
}

function suiteLine(state: SuiteProgress, since: Since): Part[] {
  const { suite, done, total, atMostMs } = state;
  // Where the target is started again, more can be sent than was planned.
  const full = Math.min(BAR_WIDTH, Math.round((BAR_WIDTH * done) / Math.max(1, total)));
  const bar = "█".repeat(full) + "░".repeat(BAR_WIDTH - full);
  const counts = `${whole(done)} of ${whole(total)}`;
  if (atMostMs !== undefined)
    return [
      ["sending", 3],
      [bar, 1],
      ["last responses", 0],
      [counts, 0],
      [`·  at most ${clock(atMostMs)} left`, 0],
    ];
  const elapsedMs = performance.now() - since.ms;
  const leftMs = timeLeft(state, since.state, elapsedMs);
  const sent = Math.max(0, done - since.state.done);
  return [
    ["sending", 3],
    [bar, 1],
    [suite, 0],
    [counts, 0],
    ...(leftMs === undefined
      ? []
      : ([
          [`·  ${whole((1000 * sent) / Math.max(1, elapsedMs))}/s`, 2],
          [`·  ${clock(leftMs)} left`, 0],
        ] as const)),
  ];
}

/** By the effort so far: suites that are sent later take longer for each request. */
function timeLeft(
  state: SuiteProgress,
  before: SuiteProgress,
  elapsedMs: number,
): number | undefined {
  const { done, left } = effortOf(state);
  const spent = done - effortOf(before).done;
  const isKnown = elapsedMs >= ESTIMATE_AFTER_MS && spent >= ESTIMATE_FROM * (done + left);
  return isKnown ? (elapsedMs * left) / spent : undefined;
}

const effortOf = ({ done, total, effort }: SuiteProgress): { done: number; left: number } =>
  effort ?? { done, left: total - done };

function loadLine({ part, leftMs, figures }: LoadProgress): Part[] {
  const { perSecond, p50Us, p99Us, statuses, unanswered } = figures;
  const codes = Object.entries(statuses).map(([status, count]) => `${status} ×${whole(count)}`);
  return [
    ["load", 0],
    [part, 0],
    [`${whole(perSecond)}/s`, 0],
    [`p50 ${latencyText(p50Us)}`, 2],
    [`p99 ${latencyText(p99Us)}`, 1],
    [codes.join(" "), 3],
    ...(unanswered === 0 ? [] : [[`no response ×${whole(unanswered)}`, 0] as const]),
    [`·  ${clock(leftMs)} left`, 0],
  ];
}

function clock(ms: number): string {
  const left = Math.ceil(ms / 1000);
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
}
