import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Har } from "har-format";
import { parquetReadObjects } from "hyparquet";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callWitness } from "../../test/cli/witness.ts";
import type { Summary } from "../model/index.ts";
import { listening, type Listening } from "../servers/json-server.ts";

/** Each `traceparent` that the server got. */
const got: (string | undefined)[] = [];
let server: Listening;
let folder: string;
let run: string;
const ALL = ["--export", "openmetrics,otlp,csv,parquet,har"];
const FEW = [
  "--grep",
  "valid/plain|fields/missing-id|malformed-json/root|headers/ows",
  "--runs",
  "2",
];
const SENT = [...FEW, "--repeats", "1", "--no-load"];
const EXPORTED = [
  "cases.har",
  "metrics.otlp.json",
  "metrics.txt",
  "observations.csv",
  "observations.parquet",
  "traces.otlp.jsonl",
];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "witness-export-"));
  server = await listening(
    createServer((request, response) => {
      got.push(request.headers.traceparent as string | undefined);
      request.resume().on("end", () => {
        response.writeHead(201, { "content-type": 'application/json; "=1"' });
        response.end(JSON.stringify({ of: request.headers["user-agent"] }));
      });
    }),
  );
  const sent = await callWitness(folder, ["run", `own=${server.url}`, ...SENT, "--trace", ...ALL]);
  expect([sent.code, sent.stderr]).toEqual([0, expect.stringMatching(/exported \d+ observations/)]);
  run = join("reports", readdirSync(join(folder, "reports"))[0] ?? "");
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const text = (name: string): string => readFileSync(join(folder, run, name), "utf8");
const summary = (): Summary => JSON.parse(text("summary.json")) as Summary;
const lines = (name: string): string[] => text(name).split(/\r?\n/).slice(0, -1);
const recorded = (): number =>
  lines("run.ndjson").filter((line) => line.startsWith('{"type":"observation"')).length;
/** Of observations, the header and a row each, by the names of columns; no cell here has a comma. */
const csv = (): Record<string, string>[] => {
  const [names = [], ...rows] = lines("observations.csv").map((line) => line.split(","));
  return rows.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at] ?? ""])));
};

test("the server got the traceparent of each recorded request, all of them different and sampled", () => {
  const ids = csv().map((row) => row["trace_id"] ?? "");
  expect(ids.length).toBe(recorded());
  expect(new Set(ids).size).toBe(ids.length);
  for (const header of got) expect(header).toMatch(/^00-[\da-f]{32}-[\da-f]{16}-01$/);
  const arrived = new Set(got.map((header) => header?.slice(3, 35)));
  expect(ids.filter((id) => !arrived.has(id))).toEqual([]);
});

type Spans = { traceId: string; spanId: string; kind: number; startTimeUnixNano: string }[];

test("spans have the ids that were sent", () => {
  const documents = lines("traces.otlp.jsonl").map((line) => JSON.parse(line)) as {
    resourceSpans: { scopeSpans: { spans: Spans }[] }[];
  }[];
  const spans = documents.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  );
  expect(spans.length).toBe(recorded());
  const sent = new Set(got.map((header) => header?.slice(3, 52)));
  expect(spans.filter(({ traceId, spanId }) => !sent.has(`${traceId}-${spanId}`))).toEqual([]);
  for (const { startTimeUnixNano } of spans) expect(startTimeUnixNano).toMatch(/^\d{19}$/);
});

test("a Parquet file has the rows of the CSV", async () => {
  const bytes = readFileSync(join(folder, run, "observations.parquet"));
  const rows = await parquetReadObjects({ file: new Uint8Array(bytes).buffer });
  const asText = (value: unknown): string =>
    value instanceof Date ? value.toISOString() : String(value ?? "");
  expect(
    rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, asText(value)])),
    ),
  ).toEqual(csv());
  // What else the server wrote into the header is not in the table.
  expect(new Set(csv().map((row) => row["media_type"]))).toEqual(new Set(["application/json"]));
});

test("metrics are OpenMetrics, and say what the summary says", () => {
  const all = lines("metrics.txt");
  expect(all.at(-1)).toBe("# EOF");
  const samples = all.filter((line) => !line.startsWith("#"));
  for (const line of samples)
    expect(line).toMatch(/^witness_[a-z_]+\{[a-z]+="[^"]*"(?:,[a-z]+="[^"]*")*\} [\d.e+-]+$/);
  const own = '{target="own",interface="user-submission"}';
  expect(samples).toContain(`witness_valid_requests${own} ${summary().stated.valid}`);
  const names = all.flatMap((line) => /^# TYPE (\S+)/.exec(line)?.[1] ?? []);
  expect(new Set(names).size).toBe(names.length);
  const otlp = JSON.parse(text("metrics.otlp.json")) as {
    resourceMetrics: { scopeMetrics: { metrics: { name: string }[] }[] }[];
  };
  expect(otlp.resourceMetrics[0]?.scopeMetrics[0]?.metrics.map(({ name }) => name)).toEqual(names);
});

test("a HAR file has one entry for each case that is one message, and counts the others", () => {
  const { log } = JSON.parse(text("cases.har")) as Har;
  const cases = new Set(csv().map((row) => row["case"]));
  const left = Number(/^(\d+) of/.exec(log.comment ?? "0 of")?.[1]);
  expect(log.entries.length + left).toBe(cases.size);
  const plain = log.entries.find(({ comment }) => comment?.startsWith("valid/plain:"));
  expect(plain?.request.url).toBe(`${server.url}/api/user`);
  expect(plain?.response.content.text).toBe('{"of":"api-witness"}');
  expect(got).toContain(plain?.request.headers.find(({ name }) => name === "traceparent")?.value);
});

test("a stored run is exported again, the same or in part", async () => {
  const before = EXPORTED.map((name) => readFileSync(join(folder, run, name)));
  const { code } = await callWitness(folder, ["report", run, ...ALL]);
  expect(code).toBe(0);
  expect(EXPORTED.map((name) => readFileSync(join(folder, run, name)))).toEqual(before);
  const part = ["--export-cases", "valid", "--export", "csv"];
  await callWitness(folder, ["report", run, ...part]);
  expect(new Set(csv().map((row) => row["suite"]))).toEqual(new Set(["valid"]));
});

test("without --trace no header is sent, and --trace refuses a second one", async () => {
  const earlier = got.length;
  await callWitness(folder, ["run", `plain=${server.url}`, ...SENT]);
  expect(new Set(got.slice(earlier))).toEqual(new Set([undefined]));
  const both = ["--trace", "--header", "traceparent: 00-1-2-01"];
  const { code, stderr } = await callWitness(folder, ["run", server.url, ...SENT, ...both]);
  expect([code, stderr]).toEqual([2, expect.stringContaining("traceparent is given")]);
});

test("what fails a gate is in a SARIF file, at the line of its rule", async () => {
  const config =
    'export default {\n  policy: {\n    behaviour: {\n      "fields/*": { only: "4xx" },\n    },\n  },\n};\n';
  writeFileSync(join(folder, "witness.config.mjs"), config);
  const { code } = await callWitness(folder, ["gate", run, "--reporter", "sarif"]);
  expect(code).toBe(1);
  const { version, runs } = JSON.parse(
    readFileSync(join(folder, "reports", "gate.sarif"), "utf8"),
  ) as {
    version: string;
    runs: {
      tool: { driver: { rules: { id: string }[] } };
      results: {
        ruleId: string;
        level: string;
        message: { text: string };
        locations: { physicalLocation: object }[];
      }[];
    }[];
  };
  expect(version).toBe("2.1.0");
  const [own] = runs;
  const failed = own?.results.filter(({ level }) => level === "error") ?? [];
  expect(failed.length).toBeGreaterThan(0);
  const ids = new Set(own?.tool.driver.rules.map(({ id }) => id));
  for (const { ruleId, message, locations } of failed) {
    expect(ids).toContain(ruleId);
    expect(message.text).toMatch(/^own: /);
    expect(locations[0]?.physicalLocation).toEqual({
      artifactLocation: { uri: "witness.config.mjs" },
      region: { startLine: 4 },
    });
  }
});
