import fc from "fast-check";
import { expect, test } from "vitest";
import { droppedText } from "../analyse/index.ts";
import { sampled } from "../../test/statistics.ts";
import { MessageReader } from "./broker.ts";
import { messages } from "./messages.ts";
import { huge, strayBytes, VALID } from "../../test/fleet/stray-messages.ts";

const KINDS = Object.keys(messages) as (keyof typeof messages)[];
const bytesOf = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));
const read = (reader: MessageReader, kind: keyof typeof messages, bytes: Uint8Array): unknown =>
  reader.read<unknown>("a.b", bytes, messages[kind]);

test("reads messages as they were sent", () => {
  const reader = new MessageReader();
  for (const kind of KINDS)
    for (const valid of VALID[kind]) expect(read(reader, kind, bytesOf(valid))).toEqual(valid);
  expect(reader.takeDropped()).toEqual([]);
});

test("drops anything else, and counts it by its reason", () => {
  const runs = sampled("stray messages of each kind", { all: 1000, sample: 60 });
  for (const kind of KINDS) {
    const reader = new MessageReader();
    let count = 0;
    fc.assert(
      fc.property(strayBytes(kind), (bytes) => {
        count += 1;
        expect(read(reader, kind, bytes), kind).toBeUndefined();
      }),
      { numRuns: runs, endOnFailure: true },
    );
    const counts = reader.takeDropped().map((each) => each.count);
    expect(counts.reduce((sum, each) => sum + each, 0)).toBe(count);
    expect(reader.takeDropped()).toEqual([]);
  }
});

test("names the reason, and says the sum if there were some before", () => {
  const reader = new MessageReader();
  read(reader, "beat", Buffer.from("{"));
  read(reader, "beat", bytesOf(null));
  read(reader, "beat", bytesOf({ agent: "a b", instance: "" }));
  read(reader, "beat", huge());
  expect(reader.takeDropped().map(droppedText)).toEqual([
    "dropped 1 message on a.b: not JSON",
    "dropped 2 messages on a.b: not of this version",
    "dropped 1 message on a.b: larger than 64 KiB",
  ]);
  read(reader, "beat", bytesOf(null));
  expect(reader.takeDropped().map(droppedText)).toEqual([
    "dropped 1 message on a.b: not of this version, 3 in all",
  ]);
});

test("drops what is nested more deeply than the stack is", () => {
  const reader = new MessageReader();
  const deep = 500_000;
  const body = `${"[".repeat(deep)}${"]".repeat(deep)}`;
  const [, valid] = VALID.slice;
  const text = JSON.stringify(valid).replace(/"body":\[[^\]]*\]/, `"body":${body}`);
  expect(text.length).toBeGreaterThan(deep);
  expect(read(reader, "slice", Buffer.from(text))).toBeUndefined();
  expect(reader.takeDropped()).toHaveLength(1);
});

test("drops figures whose histograms cannot be decoded", () => {
  const reader = new MessageReader();
  const text = JSON.stringify(VALID.done[1]).replace(/"latency":"[^"]*"/, '"latency":"AAAA"');
  expect(read(reader, "done", Buffer.from(text))).toBeUndefined();
});
