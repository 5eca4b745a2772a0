import type { ByteQueue } from "./byte-queue.ts";

const SIZE_LINE_LIMIT = 16_384;

/** Reads the chunked coding (RFC 9112, 7.1) as far as bytes have come; `fault` says what cannot be read. */
export class ChunkedBody {
  fault: string | undefined;
  #left = 0;
  #part: "size" | "data" | "data-end" | "trailer" = "size";

  /** True once the last chunk and the trailer section have been read. */
  read(queue: ByteQueue, add: (bytes: Buffer) => void): boolean {
    while (this.fault === undefined) {
      if (this.#part === "data") {
        const bytes = queue.take(this.#left);
        if (bytes.length > 0) add(bytes);
        this.#left -= bytes.length;
        if (this.#left > 0) return false;
        this.#part = "data-end";
      }
      const line = this.#takeLine(queue);
      if (line === undefined) return false;
      if (this.#part === "trailer" && line === "") return true;
      if (this.#part === "data-end") this.#endData(line);
      else if (this.#part === "size") this.#startChunk(line);
    }
    return false;
  }

  #endData(line: string): void {
    if (line === "") this.#part = "size";
    else this.fault = `chunk followed by ${JSON.stringify(line.slice(0, 30))}`;
  }

  #startChunk(line: string): void {
    const size = /^\s*([0-9a-f]{1,12})\s*(;.*)?$/i.exec(line)?.[1];
    if (size === undefined) this.fault = `chunk size ${JSON.stringify(line.slice(0, 30))}`;
    this.#left = Number.parseInt(size ?? "0", 16);
    this.#part = this.#left === 0 ? "trailer" : "data";
  }

  #takeLine(queue: ByteQueue): string | undefined {
    const end = queue.peek().indexOf(10);
    if (end === -1) {
      if (queue.length > SIZE_LINE_LIMIT) this.fault = "endless line in the chunked coding";
      return undefined;
    }
    return queue
      .take(end + 1)
      .toString("latin1")
      .replace(/\r?\n$/, "");
  }
}
