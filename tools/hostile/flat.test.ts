import { expect, test } from "vitest";
import { trendsOf } from "./flat.ts";
import type { Sample } from "./sample.ts";

const MB = 1024 * 1024;
const STEADY: Sample = {
  heapBytes: 50 * MB,
  bufferBytes: 5 * MB,
  residentBytes: 150 * MB,
  handles: { PipeWrap: 3, Timeout: 1 },
  descriptors: 25,
  children: 1,
};

const samples = (of: (nth: number) => Partial<Sample>): Sample[] =>
  Array.from({ length: 100 }, (_, nth) => ({ ...STEADY, ...of(nth) }));

const notFlat = (of: (nth: number) => Partial<Sample>): string[] =>
  trendsOf(samples(of))
    .filter(({ flat }) => !flat)
    .map(({ name }) => name);

test("steady is flat, and so is what rises in the warm-up and what falls", () => {
  expect(notFlat(() => ({}))).toEqual([]);
  expect(notFlat((nth) => ({ heapBytes: Math.min(nth, 24) * 10 * MB }))).toEqual([]);
  expect(notFlat((nth) => ({ descriptors: 200 - nth }))).toEqual([]);
});

test("single peaks do not count", () => {
  expect(notFlat((nth) => ({ residentBytes: (nth % 5 === 0 ? 400 : 150) * MB }))).toEqual([]);
});

test.each<[string, (nth: number) => Partial<Sample>]>([
  ["heap after collection, MB", (nth) => ({ heapBytes: 50 * MB + nth * 0.1 * MB })],
  ["buffers, MB", (nth) => ({ bufferBytes: 5 * MB + nth * 0.1 * MB })],
  ["resident, MB", (nth) => ({ residentBytes: 150 * MB + nth * 0.5 * MB })],
  ["active handles", (nth) => ({ handles: { TCPSocketWrap: Math.floor(nth / 20) } })],
  ["descriptors", (nth) => ({ descriptors: 25 + Math.floor(nth / 20) })],
  ["child processes", (nth) => ({ children: nth < 60 ? 1 : 2 })],
])("a leak of %s is found", (name, of) => {
  expect(notFlat(of)).toEqual([name]);
});
