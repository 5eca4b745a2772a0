import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { History } from "../model/history.ts";
import { startLenient } from "../servers/references.ts";
import type { Listening } from "../servers/json-server.ts";
import { startPlanted } from "../../test/servers/planted.ts";
import { runVerb, type Ended } from "../../test/cli/run-verb.ts";
import { verbCommands } from "./verbs.ts";
import { callWitness } from "../../test/cli/witness.ts";

let folder: string;
let reports: string;
let servers: Listening[];

const history = (...args: string[]): Promise<Ended> =>
  runVerb(verbCommands("history"), "history", "--output-dir", reports, ...args);

/** A stored run, with its load: of a machine that was too busy for it, there is another one. */
async function stored(target: string, seed: number, ...args: string[]): Promise<void> {
  const what = ["run", target, "--suite", "fields", "--runs", "5", "--seed", String(seed), ...args];
  for (let turn = 1; ; turn += 1) {
    const { code, stderr } = await callWitness(folder, [...what, "-q", "--output-dir", reports]);
    if (code === 0) return;
    // 4: a round of load does not count.
    if (code !== 4 || turn === 5) throw new Error(stderr);
    rmSync(join(reports, folderOf(seed)), { recursive: true });
  }
}

const folderOf = (seed: number): string =>
  readdirSync(reports).find((name) => name.endsWith(`-${seed}`)) ?? "";

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "witness-history-"));
  reports = join(folder, "reports");
  servers = [await startPlanted(), await startLenient()];
  const [planted, lenient] = servers.map(({ url }) => url);
  const load = ["--load-duration", "1s"];
  await stored(`api=${planted}`, 5, ...load);
  await stored(`api=${planted}`, 4, ...load);
  await stored(`api=${lenient}`, 3, "--no-load");
  await stored(`other=${lenient}`, 2, "--no-load");
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
  rmSync(folder, { recursive: true, force: true });
});

const runsOf = async (...args: string[]): Promise<History["runs"]> =>
  History.parse(JSON.parse((await history("--json", ...args)).stdout)).runs;

describe("witness history", () => {
  test("lists runs newest last with their figures, and draws the page", async () => {
    const { code, stdout, stderr } = await history();
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const [about, , changed, , head, ...lines] = stdout.trimEnd().split("\n");
    expect(about).toBe(`4 runs of 2 targets in ${reports}`);
    // The lenient server responds with 200 where the planted one responds with 201.
    expect(changed).toMatch(
      /^api: \d+ of \d+ responses changed in the run of .*: .*201 became 200 in \d+ cases/,
    );
    expect(head).toMatch(
      /^ *started +target +seed +requests +2xx +4xx +5xx +no response +stated +changed/,
    );
    expect(lines.slice(0, 4).map((line) => line.split(/ +/).at(-1))).toEqual(
      [5, 4, 3, 2].map(folderOf),
    );
    expect(lines[0]).toMatch(/ held +– +(≥ )?[\d,.]+\/s +– +[\d.]+ ms /);
    expect(lines[1]).toMatch(/ held +none of \d+ +(≥ )?[\d,.]+\/s /);
    // The lenient server responds with 200 where the planted one responds with 201.
    expect(lines[2]).toMatch(/ held +[1-9]\d* of \d+ +– +– +– /);
    expect(lines.at(-1)).toBe(join(reports, "history.html"));
    expect(readFileSync(join(reports, "history.html"), "utf8")).toContain(
      "Cases with a different response",
    );
  });

  test("of one target only", async () => {
    const runs = await runsOf("--target", "api");
    expect(runs.map(({ target }) => target)).toEqual(["api", "api", "api"]);
    const { code, error } = await history("--target", "apj");
    expect(code).toBe(2);
    expect(error?.message).toBe(`no run in ${reports} is of a target named apj`);
    expect(error?.hint).toBe("there are runs of api, other");
  });

  test("without a summary that can be read, a run is folded from its record to the same figures", async () => {
    const before = await runsOf();
    rmSync(join(reports, folderOf(5), "summary.json"));
    writeFileSync(join(reports, folderOf(4), "summary.json"), '{"schemaVersion": 9}');
    expect(await runsOf()).toEqual(before);
  });

  test("has the parts of comparisons, and passes over what is no run", async () => {
    const part = join(reports, "2026-01-01-comparison-1", "other");
    mkdirSync(join(reports, "2026-01-01-comparison-1"));
    renameSync(join(reports, folderOf(2)), part);
    const broken = join(reports, "broken");
    mkdirSync(broken);
    appendFileSync(join(broken, "run.ndjson"), '{"type":"later"}\n');
    mkdirSync(join(reports, "notes"));
    const { stdout, stderr } = await history();
    expect(stdout).toContain(join("2026-01-01-comparison-1", "other"));
    expect(stdout).toMatch(/^4 runs of 2 targets/);
    expect(stderr).toContain(`passed over: ${join(broken, "run.ndjson")} has no readable header`);
  });

  test("of nothing says what makes a run, and writes nothing", async () => {
    reports = join(folder, "nothing");
    const { code, error } = await history();
    expect(code).toBe(2);
    expect(error?.hint).toMatch(/^create one with witness run <target>/);
    expect(existsSync(reports)).toBe(false);
  });
});
