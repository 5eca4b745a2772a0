import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Baseline, type GateResult, type RunRecord, Summary } from "../model/index.ts";
import { listening, type Listening } from "../servers/json-server.ts";
import { callWitness } from "../../test/cli/witness.ts";

/** A server with unique ids whose responses to some requests vary, and which can be changed and emptied. */
let server: Listening;
let folder: string;
const ids = new Set<string>();
let isChanged = false;
let turn = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "witness-learn-"));
  server = await listening(
    createServer((request, response) => {
      let text = "";
      request.setEncoding("latin1").on("data", (chunk: string) => (text += chunk));
      request.on("end", () => {
        if (request.url === "/empty") ids.clear();
        response.writeHead(statusOf(request.url ?? "", text), {
          "Content-Type": "application/json",
        });
        response.end("{}");
      });
    }),
  );
});

afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

function statusOf(url: string, text: string): number {
  if (url === "/empty") return 200;
  let body: { id?: unknown; date?: unknown } | null;
  try {
    body = JSON.parse(text) as { id?: unknown } | null;
  } catch {
    return 400;
  }
  const id = JSON.stringify(body?.id);
  if (body?.id === 0) return isChanged ? 418 : 400;
  if (typeof body?.id !== "number" || body.date === undefined) return 422;
  // Large ids get one of two responses.
  if (Math.abs(body.id) > 1e16) return (turn += 1) % 3 === 0 ? 422 : 400;
  if (ids.has(id)) return 409;
  ids.add(id);
  return isChanged && body.id === 2_147_483_647 ? 202 : 201;
}

const suites = ["--suite", "valid,id-bounds", "--runs", "0", "--no-load"];
const reset = (): string[] => ["--reset", `curl --silent --fail ${server.url}/empty`];

const witness = (args: string[]) =>
  callWitness(folder, [...args, "--output-dir", "runs", "--quiet"]);

test("a baseline learned from runs holds for an unchanged server, and names what a changed one does", async () => {
  writeFileSync(join(folder, "notes.txt"), "");
  const learn = ["baseline", "learn", `app=${server.url}`, "--suite", suites[1] ?? "", "--no-load"];
  const learned = await witness([...learn, "--runs", "5", ...reset()]);
  expect(learned).toMatchObject({ code: 0, stderr: "" });
  const file = join(folder, "witness.baseline.json");
  expect(statSync(file).size).toBeLessThan(200_000);
  const baseline = Baseline.parse(JSON.parse(readFileSync(file, "utf8")));
  expect(baseline.runs).toHaveLength(5);
  // A fixed id is there once it was sent; what varies is kept with its counts.
  expect(Object.values(baseline.cases)).toContain("201 then 409");
  expect(Object.values(baseline.cases).some((each) => typeof each === "object")).toBe(true);

  const gate = ["gate", `app=${server.url}`, ...suites, "--baseline", "witness.baseline.json"];
  for (const seed of ["1", "2"]) {
    const { code, stdout } = await witness([...gate, ...reset(), "--seed", seed]);
    expect(stdout).not.toContain("✗");
    expect(code).toBe(0);
  }

  isChanged = true;
  const { code } = await witness([...gate, ...reset()]);
  expect(code).toBe(1);
  const result = JSON.parse(readFileSync(join(folder, "runs", "gate.json"), "utf8")) as GateResult;
  const cases = result.judgements.find(({ rule }) => rule === "baseline.cases");
  const changed = cases?.breaches.map((each) => each.case ?? "") ?? [];
  expect(changed.length).toBeGreaterThan(3);
  // Only id 0, however it is written, and the one id that was accepted in another way on a fresh store.
  const others = cases?.breaches.filter(
    ({ observed }) => !observed.startsWith("418") && !observed.startsWith("202"),
  );
  expect(others).toEqual([]);
  // Every request that is recorded or counted is in the total.
  const { run = "" } = result.targets[0] ?? {};
  const read = (name: string): string => readFileSync(join(folder, run, name), "utf8");
  const { requests } = Summary.parse(JSON.parse(read("summary.json")));
  const records = read("run.ndjson")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as RunRecord);
  const sent = records.map((each) =>
    each.type === "observation" ? 1 : each.type === "controls" ? each.asked + each.dropped : 0,
  );
  expect(requests?.confirmation).toBeGreaterThan(10);
  expect(requests?.total).toBe(sent.reduce((sum: number, each) => sum + each, 0));
  const accepted = cases?.breaches.filter(({ observed }) => observed.startsWith("202"));
  expect(accepted?.[0]?.observed).toMatch(/^202 then 409 \(\d+ of \d+ times as a first request\)$/);
  isChanged = false;
}, 180_000);

test("a baseline of a server that refuses every valid request says so", async () => {
  const other = await listening(
    createServer((request, response) => {
      request.resume();
      response.writeHead(404).end("no such path");
    }),
  );
  const some = ["--grep", "^valid/plain$", "--no-load", "--runs", "2"];
  const file = ["--file", "refusing.baseline.json"];
  const learned = await witness(["baseline", "learn", `app=${other.url}`, ...some, ...file]);
  await other.close();
  expect(learned.code).toBe(0);
  expect(learned.stderr.match(/note {2}every valid request got 404/g)).toHaveLength(1);
}, 60_000);

test("a case that can exhaust the target is decided, too, if it differed in the run and not alone", async () => {
  // Bodies of 10 MiB in the order in which they come: 3 runs for the baseline send 2 each.
  const LEARNED = 6;
  let large = 0;
  const busy = await listening(
    createServer((request, response) => {
      let bytes = 0;
      request.on("data", (chunk: Buffer) => (bytes += chunk.length));
      request.on("end", () => {
        if (bytes > 1_000_000) large += 1;
        const isBusy = large === LEARNED + 1 || large === LEARNED + 2;
        response.writeHead(bytes < 1_000_000 ? 201 : isBusy ? 503 : 413).end();
      });
    }),
  );
  const some = ["--suite", "valid,size", "--grep", "^valid/plain$|^size/space-before-10-mib$"];
  const file = ["--file", "busy.baseline.json"];
  const learn = ["baseline", "learn", `app=${busy.url}`, ...some, "--no-load", ...file];
  expect(await witness([...learn, "--runs", "3"])).toMatchObject({ code: 0 });
  expect(large).toBe(LEARNED);
  const { code, stdout } = await witness([
    "gate",
    `app=${busy.url}`,
    ...some,
    "--no-load",
    "--baseline",
    "busy.baseline.json",
  ]);
  await busy.close();
  expect(stdout).toContain("size/space-before-10-mib");
  expect(stdout).not.toContain("not sent again often enough");
  expect(code).toBe(0);
}, 60_000);

test("a command that gives no fresh store ends the run before anything is sent", async () => {
  const { code, stderr } = await witness([
    "run",
    `app=${server.url}`,
    ...suites,
    "--reset",
    "echo the data base is locked >&2; exit 3",
  ]);
  expect(code).toBe(2);
  expect(stderr).toContain("--reset failed: exit code 3");
  expect(stderr).toContain("the data base is locked");
});

test.each([
  [
    "new numbers keep nine digits, and a limit below them is one cause",
    [1_000_000_000, 500_000_000],
    "the stated request: 201 became 400, id with at most 8 digits 201",
  ],
  // A digit more is accepted now.
  [
    "new numbers keep the digits that the baseline's had",
    [1_000_000, 1_000_000_000],
    "malformed-json (doubled): 400 became 201",
  ],
])(
  "%s",
  async (_, [before = 0, now = 0], cause) => {
    let most = before;
    const limited = await listening(
      createServer((request, response) => {
        let text = "";
        request.setEncoding("latin1").on("data", (chunk: string) => (text += chunk));
        request.on("end", () => {
          const [, id] = /"id":(\d+),/.exec(text) ?? [];
          response.writeHead(id === undefined || Number(id) > most ? 400 : 201).end();
        });
      }),
    );
    const some = ["--suite", "valid,malformed-json", "--no-load"];
    const file = `${before}.baseline.json`;
    const target = `app=${limited.url}`;
    const learned = await witness([
      "baseline",
      "learn",
      target,
      ...some,
      "--runs",
      "2",
      "--file",
      file,
    ]);
    expect(learned.code).toBe(0);
    most = now;
    const { code } = await witness(["gate", target, ...some, "--runs", "0", "--baseline", file]);
    await limited.close();
    expect(code).toBe(1);
    const { causes = [] } = JSON.parse(
      readFileSync(join(folder, "runs", "gate.json"), "utf8"),
    ) as GateResult;
    expect(causes.map(({ text }) => text)).toEqual([cause]);
  },
  180_000,
);
