import { interfaceName } from "../../src/contract/index.ts";
import type { Summary } from "../../src/model/index.ts";

/** Of a run that is complete and found nothing. */
export const emptySummary: Summary = {
  $schema: "urn:api-witness:summary:1",
  schemaVersion: 1,
  tool: { name: "witness", version: "0.3.0" },
  runId: "run",
  target: { name: "target", baseUrl: "http://localhost:8080" },
  interface: interfaceName({}),
  seed: 7,
  firstId: 100,
  startedAt: "2026-11-20T16:22:05.123Z",
  complete: true,
  end: "done",
  accepts: "held",
  stated: { clauses: ["accepts"], valid: 2, answered: 2, text: "all 2 valid requests got one" },
  requests: { total: 0, catalogue: 0 },
  suites: [],
  cases: [],
  properties: [],
  conclusions: [],
  limits: [],
  remarks: [],
  notes: [],
  ledger: [],
};
