export { type ReferenceMessage, REFERENCES } from "./references.ts";
export { type Conduct, type Delay, type ServerBehaviour, type Truth } from "./truth/truth.ts";
export type { FromTruth, ToTruth } from "./truth/truth-process.ts";
