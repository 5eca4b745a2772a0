const HEAD_END = Buffer.from("\r\n\r\n");
const LENGTH = /\r\ncontent-length: *(\d+)\r/i;
const STATED_BODY = /^\{"id":(\d{9}),"date":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"\}$/;

/** One request as it was read: its head's bytes, and the id in its body if that is the stated one. */
export type ReadRequest = { head: string; id: number | undefined };

/** Splits the bytes of a connection into requests. */
export class RequestSplitter {
  #rest: Buffer = Buffer.alloc(0);

  /** The requests that this chunk completes. */
  read(chunk: Buffer): ReadRequest[] {
    const whole: ReadRequest[] = [];
    let bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    for (;;) {
      const headEnd = bytes.indexOf(HEAD_END);
      if (headEnd < 0) break;
      const head = bytes.toString("latin1", 0, headEnd + HEAD_END.length);
      const end = head.length + Number(LENGTH.exec(head)?.[1] ?? 0);
      if (bytes.length < end) break;
      const body = STATED_BODY.exec(bytes.toString("latin1", head.length, end));
      whole.push({ head, id: body === null ? undefined : Number(body[1]) });
      bytes = bytes.subarray(end);
    }
    this.#rest = bytes;
    return whole;
  }
}
