import { ResponseReader, type ReadProgress, type ReadResponse } from "./response-reader.ts";
import { nowUs } from "./sender.ts";

/**
 * Limit of lines of one head or trailer section, including folded ones, for the ordinary client: Node's own
 * client accepts as many headers. undici has no such limit: for each line it makes two buffers and a
 * property, and for each folded one it copies the header so far.
 */
const MOST_LINES = 2000;

/**
 * The bytes that the ordinary client receives for one request, read a second time by the reader of
 * the raw sender: the response, whether it is complete by the framing of RFC 9112, and what follows
 * it.
 */
export class TappedResponse {
  /** Time of the first byte, by the monotonic clock; undefined if nothing arrived. */
  firstByteUs: number | undefined;
  /** Time of the last bytes so far. */
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
    // Bytes beyond twice the limit decide nothing any more and are not kept.
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

  /** Which size limit of witness it exceeds, if any. */
  get tooLarge(): string | undefined {
    return this.#progress.state === "too-large" ? this.#progress.detail : undefined;
  }

  /** More bytes may still show whether it is a complete response. */
  get isOpen(): boolean {
    return this.#progress.state === "more" && this.#progress.fault === undefined;
  }

  /** Why the ordinary client gets no more of it, if so. */
  get beyondClient(): Error | undefined {
    return this.#beyondClient;
  }

  /** Why it is not a response by its framing, if so. */
  get fault(): string | undefined {
    const progress = this.#progress;
    if (progress.state === "more") return progress.fault;
    return progress.state === "malformed" ? progress.detail : undefined;
  }

  /** The bytes after a complete response; otherwise the bytes that the reader keeps. */
  unread(): Buffer {
    return this.#reader.unread();
  }

  /** The bytes of a complete response, including the head. */
  whole(): Buffer {
    const after = this.#reader.unread().length;
    return Buffer.concat(this.#chunks, this.#bytes - after);
  }

  /** Releases the data of the response. Bytes that follow the response are kept. */
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
