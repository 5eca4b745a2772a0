import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync } from "node:fs";
import { writeSync } from "node:fs";
import { join } from "node:path";
import { WitnessError } from "../errors.ts";

const LOCK_FILE = "run.lock";
/** A process that has made the file writes its name into it at once: within this time, however busy the machine is. */
const NAMED_WITHIN_MS = 1000;
const LOOK_MS = 20;

/** Locks a run folder, unless a living process has it (WitnessError). Returns the function that unlocks it. */
export function lockRun(folder: string): () => void {
  const path = join(folder, LOCK_FILE);
  const mine = `${process.pid} ${startOf(process.pid) ?? ""}`.trim();
  for (;;) {
    const file = open(path);
    if (file !== undefined) {
      writeSync(file, mine);
      closeSync(file);
      return () => rmSync(path, { force: true });
    }
    const held = readNamed(path);
    if (held !== undefined && isAlive(held))
      throw new WitnessError("run-locked", `process ${held.pid} is still writing to ${folder}`, {
        hint: "wait for it, or stop it",
      });
    removeLockOf(held, path);
  }
}

/** A process that was killed may still be there, until its last write is done. */
const DYING_MS = 2000;

/** As `lockRun`, looking again for up to 2 s while another process has the lock. */
export async function lockRunSoon(folder: string): Promise<() => void> {
  const until = performance.now() + DYING_MS;
  for (;;)
    try {
      return lockRun(folder);
    } catch (error) {
      const isHeld = error instanceof WitnessError && error.code === "run-locked";
      if (!isHeld || performance.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
}

export function isLocked(folder: string): boolean {
  const held = readLock(join(folder, LOCK_FILE));
  return held !== undefined && isAlive(held);
}

function open(path: string): number | undefined {
  try {
    return openSync(path, "wx", 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return undefined;
    throw error;
  }
}

/** The lock, once its maker has written its name. */
function readNamed(path: string): Lock | undefined {
  const until = performance.now() + NAMED_WITHIN_MS;
  for (;;) {
    const held = readLock(path);
    if (held !== undefined || !existsSync(path) || performance.now() > until) return held;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_MS);
  }
}

/** Removes the lock of a dead process; one that another process has put there meanwhile stays. */
function removeLockOf(dead: Lock | undefined, path: string): void {
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw error;
  }
  if (readLock(aside)?.pid === dead?.pid) rmSync(aside, { force: true });
  else renameSync(aside, path);
}

type Lock = { pid: number; start: string | undefined };

function readLock(path: string): Lock | undefined {
  try {
    const [pid = "", start] = readFileSync(path, "utf8").split(" ");
    return /^[1-9]\d{0,9}$/.test(pid) ? { pid: Number(pid), start } : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the process is another one with a reused id, or this one in a new container: then it is not the writer. */
function isAlive({ pid, start }: Lock): boolean {
  const now = startOf(pid);
  if (now === ENDED) return false;
  if (start !== undefined && now !== undefined) return start === now;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Of a process that has ended, and whose parent has not yet asked how. */
const ENDED = "ended";

/** When a process started, in ticks since boot; undefined if /proc does not have it. */
function startOf(pid: number): string | undefined {
  try {
    // The name is in parentheses and may contain spaces: the fields are counted after it.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ");
    return fields?.[0] === "Z" || fields?.[0] === "X" ? ENDED : fields?.[19];
  } catch {
    return undefined;
  }
}
