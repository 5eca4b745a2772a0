import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { RunDiff } from "../model/history.ts";
import { type Listening, listening } from "../servers/json-server.ts";
import { startRuled } from "../../test/servers/planted-rules/lax-server.ts";
import { callWitness } from "../../test/cli/witness.ts";

// A drawn first id decides whether a value that is made from it is beyond int32.
const FEW = ["--runs", "0", "--repeats", "1", "--no-load", "--quiet", "--first-id", "300000000"];

let folder: string;
const servers: Listening[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "witness-diff-"));
  servers.push(
    await startRuled({ idBands: [{ to: 9007199254740991n }] }),
    await startRuled({ idBands: [{ to: 2147483647n }] }),
    await listening(
      createServer((request, response) => {
        request.resume().on("end", () => {
          response.writeHead(201, { "Content-Type": "text/plain" }).end("created");
        });
      }),
    ),
  );
  for (const [nth, { url }] of servers.entries())
    await witness(
      "run",
      `app=${url}`,
      "--suite",
      nth === 2 ? "valid" : "valid,id-bounds",
      "--output-dir",
      String(nth),
      ...FEW,
    );
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
  rmSync(folder, { recursive: true, force: true });
});

const witness = (...args: string[]) => callWitness(folder, args);
const run = (nth: number | string): string =>
  join(
    String(nth),
    readdirSync(join(folder, String(nth))).find((name) => name.startsWith("20")) ?? "",
  );

test("prints only what changed, by cause", async () => {
  const { code, stdout } = await witness("diff", run(0), run(1));
  expect(code).toBe(0);
  expect(stdout).toMatch(/^before +app +http/);
  expect(stdout).toContain(
    "id: 201 up to 9007199254740991 before, up to 2147483647 now (13 cases)",
  );
  expect(stdout).toMatch(/id-bounds\/pow-2-31\S*: 201 → 422/);
  expect(stdout).not.toContain("valid/");
  expect(stdout).toMatch(/\d+ cases did not change \(status, content type and body shape\)\n$/);
});

test("says when the first run is the later one", async () => {
  const later =
    /^! the first run is the later one \(.*:\d\d UTC; the second: .*:\d\d UTC\): swap them/m;
  expect((await witness("diff", run(0), run(1))).stdout).not.toMatch(later);
  expect((await witness("diff", run(1), run(0))).stdout).toMatch(later);
});

test("a run against itself", async () => {
  const { stdout } = await witness("diff", run(0), run(0));
  expect(stdout).toMatch(/\nnothing changed: \d+ cases with the same status/);
});

test("as one JSON document, with every case", async () => {
  const { stdout } = await witness("diff", run(0), run(2), "--json");
  const diff = RunDiff.parse(JSON.parse(stdout));
  expect(diff.findings.map(({ text }) => text)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^id: no longer sent \(\d+ cases\)$/),
      expect.stringMatching(
        /^valid: content type application\/json became text\/plain \(\d+ cases\)$/,
      ),
    ]),
  );
  expect(new Set(diff.findings.flatMap(({ cases }) => cases)).size).toBe(diff.cases.length);
});

test("words a boundary that moved as explore does", async () => {
  const limits = [4000, 5200];
  for (const limit of limits) {
    const server = await listening(
      createServer((request, response) => {
        let bytes = 0;
        request.on("data", (chunk: Buffer) => (bytes += chunk.length));
        request.on("end", () => response.writeHead(bytes > limit ? 413 : 201).end());
      }),
    );
    servers.push(server);
    const exploring = ["--suite", "valid", "--axis", "body-space", "--output-dir", `at-${limit}`];
    await witness("run", `app=${server.url}`, ...exploring, ...FEW);
  }
  const [before, now] = limits.map((limit) => run(`at-${limit}`));
  const { stdout } = await witness("diff", before ?? "", now ?? "");
  expect(stdout).toContain("boundary moved: body size, by spaces after the document\n");
  expect(stdout).toContain("    201 up to 4,000 bytes, 413 from 4,001 bytes before\n");
  expect(stdout).toContain("    201 up to 5,200 bytes, 413 from 5,201 bytes now\n");
});

test("a folder that is no run", async () => {
  expect(await witness("diff", run(0), "nowhere")).toMatchObject({ code: 2 });
});
