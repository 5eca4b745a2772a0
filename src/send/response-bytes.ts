import { ByteQueue } from "./byte-queue.ts";

/** Offsets of a line: its first byte, the end of its text, and the byte after the line feed. */
export type Line = { from: number; to: number; next: number };

/** Why bytes cannot be read, and how many bytes of the window show it. */
export type Fault = { detail: string; bytes: number };

const LF = 10;
const CR = 13;

/**
 * The received bytes of one response, up to the limit. Nothing beyond the limit is visible, and
 * results depend only on the bytes, not on how they arrived.
 */
export class ResponseBytes {
  readonly queue = new ByteQueue();
  readonly #limitBytes: number;
  /** Bytes of this response that are no longer held. */
  #passed = 0;
  /** Offset of the first unread byte. */
  cursor = 0;
  /** There is no line feed before this offset. */
  #searched = 0;
  ended = false;

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
  }

  /** Readable bytes: held, and within the limit. */
  get length(): number {
    return Math.min(this.queue.length, this.#limitBytes - this.#passed);
  }

  /** More has arrived than the limit for one response. */
  get over(): boolean {
    return this.queue.length > this.#limitBytes - this.#passed;
  }

  /** The window cannot grow any more: the limit is reached or the connection has ended. */
  get full(): boolean {
    return this.ended || this.queue.length >= this.#limitBytes - this.#passed;
  }

  /**
   * The next complete line, undefined until its line feed has arrived. One CR before it is not
   * text.
   */
  peekLine(): Line | undefined {
    const from = this.cursor;
    const feed = this.queue.find(LF, Math.max(from, this.#searched), this.length);
    this.#searched = feed === -1 ? this.length : feed;
    if (feed === -1) return undefined;
    const to = feed > from && this.queue.at(feed - 1) === CR ? feed - 1 : feed;
    return { from, to, next: feed + 1 };
  }

  /** Like `peekLine`, and moves past it. */
  takeLine(): Line | undefined {
    const line = this.peekLine();
    if (line !== undefined) this.cursor = line.next;
    return line;
  }

  /**
   * A fault with the text at the cursor: up to the line's end, at most `most` bytes. `settled`
   * means that more bytes would not change it.
   */
  faultAtCursor(words: string, most: number): Fault & { settled: boolean } {
    const from = this.cursor;
    const line = this.peekLine();
    const to = Math.min(line?.to ?? this.length, from + most);
    // One byte more than is quoted: after it, a line feed could make a CR part of the line end.
    const settled = line !== undefined || this.length > from + most || this.full;
    return { detail: `${words} ${this.quoted(from, to)}`, bytes: to, settled };
  }

  /** Bytes as a JSON string. The caller limits their number. */
  quoted(from: number, to: number): string {
    return JSON.stringify(this.queue.text(from, to));
  }

  /** Text without spaces, tabs and carriage returns at its ends. */
  trimmed({ from, to }: Pick<Line, "from" | "to">): Pick<Line, "from" | "to"> {
    let first = from;
    let last = to;
    while (first < last && isBlank(this.queue.at(first))) first += 1;
    while (last > first && isBlank(this.queue.at(last - 1))) last -= 1;
    return { from: first, to: last };
  }

  /** Drops bytes that have been read and belong to the response. */
  pass(): void {
    this.queue.drop(this.cursor);
    this.#passed += this.cursor;
    this.#searched = Math.max(0, this.#searched - this.cursor);
    this.cursor = 0;
  }

  /** Moves up to `count` bytes of the window, from the cursor on, to the end of `body`. */
  moveTo(body: ByteQueue, count: number): number {
    this.pass();
    const moved = this.queue.moveTo(body, Math.min(count, this.length));
    this.#passed += moved;
    this.#searched = 0;
    return moved;
  }

  /** Returns `count` bytes of the window, from the cursor on. */
  take(count: number): Buffer {
    this.pass();
    this.#passed += count;
    this.#searched = 0;
    return this.queue.take(count);
  }

  /** The next byte is the first one of another response. */
  startOver(): void {
    this.pass();
    this.#passed = 0;
    this.#searched = 0;
  }
}

/** Space, tab, or a stray carriage return, which RFC 9112, 2.2 allows to read as a space. */
export const isBlank = (byte: number): boolean => byte === 32 || byte === 9 || byte === CR;

export const isLineEnd = (byte: number): boolean => byte === CR || byte === LF;
