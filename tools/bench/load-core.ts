import { spawnSync } from "node:child_process";
import { availableParallelism, loadavg } from "node:os";

/** Of util-linux. */
const TASKSET = "taskset";
/** Cores for the sending side and for the responding side. */
export const SENDER_CORE = 0;
export const SERVER_CORE = 1;

/**
 * Pins a process, and those that it starts from now on, to one core if the system can. The
 * scheduler may put both sides of a fast loop on the same core and leave the other idle, which
 * halves the throughput of a run.
 */
export function keepOnCore(pid: number | undefined, core: number): void {
  if (canKeep()) spawnSync(TASKSET, ["-acp", String(core), String(pid)]);
}

const canKeep = (): boolean =>
  availableParallelism() > 1 && spawnSync(TASKSET, ["--version"]).status === 0;

/** Facts about the machine, for the head of a measurement. */
export function describeMachine(): string {
  const kept = canKeep()
    ? `senders on core ${SENDER_CORE}, servers on core ${SERVER_CORE}`
    : "processes on any core";
  const [load = 0] = loadavg();
  return `${availableParallelism()} cores, load average ${load.toFixed(2)}, ${kept}`;
}
