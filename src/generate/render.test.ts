import { dateTimeText } from "../kinds/date-time/type.ts";
import { parseBaseUrl, userSubmission } from "../contract/index.ts";
import { gunzipSync, inflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { bytes, raw, times, type Template } from "../template/index.ts";
import { DATE, ID, date, id, user } from "./user-submission.ts";
import { FRESH_ID_MAX, FRESH_ID_MIN, freshId } from "../fresh-numbers.ts";
import { freshCount, render, renderSend, type Filling } from "./render.ts";

const DATE_TYPE = {
  kind: "date-time" as const,
  fresh: true as const,
  fraction: 3,
  utc: true as const,
};

const filling: Filling = {
  interface: userSubmission,
  target: parseBaseUrl("https://[::1]:8443/base/"),
  firstId: 100_000_000,
  fresh: 0,
};
const text = (template: Template, bodyBytes?: number) =>
  render(template, filling, bodyBytes).toString("latin1");

describe("a template", () => {
  test.each<[string, Template, string]>([
    ["nothing", [], ""],
    ["text in UTF-8", ["\u00e9"], "\u00c3\u00a9"],
    ["bytes", [raw(0, 255, 10)], "\u0000\u00ff\n"],
    ["fresh values", [ID, " ", DATE], "100000000 2000-01-01T00:00:00.000Z"],
    ["further fresh values", [id(2), " ", date(1)], "100000002 2000-01-01T00:00:00.997Z"],
    ["host", [{ target: "host" }], "[::1]:8443"],
    ["path", [{ target: "path" }], "/base/api/user"],
    ["prefix", [{ target: "prefix" }], "/base"],
    ["origin", [{ target: "origin" }], "https://[::1]:8443"],
    ["repetition", [times("ab", 3)], "ababab"],
    ["no repetition", [times("ab", 0), { repeat: [], times: 9 }], ""],
    ["repetition of fresh values", [{ repeat: [ID, ","], times: 2 }], "100000000,100000000,"],
    [
      "a slice",
      [
        { slice: ["abcdef"], from: 2, to: 4 },
        { slice: ["abc"], from: 1 },
      ],
      "cdbc",
    ],
    ["a slice beyond the end", [{ slice: ["abc"], from: 2, to: 9 }], "c"],
    ["latin1", [{ encode: ["\u00e9"], as: "latin1" }], "\u00e9"],
    ["utf16le", [{ encode: ["a\u{1f600}"], as: "utf16le" }], "a\u0000=\u00d8\u0000\u00de"],
    ["utf16be", [{ encode: ["a"], as: "utf16be" }], "\u0000a"],
    ["utf32le", [{ encode: ["a\u{1f600}"], as: "utf32le" }], "a\0\0\0\u0000\u00f6\u0001\u0000"],
    ["utf32be", [{ encode: ["a"], as: "utf32be" }], "\0\0\0a"],
  ])("%s", (_, template, expected) => {
    expect(text(template)).toBe(expected);
  });

  test.each<[string, Template, string]>([
    ["as it is", [{ bodyLength: 0 }], "254"],
    ["one more", [{ bodyLength: 1 }], "255"],
    ["less", [{ bodyLength: -255 }], "-1"],
    ["hexadecimal", [{ bodyLength: 0, radix: 16 }], "fe"],
    ["of a width", [{ bodyLength: 0, width: 6 }], "000254"],
  ])("the body's length, %s", (_, template, expected) => {
    expect(text(template, 254)).toBe(expected);
  });

  test("content codings can be undone", () => {
    const gzip = render([{ encode: ["abc"], as: "gzip" }], filling);
    const deflate = render([{ encode: ["abc"], as: "deflate" }], filling);
    expect(String(gunzipSync(gzip))).toBe("abc");
    expect(String(inflateSync(deflate))).toBe("abc");
    // Stored, not compressed: the text stands in it, whatever the version of zlib.
    expect(gzip.includes("abc") && deflate.includes("abc")).toBe(true);
  });

  test("a step names the length of its own body", () => {
    const step = { do: "send" as const, head: bytes`${{ bodyLength: 0 }};`, body: ["12345"] };
    expect(String(renderSend(step, filling))).toBe("5;12345");
  });

  test.each<[string, Template, number, number]>([
    ["none", ["abc", { target: "host" }], 0, 0],
    ["one", user(), 1, 1],
    ["a date alone", user({ id: "1" }), 1, 0],
    ["up to the highest", [id(4), date(7)], 8, 5],
    ["inside others", [{ repeat: [{ slice: [id(2)], from: 0 }], times: 2 }], 3, 3],
    ["encoded", [{ encode: [ID], as: "gzip" }], 1, 1],
  ])("uses so many fresh values: %s", (_, template, all, ids) => {
    expect([freshCount(template), freshCount(template, "id")]).toEqual([all, ids]);
  });

  test("text goes in as written, backslashes too", () => {
    expect(text(bytes`{"\u0069d":1}\n`)).toBe('{"\\u0069d":1}\\n');
  });
});

describe("fresh values", () => {
  test("count up, and go round at the end of nine digits", () => {
    expect(freshId(FRESH_ID_MIN, 5)).toBe(100_000_005);
    expect([0, 1, 2].map((index) => freshId(FRESH_ID_MAX - 1, index))).toEqual([
      999_999_998, 999_999_999, 100_000_000,
    ]);
  });

  test("come with a stated date each, nearly always another", () => {
    const dates = Array.from({ length: 1000 }, (_, index) =>
      dateTimeText(DATE_TYPE, FRESH_ID_MIN + index),
    );
    expect(new Set(dates).size).toBe(1000);
    for (const each of [...dates, dateTimeText(DATE_TYPE, FRESH_ID_MAX)])
      expect(each).toMatch(/^20[0-2]\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });
});
