import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isLocked, lockRun, lockRunSoon } from "./run-lock.ts";

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

  it("is taken from a process that was killed, before its parent has asked how it ended", async () => {
    // The shell starts a process, which the next program takes over and never asks.
    const parent = spawn("sh", ["-c", "sleep 60 & echo $!; exec sleep 60"]);
    const [pid] = (await once(parent.stdout, "data")) as [Buffer];
    try {
      writeFileSync(file, `${pid}`.trim());
      // The shell itself would ask.
      while (readFileSync(`/proc/${parent.pid}/comm`, "utf8") !== "sleep\n") await sleep(5);
      process.kill(Number(pid), "SIGKILL");
      const state = (): string => readFileSync(`/proc/${`${pid}`.trim()}/stat`, "utf8");
      while (!state().includes(") Z")) await sleep(5);
      lockRun(folder)();
    } finally {
      parent.kill("SIGKILL");
    }
  });

  it("is waited for while its process is being killed, and not if that lives on", async () => {
    const holder = spawn("sh", ["-c", "read _"]);
    writeFileSync(file, String(holder.pid));
    const waiting = lockRunSoon(folder);
    holder.kill("SIGKILL");
    (await waiting)();
    writeFileSync(file, String(process.pid));
    await expect(lockRunSoon(folder)).rejects.toThrow("is still writing");
  });

  it("is taken after a while from a maker that ended before it wrote its name", () => {
    writeFileSync(file, "");
    lockRun(folder)();
    expect(existsSync(file)).toBe(false);
  });
});
