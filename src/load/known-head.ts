const LINE_END = "\r\n";
const HEAD_END = Buffer.from("\r\n\r\n");
const DATE = /\r\ndate: /i;
const [CR, LF] = [13, 10];

/** The parsed head: the object that the parser's callback gets. */
type Head = { statusCode: number };

/**
 * The head of the last response on a connection. Servers repeat their heads, apart from the value of Date. A head with
 * the same bytes has the same framing and the same status, so it need not be parsed again.
 */
export class KnownHead {
  #bytes: Buffer = Buffer.alloc(0);
  #bodyLength = 0;
  /** Where the value of Date stands in the bytes; both are 0 without one. */
  #dateFrom = 0;
  #dateTo = 0;
  head: Head | undefined;

  /** Remembers the head in these bytes, which the parser read from its first byte on. */
  learn(bytes: Buffer, bodyLength: number, head: Head): void {
    if (!bytes.subarray(-HEAD_END.length).equals(HEAD_END)) return this.forget();
    this.#bytes = Buffer.from(bytes);
    this.#bodyLength = bodyLength;
    this.head = head;
    const text = bytes.toString("latin1");
    const date = DATE.exec(text);
    this.#dateFrom = date === null ? 0 : date.index + date[0].length;
    this.#dateTo = date === null ? 0 : text.indexOf(LINE_END, this.#dateFrom);
  }

  forget(): void {
    this.head = undefined;
  }

  /** The length of the response that begins here, 0 if its head is not the known one or it is not complete. */
  lengthAt(chunk: Buffer, from: number): number {
    if (this.head === undefined) return 0;
    const headEnd = from + this.#bytes.length;
    const end = headEnd + this.#bodyLength;
    if (end > chunk.length) return 0;
    const isKnown =
      chunk.compare(this.#bytes, 0, this.#bytes.length, from, headEnd) === 0 ||
      this.#isButForDate(chunk, from);
    return isKnown ? end - from : 0;
  }

  /** Whether only the value of Date differs. If so, remembers the new one. */
  #isButForDate(chunk: Buffer, from: number): boolean {
    const bytes = this.#bytes;
    if (this.#dateTo === 0) return false;
    const dateFrom = from + this.#dateFrom;
    const dateTo = from + this.#dateTo;
    for (let at = dateFrom; at < dateTo; at += 1)
      if (chunk[at] === CR || chunk[at] === LF) return false;
    const headEnd = from + bytes.length;
    if (chunk.compare(bytes, 0, this.#dateFrom, from, dateFrom) !== 0) return false;
    if (chunk.compare(bytes, this.#dateTo, bytes.length, dateTo, headEnd) !== 0) return false;
    chunk.copy(bytes, this.#dateFrom, dateFrom, dateTo);
    return true;
  }
}
