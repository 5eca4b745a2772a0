/** Node takes up to this many bytes from its pool. */
const LEAST_BYTES = 1024;
/** A larger store is released when it is empty: connections are kept for many responses. */
const KEPT_STORE = 65_536;
/** A length that a server announces is not trusted beyond this. */
const MOST_RESERVED = 1024 * 1024;
const NO_BYTES = Buffer.alloc(0);

/**
 * Received bytes that were not taken yet. The store is private: every access to a byte (`at`, `find`, `text`, `take`, and the
 * copies of `push`) adds the touched bytes to `steps`. So `steps` is an upper bound of the work on received bytes, and a test can
 * check that it is linear. Memory: about twice the maximum held at one time, however many bytes pass through.
 */
export class ByteQueue {
  /** Made for the first bytes: most queues never get any. */
  #store = NO_BYTES;
  #start = 0;
  #end = 0;
  #steps = 0;

  get length(): number {
    return this.#end - this.#start;
  }

  get steps(): number {
    return this.#steps;
  }

  /** Appends a copy. Amortised constant time per byte. */
  push(chunk: Buffer): void {
    if (this.#end + chunk.length > this.#store.length) this.#makeRoom(chunk.length);
    chunk.copy(this.#store, this.#end);
    this.#end += chunk.length;
    this.#steps += chunk.length;
  }

  /** Reserves room for this many bytes in total, up to a limit: they are expected, and the store need not grow by doubling. */
  reserve(count: number): void {
    const room = Math.min(count, MOST_RESERVED);
    if (room > this.#store.length) this.#move(room);
  }

  /** The byte at an offset from the first one held; -1 outside. */
  at(offset: number): number {
    this.#steps += 1;
    return offset < this.length ? (this.#store[this.#start + offset] ?? -1) : -1;
  }

  /** Offset of the first such byte in `from` to `to` (exclusive), or -1. */
  find(byte: number, from: number, to: number): number {
    const start = this.#start;
    for (let at = from; at < to; at += 1)
      if (this.#store[start + at] === byte) {
        this.#steps += at + 1 - from;
        return at;
      }
    this.#steps += Math.max(0, to - from);
    return -1;
  }

  /** The bytes from `from` to `to` (exclusive) as Latin-1: one character for each byte. */
  text(from: number, to: number): string {
    this.#steps += Math.max(0, to - from);
    return this.#store.toString("latin1", this.#start + from, this.#start + Math.max(from, to));
  }

  takeAll(): Buffer {
    const all = this.#store.subarray(this.#start, this.#end);
    this.#store = NO_BYTES;
    this.#start = this.#end = 0;
    return all;
  }

  /** Returns the first `count` bytes. Copies these or the rest, whichever is less. */
  take(count: number): Buffer {
    if (2 * count < this.length) {
      const copied = this.copy(count);
      this.drop(count);
      return copied;
    }
    this.#steps += count;
    const taken = this.#store.subarray(this.#start, this.#start + count);
    const rest = this.#store.subarray(this.#start + count, this.#end);
    this.#store = NO_BYTES;
    this.#start = this.#end = 0;
    if (rest.length > 0) this.push(rest);
    return taken;
  }

  copy(count: number): Buffer {
    this.#steps += count;
    return Buffer.from(this.#store.subarray(this.#start, this.#start + count));
  }

  drop(count: number): void {
    this.#start += count;
    if (this.#start < this.#end) return;
    this.#start = this.#end = 0;
    if (this.#store.length > KEPT_STORE) this.#store = NO_BYTES;
  }

  moveTo(other: ByteQueue, count: number): number {
    const moved = Math.min(count, this.length);
    other.push(this.#store.subarray(this.#start, this.#start + moved));
    this.drop(moved);
    return moved;
  }

  /** Moves the held bytes only if half of the store becomes free, else doubles it: work is linear in bytes. */
  #makeRoom(more: number): void {
    const needed = this.length + more;
    const roomy = 2 * needed <= this.#store.length;
    // The first piece is often the last: a body that is moved here completely.
    const room = this.length === 0 ? Math.max(LEAST_BYTES, more) : 2 * needed;
    this.#move(roomy ? this.#store.length : room);
  }

  /** Moves the held bytes to the front of a store of that size, or of this one if it is the same. */
  #move(room: number): void {
    const held = this.length;
    const next = room === this.#store.length ? this.#store : Buffer.allocUnsafe(room);
    this.#store.copy(next, 0, this.#start, this.#end);
    this.#steps += held;
    this.#store = next;
    this.#start = 0;
    this.#end = held;
  }
}

/** Offsets of a line: its first byte, the end of its text, and the byte after the line feed. */
export type Line = { from: number; to: number; next: number };

/** Why bytes cannot be read, and how many show it. `settled`, also if absent: more bytes would not change it. */
export type Fault = { detail: string; bytes: number; settled?: boolean };

const LF = 10;
const CR = 13;

/** The bytes of one response, up to the limit. Results depend only on the bytes, not on how they arrived. */
export class ResponseBytes {
  readonly queue = new ByteQueue();
  readonly #limitBytes: number;
  #passed = 0;
  cursor = 0;
  /** There is no line feed before this offset. */
  #searched = 0;
  ended = false;

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
  }

  get length(): number {
    return Math.min(this.queue.length, this.#limitBytes - this.#passed);
  }

  get over(): boolean {
    return this.queue.length > this.#limitBytes - this.#passed;
  }

  /** The window cannot grow any more: the limit is reached or the connection has ended. */
  get full(): boolean {
    return this.ended || this.queue.length >= this.#limitBytes - this.#passed;
  }

  /** The next complete line, undefined until its line feed has arrived. One CR before it is not text. */
  peekLine(): Line | undefined {
    const from = this.cursor;
    const feed = this.queue.find(LF, Math.max(from, this.#searched), this.length);
    this.#searched = feed === -1 ? this.length : feed;
    if (feed === -1) return undefined;
    const to = feed > from && this.queue.at(feed - 1) === CR ? feed - 1 : feed;
    return { from, to, next: feed + 1 };
  }

  takeLine(): Line | undefined {
    const line = this.peekLine();
    if (line !== undefined) this.cursor = line.next;
    return line;
  }

  /** A fault with the text at the cursor, at most `most` bytes. `settled`: more bytes would not change it. */
  faultAtCursor(words: string, most: number): Fault {
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

  take(count: number): Buffer {
    this.pass();
    this.#passed += count;
    this.#searched = 0;
    return this.queue.take(count);
  }

  startOver(): void {
    this.pass();
    this.#passed = 0;
    this.#searched = 0;
  }
}

/** Space, tab, or a stray carriage return, which RFC 9112, 2.2 allows to read as a space. */
export const isBlank = (byte: number): boolean => byte === 32 || byte === 9 || byte === CR;

export const isLineEnd = (byte: number): boolean => byte === CR || byte === LF;
