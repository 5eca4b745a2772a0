import { repeatedIdentity, type RunFold } from "../analyse/index.ts";
import { stateCase } from "../model/index.ts";
import type { CalibratedRun } from "./calibrate-target.ts";
import { StateProbe } from "./probe-state.ts";
import { startRecorded } from "./start-served.ts";

/** A served target that needed longer to start, and a larger share of the run, is not restarted for this. */
const QUICK_START = { ms: 800, share: 0.05 };

/** Sends an identity of the run's beginning again at its end, before another process of the target may have forgotten it. */
export async function probeOldest(run: CalibratedRun, fold: RunFold): Promise<void> {
  if (!isToProbe(run, fold)) return;
  const probe = new StateProbe(run, false);
  await probe.again(fold, [Infinity], { isAfterLoad: true });
  await probe.keyAgain(fold);
  await probe.written();
}

/** Sends an identity of an earlier process of a served target again. */
export async function probeRestart(run: CalibratedRun, fold: RunFold): Promise<void> {
  if (!isToProbe(run, fold)) return;
  const { settings, journal } = run;
  const served = settings.served?.isShared === true ? undefined : settings.served;
  const probe = new StateProbe(run, false);
  const [start] = fold.starts.slice(-1);
  const mostMs = Math.max(QUICK_START.ms, QUICK_START.share * journal.nowMs());
  const isQuick = start !== undefined && start.readyMs <= mostMs;
  if (served !== undefined && isQuick && fold.accepted.before.length === 0) {
    await startRecorded(served, settings, journal);
    journal.catchUp();
  }
  await probe.afterRestart(fold);
  await probe.written();
}

function isToProbe({ journal, settings }: CalibratedRun, fold: RunFold): boolean {
  journal.catchUp();
  const wasProbed = [...fold.cases.keys()].some((id) => id.startsWith(stateCase("")));
  return wasProbed && repeatedIdentity(fold)?.tells === true && !settings.signal.aborted;
}
