import { closeSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { WitnessError } from "../errors.ts";

/** Name of the file that says which process writes into a run folder. */
const LOCK_FILE = "run.lock";

/**
 * Claims a run folder for this process; gives what ends the claim. Throws a WitnessError where a living
 * process has it. What a process that is gone has left is replaced.
 */
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
    const held = readLock(path);
    if (held !== undefined && isAlive(held))
      throw new WitnessError("run-locked", `process ${held.pid} is still writing to ${folder}`, {
        hint: "wait for it, or end it",
      });
    rmSync(path, { force: true });
  }
}

/** Undefined where it exists. */
function open(path: string): number | undefined {
  try {
    return openSync(path, "wx", 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return undefined;
    throw error;
  }
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

/** A number that another process has by now, or this one in a new container, is not the writer's. */
function isAlive({ pid, start }: Lock): boolean {
  const now = startOf(pid);
  if (start !== undefined && now !== undefined) return start === now;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** When a process began, in ticks since the machine did; undefined where /proc does not say it. */
function startOf(pid: number): string | undefined {
  try {
    // The name stands in parentheses and may hold blanks: the fields are counted behind it.
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ")[19];
  } catch {
    return undefined;
  }
}
