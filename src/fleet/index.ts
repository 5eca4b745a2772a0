export type { FleetMember } from "./list-members.ts";
export { Broker } from "./broker.ts";
export { Agent } from "./agent.ts";
export { requireJetStream } from "./stores.ts";
export { listMembers } from "./list-members.ts";
export { Fleet } from "./fleet.ts";
