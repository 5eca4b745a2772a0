import { expect, expectTypeOf, test } from "vitest";
import { print, tell } from "../cli/output.ts";
import { type KeptBytes, rawText, type Response, Untrusted } from "./observation.ts";

test("text of a server is no string, and no text for a terminal", () => {
  expectTypeOf<Untrusted>().not.toExtend<string>();
  expectTypeOf<Response["reason"]>().toEqualTypeOf<Untrusted>();
  expectTypeOf<Response["headers"][number]>().toEqualTypeOf<[Untrusted, Untrusted]>();
  expectTypeOf<KeptBytes["text"]>().toEqualTypeOf<Untrusted | undefined>();
  for (const sink of [print, tell]) {
    expectTypeOf<Untrusted>().not.toExtend<Parameters<typeof sink>[0]>();
    expectTypeOf<string>().not.toExtend<Parameters<typeof sink>[0]>();
  }
});

test("in JSON it is a string as it was", () => {
  expect(rawText(Untrusted.parse("\u001b[2J"))).toBe("\u001b[2J");
  expect(Untrusted.safeParse(1).success).toBe(false);
});
