import type { FleetRun } from "./fleet-work.ts";
import type { Journal } from "./journal.ts";
import type { RunSettings } from "./run-settings.ts";

/** A run as the agents of a fleet need it. Their reports go into its record. */
export const fleetRunOf = (
  { header, target, signal }: RunSettings,
  journal: Journal,
): FleetRun => ({
  header,
  target,
  signal,
  nowMs: () => journal.nowMs(),
  note: (note) => journal.note(note),
  joined: (agent) => journal.write(agent),
});
