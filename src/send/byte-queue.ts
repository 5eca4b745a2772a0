/** Node takes up to this many bytes from its pool. */
const LEAST_BYTES = 1024;
/** A larger store is released when it is empty: connections are kept for many responses. */
const KEPT_STORE = 65_536;
/** A length that a server announces is not trusted beyond this. */
const MOST_RESERVED = 1024 * 1024;
const NO_BYTES = Buffer.alloc(0);

/**
 * Received bytes that were not taken yet. The store is private: every access to a byte (`at`, `find`, `text`, `take`,
 * and the copies of `push`) adds the touched bytes to `steps`. So `steps` is an upper bound of the work on received
 * bytes, and a test can check that it is linear. Memory: about twice the maximum held at one time, however many bytes
 * pass through.
 */
export class ByteQueue {
  /** Made for the first bytes: most queues never get any. */
  #store = NO_BYTES;
  #start = 0;
  #end = 0;
  #steps = 0;

  /** Bytes held. */
  get length(): number {
    return this.#end - this.#start;
  }

  /** Bytes examined and copied so far. */
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

  /**
   * Reserves room for this many bytes in total, up to a limit: they are expected, and the store need not grow by
   * doubling.
   */
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

  /** Returns everything held without a copy, and starts empty. */
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

  /** A copy of the first `count` bytes. */
  copy(count: number): Buffer {
    this.#steps += count;
    return Buffer.from(this.#store.subarray(this.#start, this.#start + count));
  }

  /** Removes the first `count` bytes without reading them. */
  drop(count: number): void {
    this.#start += count;
    if (this.#start < this.#end) return;
    this.#start = this.#end = 0;
    if (this.#store.length > KEPT_STORE) this.#store = NO_BYTES;
  }

  /** Moves the first `count` bytes, or all there are, to the end of another queue. */
  moveTo(other: ByteQueue, count: number): number {
    const moved = Math.min(count, this.length);
    other.push(this.#store.subarray(this.#start, this.#start + moved));
    this.drop(moved);
    return moved;
  }

  /**
   * Moves the held bytes to the front only if at least half of the store becomes free; otherwise the store doubles. So
   * the work is proportional to the bytes pushed since.
   */
  #makeRoom(more: number): void {
    const needed = this.length + more;
    const roomy = 2 * needed <= this.#store.length;
    // The first piece is often the last: a body that is moved here completely.
    const room = this.length === 0 ? Math.max(LEAST_BYTES, more) : 2 * needed;
    this.#move(roomy ? this.#store.length : room);
  }

  /**
   * Moves the held bytes to the front of a store of that size, or of this one if it is the same.
   */
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
