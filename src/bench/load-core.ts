import { spawnSync } from "node:child_process";
import { availableParallelism, loadavg } from "node:os";

/** Of util-linux. */
const TASKSET = "taskset";
/** Where the side that sends stays, and where the side that responds does. */
export const SENDER_CORE = 0;
export const SERVER_CORE = 1;

/**
 * Keeps a process, and those that it starts from now on, on one core where the system can. The
 * scheduler is free to put both sides of a fast loop on the same core and leave the other one
 * idle, which halves the throughput of a run by chance.
 */
export function keepOnCore(pid: number | undefined, core: number): void {
  if (canKeep()) spawnSync(TASKSET, ["-acp", String(core), String(pid)]);
}

const canKeep = (): boolean =>
  availableParallelism() > 1 && spawnSync(TASKSET, ["--version"]).status === 0;

/** What is known of the machine, for the head of a measurement. */
export function describeMachine(): string {
  const kept = canKeep()
    ? `senders on core ${SENDER_CORE}, servers on core ${SERVER_CORE}`
    : "processes on any core";
  const [load = 0] = loadavg();
  return `${availableParallelism()} cores, load average ${load.toFixed(2)}, ${kept}`;
}
