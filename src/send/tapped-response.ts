import { ResponseReader, type ReadProgress, type ReadResponse } from "./response-reader.ts";
import { nowUs } from "./sender.ts";

/**
 * Lines of one head or trailer section, folded ones counted each, that the ordinary client is given:
 * Node's own client takes as many headers. undici has no such limit: for each line it makes two buffers and a
 * property, and for each folded one it copies the header so far.
 */
const MOST_LINES = 2000;

/**
 * The bytes that the ordinary client receives for one request, read a second time by the reader of
 * the raw sender: what came, whether it is a complete response by the framing of RFC 9112, and what
 * follows it.
 */
export class TappedResponse {
  /** Of the first byte, by the monotonic clock; undefined where nothing came. */
  firstByteUs: number | undefined;
  /** Of the last bytes so far. */
  lastByteUs: number | undefined;
  /** The response, once it is complete. */
  response: ReadResponse | undefined;
  readonly #reader: ResponseReader;
  readonly #bodyless: boolean;
  readonly #limitBytes: number;
  readonly #tooLarge: () => void;
  readonly #chunks: Buffer[] = [];
  #bytes = 0;
  #beyondClient: Error | undefined;
  #progress: ReadProgress = { state: "more", phase: "head" };

  /** `bodyless` for the response to HEAD. `tooLarge` is called once it is over the limit. */
  constructor(limitBytes: number, bodyless: boolean, tooLarge: () => void) {
    this.#reader = new ResponseReader(limitBytes);
    this.#limitBytes = limitBytes;
    this.#bodyless = bodyless;
    this.#tooLarge = tooLarge;
  }

  push(chunk: Buffer): void {
    this.lastByteUs = nowUs();
    this.firstByteUs ??= this.lastByteUs;
    // What is beyond twice the limit decides nothing any more: it is not kept.
    if (this.#bytes > 2 * this.#limitBytes) return;
    this.#bytes += chunk.length;
    this.#chunks.push(chunk);
    this.#reader.push(chunk);
    this.#read();
  }

  /** The server sends no more. */
  end(): void {
    this.#reader.end();
    this.#read();
  }

  /** What a size limit of witness says of it, where it is over one. */
  get tooLarge(): string | undefined {
    return this.#progress.state === "too-large" ? this.#progress.detail : undefined;
  }

  /** More bytes may still show whether it is a complete response. */
  get isOpen(): boolean {
    return this.#progress.state === "more" && this.#progress.fault === undefined;
  }

  /** Why the ordinary client is given no more of it, where that is so. */
  get beyondClient(): Error | undefined {
    return this.#beyondClient;
  }

  /** Why it is no response by its framing, where it is none. */
  get fault(): string | undefined {
    const progress = this.#progress;
    if (progress.state === "more") return progress.fault;
    return progress.state === "malformed" ? progress.detail : undefined;
  }

  /** Of a complete response, what follows it; of any other, what the reader keeps of it. */
  unread(): Buffer {
    return this.#reader.unread();
  }

  /** The bytes of a complete response, head and all. */
  whole(): Buffer {
    const after = this.#reader.unread().length;
    return Buffer.concat(this.#chunks, this.#bytes - after);
  }

  /** Lets go of what only the response is made of. What follows the response is still kept. */
  release(): void {
    this.#chunks.length = 0;
    if (this.response !== undefined) this.response.body = Buffer.alloc(0);
  }

  #read(): void {
    if (this.#progress.state !== "more") return;
    this.#progress = this.#reader.poll(this.#bodyless);
    if (this.#reader.mostLines > MOST_LINES)
      this.#beyondClient ??= new Error(
        `more than ${MOST_LINES} lines in a head or trailer section`,
      );
    if (this.#progress.state === "done") this.response = this.#progress.response;
    if (this.#progress.state === "too-large") this.#tooLarge();
  }
}
