export { ceilingOffer, closesAfter, localGenerators, measureCeiling } from "./ceiling.ts";
export { ended, firstMessage, startModule } from "./child-module.ts";
export { addLive, Generators, LEAD_MS, type LoadGenerators, type SlotSent } from "./generators.ts";
export { listensHere, lookAround } from "./look-around.ts";
export type { LiveFigures } from "./messages.ts";
export { shareOffer, shareWhole } from "./share-offer.ts";
export { SlotTally } from "./slot-tally.ts";
export { TargetProcesses } from "./target-processes.ts";
export type { TargetWatch } from "./target-watch.ts";
