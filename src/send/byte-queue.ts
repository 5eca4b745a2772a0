/** Bytes received and not yet read: appending costs amortised constant time. */
export class ByteQueue {
  #store = Buffer.alloc(4096);
  #start = 0;
  #end = 0;

  get length(): number {
    return this.#end - this.#start;
  }

  push(chunk: Buffer): void {
    if (this.#end + chunk.length > this.#store.length) this.#grow(chunk.length);
    chunk.copy(this.#store, this.#end);
    this.#end += chunk.length;
  }

  /** A view of what is there, valid until the next `push`. */
  peek(): Buffer {
    return this.#store.subarray(this.#start, this.#end);
  }

  /** Takes the first bytes out, as a copy. */
  take(count: number): Buffer {
    const taken = Buffer.from(this.peek().subarray(0, count));
    this.#start += taken.length;
    return taken;
  }

  #grow(more: number): void {
    const held = this.peek();
    const next = Buffer.alloc(Math.max(2 * this.#store.length, held.length + more));
    held.copy(next);
    this.#end = held.length;
    this.#start = 0;
    this.#store = next;
  }
}
