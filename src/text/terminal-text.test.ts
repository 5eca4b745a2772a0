import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { quotedWord } from "./words.ts";
import {
  escapeUnseen,
  escapeUnseenButBreaks,
  inColour,
  seenParts,
  terminalBlock,
  terminalJson,
  terminalLines,
} from "./terminal-text.ts";

const SOURCES = fileURLToPath(new URL("..", import.meta.url));

describe("a line for a terminal", () => {
  test.each([
    ["plain text, é 😀 שלום", "plain text, é 😀 שלום"],
    ["\u001b[2J\u001b]8;;http://x\u0007", "\\u{1b}[2J\\u{1b}]8;;http://x\\u{7}"],
    ["a\rb\bc\u007f\u009b2K", "a\\u{d}b\\u{8}c\\u{7f}\\u{9b}2K"],
    ["\u202eabc\u2066\u200f\u061c", "\\u{202e}abc\\u{2066}\\u{200f}\\u{61c}"],
    ["a\u2028b\u2029c\u200bd\ufeff", "a\\u{2028}b\\u{2029}c\\u{200b}d\\u{feff}"],
    ["\ud800 half", "\\u{d800} half"],
    ["two\nlines", "two\\u{a}lines"],
    ["x ##[error]y", "x \\u{23}#[error]y"],
    ["###[error]y", "#\\u{23}#[error]y"],
    ["##vso[task.x]", "\\u{23}#vso[task.x]"],
    ["::error::x", "\\u{3a}:error::x"],
    [" \t ::error::x", " \\u{9} ::error::x"],
    ["   ::error::x", "   \\u{3a}:error::x"],
    ["a ::error::x", "a ::error::x"],
    ["::1 is a host", "\\u{3a}:1 is a host"],
  ])("%j", (line, safe) => expect(terminalLines([line])).toBe(safe));

  test("only the colours of witness are written", () => {
    const line = `${inColour("red", "a\u001b[32mb")} \u001b[31mc`;
    expect(terminalLines([line])).toBe("\u001b[31ma\\u{1b}[32mb\u001b[39m \\u{1b}[31mc");
  });

  test("a command behind a colour is found", () => {
    expect(terminalLines([`  ${inColour("bold", "::error::x")}`])).toBe(
      "  \u001b[1m\\u{3a}:error::x\u001b[22m",
    );
  });

  test("every line of a block is a line", () => {
    expect(terminalBlock("a\n  ::error::b\n##[c]")).toBe("a\n  \\u{3a}:error::b\n\\u{23}#[c]");
  });
});

test("JSON parses to the same value, and holds nothing unseen and no command", () => {
  const value = {
    "##[error]k": "\u0000\u001b[2J\r\n\u007f\u009b\u202e\u2028\u200b\ud800\u{e0041}",
    b: ["::error::x", "##[error]y", "##vso[z]", "\t"],
  };
  const text = terminalJson(value);
  expect(JSON.parse(text)).toEqual(value);
  expect(text).not.toMatch(/(?!\n)[\p{C}\p{Default_Ignorable_Code_Point}]|##\w*\[|^\s*::/mu);
});

test("escaped text escapes to itself", () => {
  const once = escapeUnseen("\u001b\u202e\n");
  expect(escapeUnseen(once)).toBe(once);
  expect(escapeUnseenButBreaks("a\n\t\u001b")).toBe("a\n\t\\u{1b}");
  expect(seenParts("a\u001bb")).toEqual([
    { text: "a", escaped: false },
    { text: "\\u{1b}", escaped: true },
    { text: "b", escaped: false },
  ]);
});

test("a shell reads from a quoted word what was quoted, and no line of it holds a command", () => {
  const texts = ["##[error]x", "a'b\tc", "##vso[x] 'y'", "plain"];
  for (const text of texts) {
    expect(execFileSync("sh", ["-c", `printf %s ${quotedWord(text)}`]).toString()).toBe(text);
    expect(terminalLines([quotedWord(text)])).toBe(quotedWord(text));
  }
});

test("nothing but the sink writes to stdout or stderr", () => {
  const sink = ["cli/output.ts", "cli/progress.ts"];
  const files = readdirSync(SOURCES, { recursive: true, encoding: "utf8" }).filter(
    (name) => /\.tsx?$/.test(name) && !/\.test\./.test(name),
  );
  expect(files.length).toBeGreaterThan(300);
  // Other ways to a stream: a handle of its own, a destructured `process`, a file descriptor.
  const writes =
    /\bconsole\b\s*[.[]|\bstd(?:out|err)\b\s*\??\.\s*write|\.pipe\(process|writeSync\(\s*[12]\b|from "node:(?:console|process)"|\{[^}]*\bstd(?:out|err)\b[^}]*\} = process/;
  const found = files.filter((name) => writes.test(readFileSync(join(SOURCES, name), "utf8")));
  expect(found.filter((name) => !sink.includes(name))).toEqual([]);
  expect(found).toContain("cli/output.ts");
});
