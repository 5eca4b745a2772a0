import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { lockRun } from "../record/run-lock.ts";
import { startRuled } from "../servers/planted-rules/lax-server.ts";
import { callWitness } from "./witness.fixture.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "witness-clean-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A run folder with a record; `seconds` orders the folders by age. */
function runAt(name: string, seconds: number, inside = ""): string {
  const path = join(folder, "reports", name, inside);
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, "run.ndjson"), "");
  utimesSync(join(folder, "reports", name), seconds, seconds);
  return path;
}

describe("witness clean", () => {
  test("keeps the newest runs and comparisons, and all that is neither", async () => {
    for (const [at, name] of ["a", "b", "c"].entries()) runAt(name, 1000 + at);
    runAt("compared", 900, "app");
    const locked = runAt("locked", 1);
    const unlock = lockRun(locked);
    utimesSync(locked, 1, 1);
    // Comparisons of stored runs: one of witness, one that somebody has put there.
    for (const name of ["2026-11-22-comparison-1", "example"]) {
      mkdirSync(join(folder, "reports", name));
      writeFileSync(join(folder, "reports", name, "comparison.json"), "{}");
      utimesSync(join(folder, "reports", name), 1, 1);
    }
    mkdirSync(join(folder, "reports", "mine"));
    writeFileSync(join(folder, "reports", "gate.json"), "{}");
    const { code, stdout } = await callWitness(folder, ["clean", "--keep", "2"]);
    unlock();
    expect(code).toBe(0);
    expect(readdirSync(join(folder, "reports")).toSorted()).toEqual([
      "b",
      "c",
      "example",
      "gate.json",
      "locked",
      "mine",
    ]);
    expect(stdout).toBe(
      "reports/a\nreports/compared\nreports/2026-11-22-comparison-1\n3 folders removed from reports\n",
    );
  });

  test("has nothing to do where there is nothing", async () => {
    const { stdout } = await callWitness(folder, ["clean"]);
    expect(stdout).toBe("0 folders removed from reports\n");
  });
});

test("compressed records are read everywhere, and damage is noticed", async () => {
  const server = await startRuled({});
  const few = ["--suite", "valid", "--runs", "0", "--repeats", "1", "--no-load", "--quiet"];
  await callWitness(folder, ["run", `app=${server.url}`, ...few]);
  const [name = ""] = readdirSync(join(folder, "reports"));
  const run = join("reports", name);
  const before = await callWitness(folder, ["report", run, "--json"]);
  const saved = await callWitness(folder, ["clean", "--compress"]);
  expect(saved.stdout).toMatch(/1 record compressed\n$/);
  const file = join(folder, run, "run.ndjson.gz");
  expect(existsSync(file)).toBe(true);
  expect(existsSync(join(folder, run, "run.ndjson"))).toBe(false);
  expect(await callWitness(folder, ["report", run, "--json"])).toEqual(before);
  for (const args of [
    ["gate", run],
    ["diff", run, run],
    ["baseline", "save", run],
    ["history"],
    ["replay", run, "valid/plain", "--raw"],
    ["report", join(run, "run.ndjson.gz")],
  ])
    expect(await callWitness(folder, args), args.join(" ")).toMatchObject({ code: 0 });
  await server.close();
  expect((await callWitness(folder, ["clean", "--compress"])).stdout).toMatch(
    /0 records compressed/,
  );
  writeFileSync(file, readFileSync(file).subarray(0, 2000));
  const cut = await callWitness(folder, ["report", run]);
  expect(cut).toMatchObject({ code: 4, stderr: expect.stringMatching(/damaged|incomplete/) });
});

describe("witness init", () => {
  test("adds the reports to what git ignores, once", async () => {
    await callWitness(folder, ["init"]);
    expect(existsSync(join(folder, ".gitignore"))).toBe(false);
    writeFileSync(join(folder, ".gitignore"), "node_modules/");
    for (const flag of ["--force", "--force"]) await callWitness(folder, ["init", flag]);
    expect(readFileSync(join(folder, ".gitignore"), "utf8")).toBe("node_modules/\nreports/\n");
  });

  test("does so in a folder of a clone, too", async () => {
    mkdirSync(join(folder, ".git"));
    mkdirSync(join(folder, "service"));
    await callWitness(join(folder, "service"), ["init"]);
    expect(readFileSync(join(folder, "service/.gitignore"), "utf8")).toBe("reports/\n");
  });
});

describe("mistakes in the configuration have a place", () => {
  const list = (config: string) =>
    callWitness(folder, ["run", ":3000", "--list", "--config", config]);

  test("the name of a suite", async () => {
    writeFileSync(join(folder, "a.json"), '{\n  "options": {\n    "suite": ["feilds"]\n  }\n}\n');
    expect((await list("a.json")).stderr).toMatch(
      /a\.json:3: options\.suite: there is no suite named "feilds"\s+did you mean "?fields/,
    );
  });

  test("syntax", async () => {
    writeFileSync(join(folder, "b.json"), '{\n  "options": {},,\n}\n');
    expect((await list("b.json")).stderr).toMatch(/b\.json:2 is not JSON: /);
    writeFileSync(
      join(folder, "c.ts"),
      "export default {\n  options: {\n    runs: 3\n    seed: 1\n  } };\n",
    );
    const { stderr } = await list("c.ts");
    expect(stderr).toMatch(/error: c\.ts:4 cannot be loaded: ParseError: Unexpected token/);
    expect(stderr).not.toContain(folder);
  });
});
