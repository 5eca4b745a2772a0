import type { BaseUrl } from "../contract/index.ts";
import { FRESH_ID_MIN, leftOutFrom, loadId, type FreshRange } from "../fresh-numbers.ts";
import type { Layout } from "../generate/index.ts";
import { layoutOf, percentEncoded, renderSend, requestsOf } from "../generate/index.ts";
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

/** An operation of a mix. With weights 5 and 1, five of six requests are of the first one. */
export type MixPart = { interface: Interface; weight: number };

/** What a connection sends next; `operation` is that of the last one, as counted in a mix. */
export type RequestSource = { next(): Buffer; readonly operation: number };

export type Destination = { target: BaseUrl; interface: Interface };

/** Prepared copies of the stated request, more than may be in flight: fresh values are overwritten, nothing is built. */
export class RequestRing implements RequestSource {
  readonly #requests: PreparedRequest[];
  readonly #ids: IdSequence;
  readonly operation: number;
  #at = 0;

  constructor(to: Destination, ids: IdSequence, size: number, operation = 0) {
    this.#ids = ids;
    this.operation = operation;
    const layout = layoutOf(to.interface);
    this.#requests = Array.from(
      { length: size },
      () => new PreparedRequest(layout, ids.next(), (unique) => statedRequest(to, unique)),
    );
  }

  next(): Buffer {
    const request = this.#requests[this.#at];
    if (request === undefined) throw new Error("a ring has at least one request");
    this.#at = (this.#at + 1) % this.#requests.length;
    request.write(this.#ids.next());
    return request.bytes;
  }
}

/** The requests of a mix, each operation as often as its weight, spread evenly. */
export class MixedRing implements RequestSource {
  readonly #rings: readonly RequestRing[];
  readonly #order: readonly number[];
  operation = 0;
  #at: number;

  /** `from`: where in the order it begins, as a share of it, so that connections do not send the same at once. */
  constructor(rings: readonly RequestRing[], order: readonly number[], from: number) {
    this.#rings = rings;
    this.#order = order;
    this.#at = Math.floor(from * order.length) % order.length;
  }

  next(): Buffer {
    this.operation = this.#order[this.#at] ?? 0;
    const ring = this.#rings[this.operation];
    if (ring === undefined) throw new Error("a mix has at least one operation");
    this.#at = (this.#at + 1) % this.#order.length;
    return ring.next();
  }
}

/** Indexes of weights, each as often as its weight, as evenly spread as they go (smooth weighted round robin). */
export function mixOrder(weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const due = weights.map(() => 0);
  return Array.from({ length: total }, () => {
    for (const [at, weight] of weights.entries()) due[at] = (due[at] ?? 0) + weight;
    const next = due.indexOf(Math.max(...due));
    due[next] = (due[next] ?? 0) - total;
    return next;
  });
}

function statedRequest({ target, interface: from }: Destination, unique: number): Buffer {
  const [step] = requestsOf(from).rawRequest().steps;
  if (step?.do !== "send") throw new Error("the stated request begins with sending");
  return renderSend(step, { interface: from, target, firstId: unique, fresh: 0, purpose: "load" });
}

/** How a text stands in a request: as it is, or percent-encoded in the request target. */
type Spelled = (text: string) => string;
const SPELLINGS: Spelled[] = [(text) => text, (text) => percentEncoded(Buffer.from(text))];

type Places = {
  text: (unique: number) => string;
  at: number[];
  spelled: Spelled;
  isDigits: boolean;
};

/** Bytes whose fresh values are overwritten in place. Each has the same length for every number. */
export class PreparedRequest {
  readonly bytes: Buffer;
  readonly #places: Places[];

  constructor({ freshSlots }: Layout, unique: number, made: (unique: number) => Buffer) {
    this.bytes = made(unique);
    // Bytes that are alike by chance differ when they are made with another number.
    const other = { unique: otherThan(unique), bytes: made(otherThan(unique)) };
    this.#places = freshSlots
      .map(({ text }) => text)
      // A shorter text may be part of a longer one, which is written after it.
      .toSorted((one, next) => one(unique).length - next(unique).length)
      .flatMap((text) => placesOf(text, { unique, bytes: this.bytes }, other));
  }

  write(unique: number): void {
    for (const { text, at: places, spelled, isDigits } of this.#places) {
      const written = isDigits ? undefined : spelled(text(unique));
      for (const at of places)
        if (written === undefined) writeDigits(this.bytes, at, unique);
        else this.bytes.write(written, at, "utf8");
    }
  }
}

const otherThan = (unique: number): number => (unique > FRESH_ID_MIN ? unique - 1 : unique + 1);

type Numbered = { unique: number; bytes: Buffer };

/** Where the text of a fresh value stands in each spelling; two that are alike count once. */
function placesOf(text: Places["text"], one: Numbered, other: Numbered): Places[] {
  const seen = new Set<string>();
  return SPELLINGS.flatMap((spelled) => {
    const written = spelled(text(one.unique));
    if (seen.has(written)) return [];
    seen.add(written);
    const inOther = Buffer.from(spelled(text(other.unique)));
    const at: number[] = [];
    for (
      let found = one.bytes.indexOf(written);
      found >= 0;
      found = one.bytes.indexOf(written, found + 1)
    )
      if (other.bytes.subarray(found, found + inOther.length).equals(inOther)) at.push(found);
    const isDigits = written === String(one.unique);
    return at.length === 0 ? [] : [{ text, at, spelled, isDigits }];
  });
}

function writeDigits(bytes: Buffer, at: number, value: number): void {
  let rest = value;
  for (let digit = ID_DIGITS - 1; digit >= 0; digit -= 1) {
    bytes[at + digit] = ZERO + (rest % 10);
    rest = (rest / 10) | 0;
  }
}
