import { describe, expect, test } from "vitest";
import { raw } from "../template/index.ts";

describe("raw", () => {
  test.each<[string, ReturnType<typeof raw>, number[]]>([
    ["byte values", raw(0, 128, 255), [0, 128, 255]],
    ["a Buffer", raw(Buffer.of(0, 128, 255)), [0, 128, 255]],
    ["a Uint8Array", raw(new Uint8Array([1, 2])), [1, 2]],
    ["a part of a longer buffer", raw(Buffer.from([9, 7, 8, 9]).subarray(1, 3)), [7, 8]],
    ["nothing", raw(), []],
  ])("takes %s", (_, part, expected) => {
    expect(part).toEqual({ base64: Buffer.from(expected).toString("base64") });
  });
});
