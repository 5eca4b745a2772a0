import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { lockRun } from "../record/run-lock.ts";
import { startRuled } from "../../test/servers/planted-rules/lax-server.ts";
import { callWitness } from "../../test/cli/witness.ts";

const MAIN = fileURLToPath(new URL("../../dist/src/cli/main.js", import.meta.url));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "witness-clean-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The first line of a record of 0.6.0, which had no manifest. */
const HEADER = JSON.stringify({ type: "header", format: 4, tool: { name: "api-witness" } });

/** A run folder of 0.6.0 with the record of a run that was cut off; `seconds` orders the folders by age. */
function runAt(name: string, seconds: number, inside = ""): string {
  const path = join(folder, "reports", name, inside);
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, "run.ndjson"), `${HEADER}\n`);
  utimesSync(join(folder, "reports", name), seconds, seconds);
  return path;
}
const clean = (...args: string[]) => callWitness(folder, ["clean", ...args]);
const inReports = (): string[] => readdirSync(join(folder, "reports")).toSorted();

describe("witness clean", () => {
  test("keeps the newest runs and comparisons, and all that is neither", async () => {
    for (const [at, name] of ["a", "b", "c"].entries()) runAt(name, 1000 + at);
    runAt("2026-11-21-app-vs-b-1", 900, "app");
    // Moved there by somebody.
    runAt("saved", 800, "app");
    const locked = runAt("locked", 1);
    const unlock = lockRun(locked);
    utimesSync(locked, 1, 1);
    // Comparisons of stored runs: one of witness, one that somebody has put there.
    for (const name of ["2026-11-22-comparison-1", "example"]) {
      mkdirSync(join(folder, "reports", name));
      const comparison = '{ "tool": { "name": "api-witness" } }';
      writeFileSync(join(folder, "reports", name, "comparison.json"), comparison);
      utimesSync(join(folder, "reports", name), 1, 1);
    }
    mkdirSync(join(folder, "reports", "mine"));
    writeFileSync(join(folder, "reports", "gate.json"), "{}");
    const { code, stdout, stderr } = await clean("--keep", "2", "--yes");
    unlock();
    expect(code).toBe(0);
    expect(inReports()).toEqual(["b", "c", "example", "gate.json", "locked", "mine", "saved"]);
    expect(stdout).toBe(
      "reports/a\nreports/2026-11-21-app-vs-b-1\nreports/2026-11-22-comparison-1\n3 folders removed from reports\n",
    );
    expect(stderr).toBe("  reports/locked stays: it is being written\n");
  });

  test("has nothing to do where there is nothing", async () => {
    const { stdout } = await clean();
    expect(stdout).toBe("0 folders removed from reports\n");
  });

  test("without --yes, and without a terminal, shows what it would remove, and removes nothing", async () => {
    for (const [at, name] of ["a", "b", "c"].entries()) runAt(name, 1000 + at);
    for (const [name, mebibytes] of [
      ["a", 3],
      ["b", 2],
    ] as const) {
      writeFileSync(join(folder, "reports", name, "report.html"), Buffer.alloc(mebibytes << 20));
      utimesSync(join(folder, "reports", name), 1000, 1000 + (name === "b" ? 1 : 0));
    }
    const { code, stdout, stderr } = await clean("--keep", "1", "--compress");
    expect(code).toBe(2);
    expect(stdout).toBe(
      "reports/b  2,048 KiB\nreports/a  3,072 KiB\n2 folders, 5,120 KiB to remove\n",
    );
    expect(stderr).toMatch(/nothing was removed: there is no terminal to ask on\s+--yes removes/);
    expect(inReports()).toEqual(["a", "b", "c"]);
  });

  test.each([
    ["y", ["c"]],
    ["", ["a", "b", "c"]],
  ])("asks on a terminal, and takes %j", async (answer, left) => {
    for (const [at, name] of ["a", "b", "c"].entries()) runAt(name, 1000 + at);
    // The command of Debian's bsdutils gives it a terminal.
    const command = [process.execPath, MAIN, "clean", "--keep", "1"].join(" ");
    const asked = spawnSync("sh", ["-c", `script -qec "${command}" /dev/null`], {
      cwd: folder,
      input: `${answer}\n`,
      encoding: "utf8",
    });
    expect(asked.stdout).toContain("remove them? [y/N]");
    expect(asked.status).toBe(0);
    expect(inReports()).toEqual(left);
  });

  test("removes single files that witness wrote, and nothing else", async () => {
    const own = runAt("a", 1);
    for (const name of ["report.html", "report.md"]) writeFileSync(join(own, name), "of 0.6.0");
    writeFileSync(join(own, "notes.md"), "mine");
    mkdirSync(join(own, "drafts"));
    writeFileSync(join(own, "drafts", "report.html"), "mine");
    writeFileSync(join(folder, "thesis.txt"), "mine");
    symlinkSync(join(folder, "thesis.txt"), join(own, "summary.json"));
    const foreign = join(folder, "reports", "foreign");
    mkdirSync(foreign);
    writeFileSync(join(foreign, "run.ndjson"), '{"of":"another tool"}\n');
    for (const path of [own, foreign]) utimesSync(path, 1, 1);
    runAt("b", 1000);
    const { stdout, stderr } = await clean("--keep", "1", "--yes");
    expect(stdout).toBe("reports/a\n1 folder removed from reports\n");
    expect(stderr).toContain("reports/a/notes.md stays: witness did not write it");
    expect(inReports()).toEqual(["a", "b", "foreign"]);
    expect(readdirSync(own).toSorted()).toEqual(["drafts", "notes.md", "summary.json"]);
    expect(readdirSync(join(own, "drafts"))).toEqual(["report.html"]);
    expect(readFileSync(join(folder, "thesis.txt"), "utf8")).toBe("mine");
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
