import { option } from "./option-row.ts";
import { names, text } from "./option-parser.ts";
import { integer } from "./amount-kinds.ts";

/** The verbs that agents send for. */
const SENT = { run: undefined, load: undefined, compare: undefined };
/** The verbs that connect to a broker. */
const CONNECTED = { ...SENT, resume: undefined, agent: undefined, fleet: undefined };

/** Agents on other machines, and the broker (NATS) that connects them. */
export const fleetRows = {
  fleet: option({
    flag: "fleet",
    example: "nats://broker:4222",
    kind: text("<url>"),
    help: "send from the agents at this NATS broker: nats://host:4222 or tls://host:4222",
    helpFor: {
      agent: "serve the controllers at this NATS broker: nats://host:4222 or tls://host:4222",
      fleet: "list the agents at this NATS broker: nats://host:4222 or tls://host:4222",
    },
    defaults: CONNECTED,
    without: "requests are sent from this machine",
  }),
  agents: option({
    flag: "agents",
    example: 4,
    kind: integer({ min: 1, max: 1000 }),
    help: "send from this many agents of --fleet",
    defaults: SENT,
    without: "all agents",
  }),
  agentsWhere: option({
    flag: "agents-where",
    example: ["zone=a"],
    kind: names("<labels>"),
    help: "send only from agents of --fleet with all of these --labels: zone=a,kind=large",
    helpFor: { fleet: "list only agents with all of these --labels: zone=a,kind=large" },
    defaults: { ...SENT, resume: undefined, fleet: undefined },
    without: "agents with any labels",
  }),
  natsCreds: option({
    flag: "nats-creds",
    kind: text("<file>"),
    help: "give the broker the credentials in this file (JWT and seed)",
    defaults: CONNECTED,
  }),
  natsNkey: option({
    flag: "nats-nkey",
    kind: text("<file>"),
    help: "give the broker the NKey whose seed is in this file",
    defaults: CONNECTED,
  }),
  natsCa: option({
    flag: "nats-ca",
    kind: text("<file>"),
    help: "trust the certificates in this file (PEM) for the broker, and require TLS",
    defaults: CONNECTED,
  }),
  natsCert: option({
    flag: "nats-cert",
    kind: text("<file>"),
    help: "show the broker the certificate in this file (PEM), and require TLS",
    defaults: CONNECTED,
  }),
  natsKey: option({
    flag: "nats-key",
    kind: text("<file>"),
    help: "use the private key in this file (PEM) for --nats-cert",
    defaults: CONNECTED,
  }),
  resumeRun: option({
    flag: "resume",
    kind: text("<run>"),
    help: "continue this run of --fleet: plan again, and send what is missing",
    defaults: { run: undefined },
    commandLineOnly: true,
  }),
  agentName: option({
    flag: "name",
    kind: text("<name>"),
    help: "give this agent a name: letters, digits, dashes and underscores",
    defaults: { agent: undefined },
    without: "the name of the machine",
    commandLineOnly: true,
  }),
  agentLabels: option({
    flag: "labels",
    kind: names("<labels>"),
    help: "describe this agent, for witness fleet and the report: zone=a,kind=large",
    defaults: { agent: [] },
    without: "none",
    commandLineOnly: true,
  }),
};
