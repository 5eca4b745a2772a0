import { expect, test } from "vitest";
import { tellingLine } from "./deaths.ts";

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
  ["an exception without frames", ["uncaught: 7", "", "Node.js v20.20.2"], "uncaught: 7"],
  ["only the version", ["Node.js v20.20.2"], "Node.js v20.20.2"],
])("of a process's output, %s is quoted", (_, lines, told) => {
  expect(tellingLine(lines.join("\n"))).toBe(told);
});
