import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { HISTORY_SCHEMA_ID } from "../src/analyse/history.ts";
import { History } from "../src/model/history.ts";
import { ERROR_SCHEMA_ID } from "../src/cli/explain.ts";
import { Baseline, DocumentBaseline, DocumentTable, ErrorDocument } from "../src/model/index.ts";
import { COMPARISON_SCHEMA_ID } from "../src/analyse/comparison/build-comparison.ts";
import { DOCUMENT_TABLE_SCHEMA_ID } from "../src/jobs/document/each-operation.ts";
import { SUMMARY_SCHEMA_ID } from "../src/analyse/summarise.ts";
import { Comparison } from "../src/model/comparison.ts";
import { Config } from "../src/model/config.ts";
import { Diagnosis } from "../src/model/doctor.ts";
import { GateResult } from "../src/model/gate.ts";
import { RunRecord } from "../src/model/run.ts";
import { Summary } from "../src/model/summary.ts";
import { BASELINE_SCHEMA_ID } from "../src/policy/baseline.ts";
import { DOCUMENT_BASELINE_SCHEMA_ID } from "../src/policy/judge-document.ts";
import { GATE_SCHEMA_ID } from "../src/policy/judge-runs.ts";

const FOLDER = "dist/schemas";

function write(name: string, id: string, schema: z.ZodType, options?: object): void {
  const text = JSON.stringify({ $id: id, ...z.toJSONSchema(schema, options) }, null, 2);
  writeFileSync(join(FOLDER, name), `${text}\n`);
}

mkdirSync(FOLDER, { recursive: true });
write("summary.json", SUMMARY_SCHEMA_ID, Summary);
write("comparison.json", COMPARISON_SCHEMA_ID, Comparison);
write("doctor.json", "urn:api-witness:doctor:1", Diagnosis);
write("run-record.json", "urn:api-witness:run-record:1", RunRecord);
write("gate.json", GATE_SCHEMA_ID, GateResult);
write("document-table.json", DOCUMENT_TABLE_SCHEMA_ID, DocumentTable);
write("error.json", ERROR_SCHEMA_ID, ErrorDocument);
write("history.json", HISTORY_SCHEMA_ID, History);
write("baseline.json", BASELINE_SCHEMA_ID, Baseline);
write("document-baseline.json", DOCUMENT_BASELINE_SCHEMA_ID, DocumentBaseline);
// For editors: as written in a file; a schema made by zod accepts anything.
write("config.json", "urn:api-witness:config:1", Config, { io: "input", unrepresentable: "any" });
