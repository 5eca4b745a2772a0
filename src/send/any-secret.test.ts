import fc from "fast-check";
import { expect, test } from "vitest";
import { Secret } from "../contract/index.ts";
import { sampled } from "../../test/statistics.ts";
import { anySecret, leakIn, WRITINGS } from "../../test/send/any-secret.ts";
import { keepBytes, keptBody } from "./request-result.ts";
import { Redactor } from "./redactor.ts";

const MOST_BYTES = 600_000;
const RUNS = sampled("texts with a secret", { all: 1000, part: 1000, sample: 100 });
/** Text before it may change what the first characters of an encoded secret mean: of a shorter one, too few would be left. */
const UNAMBIGUOUS = 40;

const redactorFor = (secret: string): Redactor =>
  new Redactor({ headers: new Map([["x-api-key", new Secret(secret)]]) });

/** What is before a piece: the limits of a record, of a block and of the earlier versions are among the places. */
const gap = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 0, max: 40 }) },
  { weight: 1, arbitrary: fc.integer({ min: 3900, max: 4200 }) },
  { weight: 1, arbitrary: fc.integer({ min: 65_000, max: 66_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: 260_000, max: 263_000 }) },
);
const piece = fc.record({
  writing: fc.constantFrom(...WRITINGS),
  gap,
  before: fc.constantFrom("", '"', ": ", "\n", "=", "%", "\\"),
  times: fc.oneof(
    { weight: 4, arbitrary: fc.constant(1) },
    { weight: 1, arbitrary: fc.integer({ min: 2, max: 70 }) },
  ),
});
const sent = fc.record({
  secret: anySecret,
  pieces: fc.array(piece, { minLength: 1, maxLength: 4 }),
  /** The limit that cuts, in thousandths of the whole. */
  cut: fc.oneof(fc.constant(1000), fc.integer({ min: 1, max: 999 })),
  chunk: fc.oneof(
    fc.constant(undefined),
    fc.integer({ min: 1, max: 9 }),
    fc.integer({ min: 10, max: 5000 }),
  ),
});

function textOf(secret: string, pieces: readonly Piece[]): string {
  const parts: string[] = [];
  let bytes = 0;
  for (const { writing, gap: blank, before, times } of pieces) {
    const written = writing.tokens(secret).join("");
    const count = Math.max(1, Math.min(times, Math.floor((MOST_BYTES - bytes) / written.length)));
    const isChanged = /[%\\]/.test(before) && secret.length < UNAMBIGUOUS;
    const each = isChanged ? written : before + written;
    parts.push(".".repeat(blank), ...Array.from({ length: count }, () => each));
    bytes += blank + count * written.length;
  }
  return parts.join("");
}
type Piece = typeof piece extends fc.Arbitrary<infer Value> ? Value : never;

function chunked(text: string, size: number): string {
  const parts: string[] = [];
  for (let at = 0; at < text.length; at += size) {
    const data = text.slice(at, at + size);
    parts.push(`${data.length.toString(16)}${at % 3 === 0 ? ";x=1" : ""}\r\n${data}\r\n`);
  }
  return parts.join("");
}

const unchunked = (text: string): string => text.replace(/\r\n[0-9a-f]+(?:;x=1)?\r\n/g, "");

test("no twelve bytes of any secret are left, wherever and however often it is written, chunked and cut", () => {
  fc.assert(
    fc.property(sent, ({ secret, pieces, cut, chunk }) => {
      const redactor = redactorFor(secret);
      const text = textOf(secret, pieces);
      const part = text.slice(0, Math.ceil((text.length * cut) / 1000));
      const shown = redactor.body(Buffer.from(part, "latin1")).toString("latin1");
      expect(leakIn(shown, secret)).toBeUndefined();
      // What is kept of it, and a text that begins in the middle of a secret.
      const { body } = keptBody(Buffer.from(part, "latin1"), [], 1e6, { redactor });
      expect(leakIn(keptText(body), secret)).toBeUndefined();
      const tail = redactor.text(part.slice(-Math.ceil(part.length / 3)));
      expect(leakIn(tail, secret)).toBeUndefined();
      if (chunk === undefined) return;
      const message = chunked(text.slice(0, 20_000), chunk);
      const cutAt = Math.ceil((message.length * cut) / 1000);
      const kept = keptText(keepBytes(Buffer.from(message.slice(0, cutAt), "latin1"), redactor));
      expect(leakIn(kept, secret)).toBeUndefined();
      expect(leakIn(unchunked(kept), secret)).toBeUndefined();
    }),
    { numRuns: RUNS, seed: 28 },
  );
});

const keptText = ({ text, base64 }: { text?: unknown; base64?: string | undefined }): string =>
  base64 === undefined ? String(text) : Buffer.from(base64, "base64").toString("latin1");

test("a secret that the end cuts is redacted up to there", () => {
  fc.assert(
    fc.property(anySecret, fc.nat(), fc.constantFrom(...WRITINGS), (secret, length, { tokens }) => {
      const redactor = redactorFor(secret);
      // Four characters are searched for; in Base64, the first ones depend on what is before.
      const written = tokens(secret)
        .slice(0, 8 + (length % (secret.length - 7)))
        .join("");
      expect(redactor.body(Buffer.from(`....${written}`, "latin1")).toString("latin1")).toMatch(
        /\[redacted\]\\*$/,
      );
    }),
    { numRuns: RUNS, seed: 28 },
  );
});

test("the same bytes again and again take time in proportion to them", () => {
  // What an earlier version matched character by character, from every place anew.
  const secret = `${"\\".repeat(20)}${"ab".repeat(500)}"%41&amp;`;
  const redactor = redactorFor(secret);
  for (const text of [secret.slice(0, 1000), "\\", "%25", "&amp;", "&#0", "\r\n5", "\0", "ab"]) {
    const bytes = Buffer.from(text.repeat(Math.ceil(1e6 / text.length)), "latin1");
    expect(redactor.body(bytes).length).toBeGreaterThan(0);
  }
});
