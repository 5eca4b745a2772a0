import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

const builtForTests = ["src", "suites", "test", "tools"].flatMap((folder) =>
  readdirSync(`${root}${folder}`, { recursive: true })
    .map((name) => `${folder}/${String(name)}`)
    .filter((file) => file.endsWith(".ts") && /\.test\.ts$|^(?:test|tools)\//.test(file))
    .map((file) => `dist/${file.replace(/\.ts$/, ".js")}`),
);

const OTHERS = [
  "dist/src/servers/new-server.js",
  "dist/src/load/new-server.js",
  "dist/src/new-room/file.js",
  "dist/.tsbuildinfo",
  "docs/notes.md",
  "src/index.ts",
  ".env",
];

test("of what is packed and could be, exactly the files of tests and those not on the list are refused", () => {
  expect(builtForTests.length).toBeGreaterThan(300);
  const added = [...builtForTests, ...OTHERS];
  const words = ["scripts/packed-list.mjs", ...added];
  const { status, stderr } = spawnSync(process.execPath, words, { cwd: root, encoding: "utf8" });
  const refused = stderr
    .trim()
    .split("\n")
    .map((line) => line.split(": ")[0]);
  expect(refused.toSorted()).toEqual(added.toSorted());
  expect(status).toBe(1);
});
