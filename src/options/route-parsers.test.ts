import { expect, test } from "vitest";
import { headerValues } from "./route-parsers.ts";
import { resolveOptions, type Origins } from "./resolve.ts";

const kind = headerValues();

test("a line gives name and value, without the blanks around the value", () => {
  expect(kind.parse("X-Key:  a: b ")).toEqual({ "X-Key": "a: b" });
  expect(kind.parse("X-Empty:")).toEqual({ "X-Empty": "" });
});

test.each([
  "secret",
  ": secret",
  "X Y: secret",
  "X: sec\r\nret",
  "X: sec\u0100ret",
  "Host: secret",
])("%j is refused, and not quoted", (line) => {
  expect(() => kind.parse(line)).toThrow(/^must be headers as 'Name: value'.*got "\[redacted\]"$/);
});

test("is never printed", () => {
  expect(kind.format({ "X-Key": "secret", Cookie: "b" })).toBe(
    "X-Key: [redacted], Cookie: [redacted]",
  );
});

const resolved = (origins: Partial<Origins>) =>
  resolveOptions("run", {
    flags: {},
    env: {},
    file: {},
    place: (key) => `witness.config.ts: ${key}`,
    ...origins,
  })["headers"];

test("flag, environment and configuration add up: of one name, the flag is first, then the environment", () => {
  expect(
    resolved({
      flags: { headers: { "X-A": "flag" } },
      env: { WITNESS_HEADER_X_A: "variable", WITNESS_HEADER_X_API_KEY: "variable" },
      file: { headers: { "x-api-key": "file", "x-b": "file" } },
    })?.value,
  ).toEqual({ "x-b": "file", "X-Api-Key": "variable", "X-A": "flag" });
});

test("a configuration has a list of lines, too", () => {
  expect(resolved({ file: { headers: ["X-A: 1", "X-B: 2, 3"] } })?.value).toEqual({
    "X-A": "1",
    "X-B": "2, 3",
  });
});
