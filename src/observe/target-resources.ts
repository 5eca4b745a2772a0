import { listensHere, TargetProcesses } from "../load/index.ts";
import type { MemoryExcess } from "../model/index.ts";
import { MemoryGuard } from "./memory-guard.ts";
import type { RunSettings } from "./run-settings.ts";
import { UsageWatch, type UsageJournal } from "./usage-watch.ts";

/** The watches over a target's processes during a run. */
export type WatchedResources = {
  /** The settings of the run; their signal also aborts where the target uses too much memory. */
  settings: RunSettings;
  /** Set if sending had to stop because of that. */
  excess: () => MemoryExcess | undefined;
  end: () => void;
};

/**
 * Samples the use by the target's processes, and limits their memory, if they are on this machine and the operating
 * system reports them (Linux).
 */
export async function watchResources(
  settings: RunSettings,
  journal: UsageJournal,
): Promise<WatchedResources> {
  const processes = await processesOf(settings);
  if (processes === undefined) return { settings, excess: () => undefined, end: () => {} };
  const guard = new MemoryGuard(settings, processes);
  const usage = new UsageWatch(processes, journal);
  return {
    settings: {
      ...settings,
      signal: AbortSignal.any([settings.signal, guard.signal]),
      memory: {
        since: (atMs) => usage.since(atMs),
        now: () => usage.now(),
        check: () => guard.check(),
      },
    },
    excess: () => guard.excess,
    end: () => {
      guard.end();
      usage.end();
    },
  };
}

async function processesOf({ served, target }: RunSettings): Promise<TargetProcesses | undefined> {
  if (process.platform !== "linux") return undefined;
  if (served !== undefined)
    return new TargetProcesses(
      () => served.members(),
      () => served.generation,
    );
  if (!(await listensHere(target))) return undefined;
  return TargetProcesses.listeningOn(target.hostname, target.port);
}
