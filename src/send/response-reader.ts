import { ByteQueue, type Fault, isBlank, type Line, ResponseBytes } from "./response-bytes.ts";
import { isCoded, type Framing, HeadReader, type ResponseHead } from "./response-head.ts";
import { whole } from "../text/index.ts";

const QUOTED_SIZE = 30;
const SEMICOLON = 59;
/** No limit is this large: bytes beyond stay there. */
const HUGE = Number.MAX_SAFE_INTEGER;

class ChunkedBody {
  #left = 0;
  #at: "size" | "data" | "data-end" | "trailer" = "size";
  trailerLines = 0;

  get part(): "chunk framing" | "body" | "trailer section" {
    if (this.#at === "data") return "body";
    return this.#at === "trailer" ? "trailer section" : "chunk framing";
  }

  /** True once the last chunk and the trailer section have been read; a fault if that is impossible. */
  read(bytes: ResponseBytes, body: ByteQueue): boolean | Fault {
    for (;;) {
      if (this.#at === "data") {
        this.#left -= bytes.moveTo(body, this.#left);
        if (this.#left > 0) return false;
        this.#at = "data-end";
      }
      const fault = this.#faultOfFirstByte(bytes);
      if (fault !== undefined) return fault;
      const line = bytes.takeLine();
      if (line === undefined) return false;
      if (this.#at === "size") {
        const size = sizeOf(bytes, line);
        if (size === undefined) return faultIn(bytes, line);
        this.#left = size;
        this.#at = size === 0 ? "trailer" : "data";
      } else if (this.#at === "data-end") this.#at = "size";
      else if (line.to === line.from) return true;
      else this.trailerLines += 1;
      bytes.pass();
    }
  }

  /** A first byte that cannot be right is reported without waiting for the line. */
  #faultOfFirstByte(bytes: ResponseBytes): Fault | undefined {
    const { cursor, length, queue } = bytes;
    if (cursor >= length || this.#at === "trailer") return undefined;
    const first = queue.at(cursor);
    if (this.#at === "size")
      return digitOf(first) !== undefined || isBlank(first)
        ? undefined
        : bytes.faultAtCursor("chunk size", QUOTED_SIZE);
    if (first === 10) return undefined;
    if (first === 13 && (cursor + 1 >= length || queue.at(cursor + 1) === 10)) return undefined;
    return bytes.faultAtCursor("chunk followed by", QUOTED_SIZE);
  }
}

function faultIn(bytes: ResponseBytes, line: Line): Fault {
  const to = Math.min(line.to, line.from + QUOTED_SIZE);
  return { detail: `chunk size ${bytes.quoted(line.from, to)}`, bytes: line.next };
}

/** White space, hexadecimal digits, white space, and an ignored extension; undefined for anything else. */
function sizeOf({ queue }: ResponseBytes, { from, to }: Line): number | undefined {
  let at = from;
  while (at < to && isBlank(queue.at(at))) at += 1;
  let size: number | undefined;
  for (; at < to; at += 1) {
    const digit = digitOf(queue.at(at));
    if (digit === undefined) break;
    size = Math.min(HUGE, 16 * (size ?? 0) + digit);
  }
  while (at < to && isBlank(queue.at(at))) at += 1;
  return at === to || queue.at(at) === SEMICOLON ? size : undefined;
}

function digitOf(byte: number): number | undefined {
  if (byte >= 48 && byte <= 57) return byte - 48;
  const lower = byte | 32;
  return lower >= 97 && lower <= 102 ? lower - 87 : undefined;
}

export const KEPT_INTERIM = 50;

export type ReadResponse = ResponseHead & {
  interim: number[];
  framing: Framing["kind"];
  body: Buffer;
};

export type ReadProgress =
  /** `fault`: this certainly cannot be read, and more bytes would only lengthen the quotation. */
  | { state: "more"; phase: "head" | "body"; status?: number; fault?: string }
  | { state: "done"; response: ReadResponse }
  | Stopped;

type Stopped = {
  state: "malformed" | "too-large";
  phase: "head" | "body";
  detail: string;
  status?: number;
};

/** A status below 100 is not interim: no other response follows. 101 ends HTTP here. */
const isInterim = (status: number): boolean => status >= 100 && status < 200 && status !== 101;

type Open = { head: ResponseHead; framing: Framing; chunked: ChunkedBody };

/** Lenient: reads whatever can be understood, at most `limitBytes` for a whole response, in linear work however the bytes arrive. */
export class ResponseReader {
  readonly #bytes: ResponseBytes;
  readonly #limitBytes: number;
  readonly #body = new ByteQueue();
  #head = new HeadReader();
  #interim: number[] = [];
  #interimCount = 0;
  #mostLines = 0;
  #open: Open | undefined;
  #stopped: Stopped | undefined;
  #received: Buffer | undefined;

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
    this.#bytes = new ResponseBytes(limitBytes);
  }

  get steps(): number {
    return this.#bytes.queue.steps + this.#body.steps;
  }

  /** The number of lines of the longest head or trailer section so far, including folded lines. */
  get mostLines(): number {
    return Math.max(this.#mostLines, this.#head.lines, this.#open?.chunked.trailerLines ?? 0);
  }

  /** Pushed bytes that are unread: beyond the limit, the caller stops reading from the socket. */
  get waiting(): number {
    return this.#bytes.queue.length;
  }

  push(chunk: Buffer): void {
    if (this.#stopped === undefined) this.#bytes.queue.push(chunk);
  }

  end(): void {
    this.#bytes.ended = true;
  }

  /** Bytes of no complete response: the body so far and what follows, or those that show the fault. */
  unread(): Buffer {
    return this.#received ?? this.#copy(this.#bytes.queue.length);
  }

  /** Whether unread bytes begin within a body that is compressed, or coded in another way. */
  get isInCoded(): boolean {
    return this.#open !== undefined && isCoded(this.#open.head.headers);
  }

  /** Reads as far as possible; `bodyless` for the response to HEAD. */
  poll(bodyless: boolean): ReadProgress {
    if (this.#stopped !== undefined) return this.#stopped;
    if (this.#open === undefined) {
      const progress = this.#readHead(bodyless);
      if (progress !== undefined) return progress;
    }
    return this.#open === undefined ? { state: "more", phase: "head" } : this.#readBody(this.#open);
  }

  #readHead(bodyless: boolean): ReadProgress | undefined {
    for (;;) {
      const read = this.#head.read(this.#bytes);
      if (typeof read === "object") return this.#fault(read, "head");
      if (!read)
        return this.#more(
          "head",
          this.#interimCount > 0 ? "in the head, after interim responses" : "in the head",
        );
      this.#mostLines = this.mostLines;
      const head = this.#head.head();
      if (!isInterim(head.status)) {
        const framing = this.#head.framing(bodyless);
        if (typeof framing === "string")
          return this.#fault({ detail: framing, bytes: this.#bytes.cursor }, "head", head.status);
        this.#open = { head, framing, chunked: new ChunkedBody() };
        this.#bytes.pass();
        return undefined;
      }
      this.#interimCount += 1;
      if (this.#interim.length < KEPT_INTERIM) this.#interim.push(head.status);
      this.#head = new HeadReader();
    }
  }

  #readBody(open: Open): ReadProgress {
    const { framing, head, chunked } = open;
    const bytes = this.#bytes;
    switch (framing.kind) {
      case "none":
        return this.#done(open);
      case "length":
        if (bytes.length < framing.bytes) return this.#more("body", "in the body", head.status);
        return this.#done(open, bytes.take(framing.bytes));
      case "close":
        if (!bytes.ended || bytes.over) return this.#more("body", "in the body", head.status);
        bytes.moveTo(this.#body, bytes.length);
        return this.#done(open);
      case "chunked": {
        const read = chunked.read(bytes, this.#body);
        if (typeof read === "object") return this.#fault(read, "body", head.status);
        return read ? this.#done(open) : this.#more("body", `in the ${chunked.part}`, head.status);
      }
    }
  }

  #done({ head, framing }: Open, body = this.#body.takeAll()): ReadProgress {
    this.#mostLines = this.mostLines;
    const interimOmitted = this.#interimCount - this.#interim.length;
    const response: ReadResponse = {
      ...head,
      ...(interimOmitted > 0 && { omitted: { ...head.omitted, interim: interimOmitted } }),
      interim: this.#interim,
      framing: framing.kind,
      body,
    };
    this.#bytes.startOver();
    this.#head = new HeadReader();
    this.#interim = [];
    this.#interimCount = 0;
    this.#open = undefined;
    return { state: "done", response };
  }

  /** Not complete yet: waits, or stops if the limit prevents completion. */
  #more(phase: "head" | "body", part: string, status?: number): ReadProgress {
    if (!this.#bytes.over) return { state: "more", phase, status };
    const detail = `response over ${whole(this.#limitBytes)} bytes, ${part}`;
    return this.#stop({ state: "too-large", phase, detail, status }, this.#bytes.length);
  }

  #fault(fault: Fault, phase: "head" | "body", status?: number): ReadProgress {
    const { detail, bytes, settled = true } = fault;
    if (settled) return this.#stop({ state: "malformed", phase, detail, status }, bytes);
    return { state: "more", phase, status, fault: detail };
  }

  #stop(stopped: Stopped, bytes: number): ReadProgress {
    this.#received = this.#copy(bytes);
    this.#bytes.queue.drop(this.#bytes.queue.length);
    return (this.#stopped = stopped);
  }

  #copy(waiting: number): Buffer {
    const body = this.#body.copy(this.#body.length);
    const rest = this.#bytes.queue.copy(waiting);
    return body.length === 0 ? rest : Buffer.concat([body, rest]);
  }
}
