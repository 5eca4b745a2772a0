import type { Response } from "../model/index.ts";
import { type ReadProgress, type ReadResponse, ResponseReader } from "./response-reader.ts";
import { nowUs } from "./sender.ts";

/** Heads with more lines or bytes are not plain. */
const MOST_HEAD_LINES = 100;
const MOST_HEAD_BYTES = 16 * 1024;
const END_OF_HEAD = "\r\n\r\n";

const STATUS_LINE = /^HTTP\/1\.1 (?!204|304)[2-5]\d\d(?: [\x20-\x7e]*)?$/;
/** A name of RFC 9110 and a visible value. */
const HEADER_LINE = /^([\w!#$%&'*+.^`|~-]+): ?([\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?)$/;
const LENGTH = /^(?:0|[1-9]\d{0,8})$/;
/** undici keeps a connection for two seconds less than a server promises, if more than that is left. */
const KEPT = /^timeout=(?:[3-9]|[1-9]\d)/;

/** The only values of headers about the connection with which a response is plain. */
const ALLOWED: Readonly<Record<string, RegExp>> = {
  connection: /^keep-alive$/i,
  "keep-alive": KEPT,
  "proxy-connection": /^$/,
  "transfer-encoding": /^$/,
  upgrade: /^$/,
};

/** Whether these bytes are exactly one response that every client reads alike, on a connection that stays open. */
export function isPlain(bytes: Buffer): boolean {
  const end = bytes.indexOf(END_OF_HEAD);
  if (end === -1 || end > MOST_HEAD_BYTES) return false;
  const [statusLine = "", ...lines] = bytes.toString("latin1", 0, end).split("\r\n");
  if (!STATUS_LINE.test(statusLine) || lines.length > MOST_HEAD_LINES) return false;
  let length: string | undefined;
  for (const line of lines) {
    const [, name, value = ""] = HEADER_LINE.exec(line) ?? [];
    if (name === undefined) return false;
    const lower = name.toLowerCase();
    if (ALLOWED[lower]?.test(value) === false) return false;
    if (lower !== "content-length") continue;
    if (length !== undefined || !LENGTH.test(value)) return false;
    length = value;
  }
  return length !== undefined && end + END_OF_HEAD.length + Number(length) === bytes.length;
}

/** This many different responses are compared with the next one. */
const MOST_KNOWN = 8;
/** Responses with more bytes are read each time. */
const MOST_KNOWN_BYTES = 16 * 1024;

/** A response that arrived in one piece, was complete with its last byte, and left nothing open. */
type LastResponse = { bytes: Buffer; read: ReadResponse; isPlain?: boolean; kept?: Response };

/** The last responses of a target: equal bytes have equal results, and are read once. */
export class LastResponses {
  readonly #known: LastResponse[] = [];
  #oldest = 0;

  find(bytes: Buffer): LastResponse | undefined {
    for (const known of this.#known) if (known.bytes.equals(bytes)) return known;
    return undefined;
  }

  /** Keeps a copy of the bytes of a response, instead of the oldest. */
  add(bytes: Buffer, read: ReadResponse): LastResponse | undefined {
    if (bytes.length > MOST_KNOWN_BYTES) return undefined;
    const known: LastResponse = { bytes: Buffer.from(bytes), read };
    this.#known[this.#oldest] = known;
    this.#oldest = (this.#oldest + 1) % MOST_KNOWN;
    return known;
  }
}

/** Limit of lines of a head or trailer section, as Node's own client has: undici has none, and its work grows with them. */
const MOST_LINES = 2000;
const NO_BYTES = Buffer.alloc(0);

type TapOptions = {
  limitBytes: number;
  bodyless: boolean;
  responses: LastResponses;
  tooLarge: () => void;
};

/** The bytes of one response, read a second time by the raw sender's reader: complete by RFC 9112, and what follows. */
export class TappedResponse {
  /** Time of the first byte, by the monotonic clock; undefined if nothing arrived. */
  firstByteUs: number | undefined;
  lastByteUs: number | undefined;
  response: ReadResponse | undefined;
  /** The same, if another one may have the same bytes. */
  known: LastResponse | undefined;
  /** Why the ordinary client gets no more of it. */
  beyondClient: Error | undefined;
  readonly #options: TapOptions;
  readonly #chunks: Buffer[] = [];
  #reader: ResponseReader | undefined;
  #bytes = 0;
  #progress: ReadProgress = { state: "more", phase: "head" };

  constructor(options: TapOptions) {
    this.#options = options;
  }

  push(chunk: Buffer): void {
    const isFirst = this.firstByteUs === undefined;
    this.lastByteUs = nowUs();
    this.firstByteUs ??= this.lastByteUs;
    // Bytes beyond twice the limit decide nothing any more and are not kept.
    if (this.#bytes > 2 * this.#options.limitBytes) return;
    this.#bytes += chunk.length;
    this.#chunks.push(chunk);
    if (isFirst && this.#isKnown(chunk)) return;
    this.#open().push(chunk);
    this.#read();
    if (isFirst) this.#remember(chunk);
  }

  /** The response, if the first bytes are a plain one that came without undici. Keeps none of the memory. */
  takePlain(chunk: Buffer): ReadResponse | undefined {
    if (this.firstByteUs !== undefined) return undefined;
    const known = this.#options.responses.find(chunk);
    if (known === undefined) {
      if (!isPlain(chunk)) return undefined;
      this.push(Buffer.from(chunk));
      if (this.known !== undefined) this.known.isPlain = true;
      return this.response;
    }
    known.isPlain ??= isPlain(known.bytes);
    if (!known.isPlain) return undefined;
    this.lastByteUs = nowUs();
    this.firstByteUs = this.lastByteUs;
    this.#bytes = chunk.length;
    this.#chunks.push(known.bytes);
    this.#take(known);
    return known.read;
  }

  end(): void {
    this.#open().end();
    this.#read();
  }

  get isPlain(): boolean {
    const { known } = this;
    if (known === undefined) return false;
    return (known.isPlain ??= isPlain(known.bytes));
  }

  get tooLarge(): string | undefined {
    return this.#progress.state === "too-large" ? this.#progress.detail : undefined;
  }

  /** More bytes may still show whether it is a complete response. */
  get isOpen(): boolean {
    return this.#progress.state === "more" && this.#progress.fault === undefined;
  }

  /** Why it is not a response by its framing, if so. */
  get fault(): string | undefined {
    const progress = this.#progress;
    if (progress.state === "more") return progress.fault;
    return progress.state === "malformed" ? progress.detail : undefined;
  }

  /** The bytes after a complete response; otherwise the bytes that the reader keeps. */
  unread(): Buffer {
    return this.#reader?.unread() ?? NO_BYTES;
  }

  get isInCoded(): boolean {
    return this.#reader?.isInCoded ?? false;
  }

  whole(): Buffer {
    return Buffer.concat(this.#chunks, this.#bytes - this.unread().length);
  }

  /** Releases the data of the response. Bytes that follow the response are kept. */
  release(): void {
    this.#chunks.length = 0;
    if (this.response !== undefined && this.known === undefined)
      this.response = { ...this.response, body: NO_BYTES };
  }

  #open(): ResponseReader {
    return (this.#reader ??= new ResponseReader(this.#options.limitBytes));
  }

  #isKnown(chunk: Buffer): boolean {
    const known = this.#options.bodyless ? undefined : this.#options.responses.find(chunk);
    if (known === undefined) return false;
    this.#take(known);
    return true;
  }

  #take(known: LastResponse): void {
    this.known = known;
    this.response = known.read;
    this.#progress = { state: "done", response: known.read };
  }

  /** Whether it is complete does not depend on anything but its bytes, and they came in one piece. */
  #remember(chunk: Buffer): void {
    const isOther = this.#options.bodyless || this.beyondClient !== undefined;
    if (isOther || this.response === undefined || this.unread().length > 0) return;
    this.known = this.#options.responses.add(chunk, this.response);
  }

  #read(): void {
    if (this.#progress.state !== "more") return;
    const reader = this.#open();
    this.#progress = reader.poll(this.#options.bodyless);
    if (reader.mostLines > MOST_LINES)
      this.beyondClient ??= new Error(`more than ${MOST_LINES} lines in a head or trailer section`);
    if (this.#progress.state === "done") this.response = this.#progress.response;
    if (this.#progress.state === "too-large") this.#options.tooLarge();
  }
}
