export { Agent, Broker, Fleet, listMembers, requireJetStream } from "../fleet/index.ts";
