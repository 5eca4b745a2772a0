import type { BaseUrl } from "../contract/index.ts";
import { leftOutFrom, loadId, type FreshRange } from "../fresh-numbers.ts";
import {
  layoutOf,
  percentEncoded,
  renderSend,
  requestsOf,
  type Layout,
} from "../generate/index.ts";
import type { Interface } from "../model/index.ts";

const ID_DIGITS = 9;
const ZERO = 48;

/** A generator's fresh values: in sequence, each once, as far as its range goes. */
export class IdSequence {
  readonly #firstId: number;
  readonly #ids: FreshRange;
  readonly #leftOut: number;
  #next: number;

  /** Ranges of several generators do not overlap. A range that is used up begins again: with its oldest values. */
  constructor(firstId: number, ids: FreshRange) {
    this.#firstId = firstId;
    this.#ids = ids;
    this.#leftOut = leftOutFrom(firstId);
    this.#next = ids.from;
  }

  next(): number {
    const { from, size } = this.#ids;
    if (this.#next >= from + size) this.#next = from;
    const id = loadId(this.#firstId, this.#next, this.#leftOut);
    this.#next += 1;
    return id;
  }
}

export type Destination = { target: BaseUrl; interface: Interface };

/**
 * More prepared copies of the stated request than a connection may have in flight. Before a copy is reused, its
 * identity is overwritten: it never repeats, and nothing is built while the clock runs.
 */
export class RequestRing {
  readonly #requests: PreparedRequest[];
  readonly #ids: IdSequence;
  #at = 0;

  constructor(to: Destination, ids: IdSequence, size: number) {
    this.#ids = ids;
    this.#requests = Array.from({ length: size }, () => {
      const unique = ids.next();
      return new PreparedRequest(statedRequest(to, unique), layoutOf(to.interface), unique);
    });
  }

  next(): Buffer {
    const request = this.#requests[this.#at];
    if (request === undefined) throw new Error("a ring has at least one request");
    this.#at = (this.#at + 1) % this.#requests.length;
    request.write(this.#ids.next());
    return request.bytes;
  }
}

/** The stated request's bytes with the fresh values of this number. */
function statedRequest({ target, interface: from }: Destination, unique: number): Buffer {
  const [step] = requestsOf(from).rawRequest().steps;
  if (step?.do !== "send") throw new Error("the stated request begins with sending");
  return renderSend(step, { interface: from, target, firstId: unique, fresh: 0 });
}

/** How a text stands in a request: as it is, or percent-encoded in the request target. */
type Spelled = (text: string) => string;
const SPELLINGS: Spelled[] = [(text) => text, (text) => percentEncoded(Buffer.from(text))];

/** Bytes whose identity is overwritten in place. All its values have one length. */
export class PreparedRequest {
  readonly bytes: Buffer;
  readonly #places: { at: number[]; spelled: Spelled }[];
  readonly #text: ((unique: number) => string) | undefined;

  /** `unique` is the number that the bytes were made with. */
  constructor(bytes: Buffer, { fresh, identity }: Layout, unique: number) {
    this.bytes = bytes;
    const text = identity === undefined ? undefined : fresh.get(identity);
    this.#places = text === undefined ? [] : placesOf(bytes, text(unique));
    this.#text = text?.(unique) === String(unique) ? undefined : text;
  }

  write(unique: number): void {
    const text = this.#text?.(unique);
    for (const { at: places, spelled } of this.#places) {
      const written = text === undefined ? undefined : spelled(text);
      for (const at of places)
        if (written === undefined) writeDigits(this.bytes, at, unique);
        else this.bytes.write(written, at, "utf8");
    }
  }
}

/** Where the text stands in each spelling; two that are alike count once. */
function placesOf(bytes: Buffer, text: string): { at: number[]; spelled: Spelled }[] {
  const seen = new Set<string>();
  return SPELLINGS.flatMap((spelled) => {
    const written = spelled(text);
    if (seen.has(written)) return [];
    seen.add(written);
    const found: number[] = [];
    for (let at = bytes.indexOf(written); at >= 0; at = bytes.indexOf(written, at + written.length))
      found.push(at);
    return found.length === 0 ? [] : [{ at: found, spelled }];
  });
}

function writeDigits(bytes: Buffer, at: number, value: number): void {
  let rest = value;
  for (let digit = ID_DIGITS - 1; digit >= 0; digit -= 1) {
    bytes[at + digit] = ZERO + (rest % 10);
    rest = (rest / 10) | 0;
  }
}
