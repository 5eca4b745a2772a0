import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callWitness } from "../../test/cli/witness.ts";

let folder: string;
const git = (...args: string[]): string =>
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.c", ...args], {
    cwd: folder,
    encoding: "utf8",
  });
/** Nothing listens there: exit code 3 shows that the gate went on. */
const gate = (...args: string[]) => callWitness(folder, ["gate", "http://127.0.0.1:1", ...args]);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "witness-changed-"));
  git("init", "--quiet", "--initial-branch", "main");
  mkdirSync(join(folder, "server"));
  writeFileSync(join(folder, "server/app.js"), "1");
  writeFileSync(join(folder, "notes.md"), "1");
  git("add", ".");
  git("commit", "--quiet", "-m", "first");
  git("switch", "--quiet", "--create", "work");
  writeFileSync(join(folder, "notes.md"), "2");
  git("commit", "--quiet", "--all", "-m", "second");
});
afterAll(() => rmSync(folder, { recursive: true }));

test("a branch that changed nothing below the paths is not gated", async () => {
  const { code, stdout } = await gate("--changed-since", "main", "--paths", "server,api.yaml");
  expect([code, stdout]).toEqual([
    0,
    "nothing was sent or judged: no file changed since main below server, api.yaml\n",
  ]);
});

test("a change of the branch, or one that is not committed yet, is gated", async () => {
  const whole = await gate("--changed-since", "main");
  expect([whole.code, whole.stderr.split("\n")[0]]).toEqual([3, "  changed since main: notes.md"]);
  writeFileSync(join(folder, "server/new.js"), "1");
  const { code, stderr } = await gate("--changed-since", "main", "--paths", "server");
  expect([code, stderr]).toEqual([3, expect.stringContaining("server/new.js")]);
});

test.each([
  [["--paths", "server"], /--paths requires --changed-since/],
  [["--changed-since", "no-such-branch"], /git merge-base failed: .*no-such-branch/],
])("%j is wrong usage", async (args, words) => {
  const { code, stderr } = await gate(...args);
  expect([code, stderr]).toEqual([2, expect.stringMatching(words)]);
});
