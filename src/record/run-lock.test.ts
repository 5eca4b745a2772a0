import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isLocked, lockRun } from "./run-lock.ts";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "witness-lock-"));
  file = join(folder, "run.lock");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("the lock of a run folder", () => {
  it("is held until it is given back", () => {
    const unlock = lockRun(folder);
    expect(isLocked(folder)).toBe(true);
    expect(() => lockRun(folder)).toThrow(`process ${process.pid} is still writing to ${folder}`);
    unlock();
    expect(isLocked(folder)).toBe(false);
    expect(existsSync(file)).toBe(false);
  });

  it("is taken from a process that has ended", () => {
    const { pid } = spawnSync("sleep", ["0"]);
    writeFileSync(file, String(pid));
    lockRun(folder)();
    expect(existsSync(file)).toBe(false);
  });

  it("is not taken from a process that has made the file, and not yet written its name", async () => {
    const script = `: > "$0"; echo made; sleep 0.2; printf %s $$ > "$0"; read _`;
    const maker = spawn("sh", ["-c", script, file]);
    await once(maker.stdout, "data");
    try {
      expect(() => lockRun(folder)).toThrow(`process ${maker.pid} is still writing`);
    } finally {
      maker.stdin.end("end\n");
    }
  });

  it("is taken after a while from a maker that ended before it wrote its name", () => {
    writeFileSync(file, "");
    lockRun(folder)();
    expect(existsSync(file)).toBe(false);
  });
});
