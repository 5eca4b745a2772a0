import type { RunEnd } from "../model/index.ts";
import type { CalibratedRun } from "./calibrate-target.ts";
import { fleetRunOf } from "./fleet-run.ts";
import { GrowthWatch } from "./growth-watch.ts";
import { SuiteSender } from "./suite-sender.ts";
import { TargetSupervisor } from "./target-supervisor.ts";

/** Sends the planned suites to a target that responds. Returns how that ended. */
export async function sendSuites({
  settings,
  approached,
  journal,
}: CalibratedRun): Promise<RunEnd> {
  const { asking, manner, dispatcher } = approached;
  const { events = {}, served, fleet } = settings;
  const campaign = await fleet?.campaign(fleetRunOf(settings, journal), manner);
  const life = served && new TargetSupervisor({ served, settings, dispatcher, journal, asking });
  const sender = new SuiteSender({
    ...settings,
    ...manner,
    asking,
    dispatcher,
    journal,
    events,
    growth: new GrowthWatch({ settings, dispatcher, journal, asking, life }),
    ...(life && { life }),
    ...(campaign && { campaign }),
  });
  return sender.sendAll(settings.planned).finally(() => campaign?.close());
}
