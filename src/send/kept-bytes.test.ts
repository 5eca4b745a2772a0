import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { keepBytes, KEPT_BYTES } from "./request-result.ts";

test("text is kept as text, with its length and hash", () => {
  const bytes = Buffer.from('{"id":1}');
  expect(keepBytes(bytes)).toEqual({
    bytes: 8,
    sha256: createHash("sha256").update('{"id":1}').digest("hex"),
    text: '{"id":1}',
  });
});

test("bytes that are no UTF-8 are kept in base64", () => {
  expect(keepBytes(Buffer.from([0xff, 0x00]))).toMatchObject({ bytes: 2, base64: "/wA=" });
});

test.each(["é", "€", "\u{1f600}"])("the cut does not go through %s", (character) => {
  const width = Buffer.byteLength(character);
  for (let before = 0; before < width; before += 1) {
    const text = "x".repeat(KEPT_BYTES - before) + character + "y".repeat(100);
    const kept = keepBytes(Buffer.from(text));
    expect(kept.bytes).toBe(KEPT_BYTES - before + width + 100);
    expect(kept.text).toBe("x".repeat(KEPT_BYTES - before));
  }
});

test("4 KiB are kept whole, of more just the beginning, and the hash is of all", () => {
  expect(keepBytes(Buffer.alloc(KEPT_BYTES, "x")).text).toHaveLength(KEPT_BYTES);
  const long = Buffer.alloc(10_000, 0x80);
  const kept = keepBytes(long);
  expect(Buffer.from(kept.base64 ?? "", "base64").length).toBe(KEPT_BYTES);
  expect(kept.sha256).toBe(createHash("sha256").update(long).digest("hex"));
});
