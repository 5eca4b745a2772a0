import type { SuiteDefinition } from "../../src/generate/define-suite.ts";
import { nthUser } from "../../src/generate/message.ts";
import { predecessors } from "../../src/generate/predecessors.ts";
import { read, send, wire } from "../../src/generate/requests.ts";

type Cases = NonNullable<SuiteDefinition["cases"]>;

/** The stated request on a connection that has carried another kind of message. */
export const afterOthers: Cases = predecessors.map(([name, what, message]) => ({
  name: `after-${name}`,
  reason: `the stated request follows ${what} on the same connection`,
  family: "after-other",
  clauses: ["behaviour", "error-conditions", "response-status"],
  request: wire(send(message), read(), send({ body: nthUser(1) }), read()),
}));
