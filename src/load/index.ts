export { ceilingOffer, closesAfter, localGenerators, measureCeiling } from "./generators.ts";
export { killProcess, firstMessage, type LiveFigures, startModule } from "./child-module.ts";
export type { LoadGenerators, SlotSent } from "./generators.ts";
export { addLive, Generators, LEAD_MS, shareOffer, shareWhole } from "./generators.ts";
export { listensHere, findLoadSite, type TargetWatch } from "./target-watch.ts";
export { SlotTally } from "./slot-tally.ts";
export { TargetProcesses, textOfFile } from "./target-processes.ts";
