// Writes the JSON Schemas of the program's output, from its zod schemas.
import { HISTORY_SCHEMA_ID } from "../dist/src/analyse/history/build-history.js";
import { History } from "../dist/src/model/history.js";
import { mkdirSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { ERROR_SCHEMA_ID } from "../dist/src/cli/error-document.js";
import { ErrorDocument } from "../dist/src/model/error-document.js";
import { COMPARISON_SCHEMA_ID } from "../dist/src/analyse/comparison/build-comparison.js";
import { SUMMARY_SCHEMA_ID } from "../dist/src/analyse/summarise.js";
import { Baseline } from "../dist/src/model/baseline.js";
import { Comparison } from "../dist/src/model/comparison.js";
import { Config } from "../dist/src/model/config.js";
import { Diagnosis } from "../dist/src/model/doctor.js";
import { GateResult } from "../dist/src/model/gate.js";
import { RunRecord } from "../dist/src/model/run.js";
import { Summary } from "../dist/src/model/summary.js";
import { BASELINE_SCHEMA_ID } from "../dist/src/policy/baseline-of.js";
import { GATE_SCHEMA_ID } from "../dist/src/policy/judge-runs.js";

const folder = new URL("../dist/schemas/", import.meta.url);
mkdirSync(folder, { recursive: true });
const write = (name, id, schema, options) =>
  writeFileSync(
    new URL(name, folder),
    `${JSON.stringify({ $id: id, ...z.toJSONSchema(schema, options) }, null, 2)}\n`,
  );
write("summary.json", SUMMARY_SCHEMA_ID, Summary);
write("comparison.json", COMPARISON_SCHEMA_ID, Comparison);
write("doctor.json", "urn:api-witness:doctor:1", Diagnosis);
write("run-record.json", "urn:api-witness:run-record:1", RunRecord);
write("gate.json", GATE_SCHEMA_ID, GateResult);
write("error.json", ERROR_SCHEMA_ID, ErrorDocument);
write("history.json", HISTORY_SCHEMA_ID, History);
write("baseline.json", BASELINE_SCHEMA_ID, Baseline);
// For editors: as written in a file; a schema made by zod accepts anything.
write("config.json", "urn:api-witness:config:1", Config, { io: "input", unrepresentable: "any" });
