import { expect, test } from "vitest";
import { goneAfter, lastMessageLine } from "./deaths.ts";
import { emptyFold } from "./run-fold.ts";

const FRAMES = ["    at parse (/app/server.js:12:81)", "    at node:internal/main:28:49"];

test.each<[string, string[], string]>([
  [
    "the last line",
    ["starting", "Out of memory (allocated 2097152 bytes)", ""],
    "Out of memory (allocated 2097152 bytes)",
  ],
  ["not dashes", ["Traceback", "ValueError: x", "-----"], "ValueError: x"],
  ["nothing", [], ""],
  [
    "the message of an exception in Node.js",
    [
      "/app/server.js:12",
      "  throw new TypeError()",
      "        ^",
      "",
      "TypeError: x is null",
      ...FRAMES,
      "",
      "Node.js v20.20.2",
      "",
    ],
    "TypeError: x is null",
  ],
  [
    "the message before an error's properties",
    ["Error: listen EADDRINUSE", ...FRAMES, "  code: 'EADDRINUSE',", "}", "", "Node.js v20.20.2"],
    "Error: listen EADDRINUSE",
  ],
  [
    "the message of an event that nobody listens for",
    [
      "Error: listen EADDRINUSE",
      ...FRAMES,
      "Emitted 'error' event on Server instance at:",
      ...FRAMES,
      "  port: 1",
      "}",
      "Node.js v20.20.2",
    ],
    "Error: listen EADDRINUSE",
  ],
  ["an exception without frames", ["uncaught: 7", "", "Node.js v20.20.2"], "uncaught: 7"],
  ["only the version", ["Node.js v20.20.2"], "Node.js v20.20.2"],
])("of a process's output, %s is quoted", (_, lines, told) => {
  expect(lastMessageLine(lines.join("\n"))).toBe(told);
});

test.each([
  [["a/1"], "after a/1 the server was gone"],
  [["a/1", "a/2"], "the server was gone, and which request it was is not known"],
  [["a/1", "a/2", "a/3", "a/4"], "the server was gone, and which request it was is not known"],
])("of %j only one is named as what ended the server", (cases, told) => {
  const fold = emptyFold();
  fold.notes.push({
    type: "note",
    kind: "target-lost",
    code: "suspected",
    cases,
    why: "stayed-away",
  });
  expect(goneAfter(fold)).toBe(told);
});
