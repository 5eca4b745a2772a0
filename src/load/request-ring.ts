import type { BaseUrl } from "../contract/base-url.ts";
import { freshId } from "../generate/fresh.ts";
import { renderSend } from "../generate/render.ts";
import { wirePost } from "../generate/requests.ts";

const ID_DIGITS = 9;
const ZERO = 48;

/** Where a generator's ids come from: one after the other, none of them twice in a run. */
export class IdSequence {
  readonly #firstId: number;
  #next: number;

  /** Starts `offset` ids after the run's first one; blocks of several generators lie apart. */
  constructor(firstId: number, offset: number) {
    this.#firstId = firstId;
    this.#next = offset;
  }

  next(): number {
    const id = freshId(this.#firstId, this.#next);
    this.#next += 1;
    return id;
  }
}

/**
 * The stated request, ready to be sent, in as many copies as a connection may have under way and
 * more. Each time a copy comes round, the nine digits of its id are written anew: ids never
 * repeat, and nothing is built while the clock runs.
 */
export class RequestRing {
  readonly #requests: { bytes: Buffer; idAt: number }[];
  readonly #ids: IdSequence;
  #at = 0;

  constructor(target: BaseUrl, ids: IdSequence, size: number) {
    this.#ids = ids;
    this.#requests = Array.from({ length: size }, () => statedRequest(target, ids.next()));
  }

  next(): Buffer {
    const request = this.#requests[this.#at];
    if (request === undefined) throw new Error("a ring has at least one request");
    this.#at = (this.#at + 1) % this.#requests.length;
    writeId(request.bytes, request.idAt, this.#ids.next());
    return request.bytes;
  }
}

/** The stated request's bytes with this id, and where the id stands in them. */
function statedRequest(target: BaseUrl, id: number): { bytes: Buffer; idAt: number } {
  const [step] = wirePost().steps;
  if (step?.do !== "send") throw new Error("the stated request begins with sending");
  const bytes = renderSend(step, { target, firstId: id, fresh: 0 });
  return { bytes, idAt: bytes.indexOf(String(id), bytes.indexOf("\r\n\r\n")) };
}

/** Writes the nine digits of a fresh id in place. */
export function writeId(bytes: Buffer, at: number, id: number): void {
  let rest = id;
  for (let digit = ID_DIGITS - 1; digit >= 0; digit -= 1) {
    bytes[at + digit] = ZERO + (rest % 10);
    rest = Math.floor(rest / 10);
  }
}
