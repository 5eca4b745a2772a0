// Writes the JSON Schemas of what the program writes, from the zod schemas it was written with.
import { mkdirSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { SUMMARY_SCHEMA_ID } from "../dist/src/analyse/summarise.js";
import { Diagnosis } from "../dist/src/model/doctor.js";
import { RunRecord } from "../dist/src/model/run.js";
import { Summary } from "../dist/src/model/summary.js";

const folder = new URL("../dist/schemas/", import.meta.url);
mkdirSync(folder, { recursive: true });
const write = (name, id, schema) =>
  writeFileSync(
    new URL(name, folder),
    `${JSON.stringify({ $id: id, ...z.toJSONSchema(schema) }, null, 2)}\n`,
  );
write("summary.json", SUMMARY_SCHEMA_ID, Summary);
write("doctor.json", "urn:api-witness:doctor:1", Diagnosis);
write("run-record.json", "urn:api-witness:run-record:1", RunRecord);
