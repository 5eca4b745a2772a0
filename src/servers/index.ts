export { type ReferenceMessage, REFERENCES } from "./references.ts";
export type { Conduct, Delay, ServerBehaviour } from "./truth/behaviour.ts";
export type { FromTruth, ToTruth } from "./truth/truth-process.ts";
export type { Truth } from "./truth/truth.ts";
