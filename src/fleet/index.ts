export { Fleet, type FleetMember, listMembers } from "./fleet.ts";
export { Broker } from "./broker.ts";
export { Agent } from "./agent.ts";
export { requireJetStream } from "./stores.ts";
