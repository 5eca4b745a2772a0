import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { rowsOf, variableOf } from "../options/index.ts";
import { runVerb, type Ended } from "../../test/cli/run-verb.ts";
import { verbCommands } from "./verbs.ts";

const ROWS = rowsOf("run").filter(({ commandLineOnly }) => commandLineOnly !== true);
let folder: string;
const printConfig = (...args: string[]): Promise<Ended> =>
  runVerb(verbCommands("print-config"), "print-config", ...args);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "witness-print-config-"));
  vi.spyOn(process, "cwd").mockReturnValue(folder);
  for (const row of ROWS) vi.stubEnv(variableOf(row), undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

/** The line of one option, its columns apart. */
const lineOf = (stdout: string, name: string): string[] =>
  (stdout.split("\n").find((line) => line.startsWith(`  ${name} `)) ?? "").trim().split(/ {2,}/);

describe("witness print-config", () => {
  test("without anything, every option has its default or is not set", async () => {
    const { code, stdout } = await printConfig();
    expect(code).toBe(0);
    expect(stdout).toMatch(/^no configuration file here\n/);
    expect(stdout.trim().split("\n")).toHaveLength(2 + ROWS.length);
    expect(lineOf(stdout, "timeout")).toEqual(["timeout", "5s", "default"]);
    expect(lineOf(stdout, "suite")).toEqual(["suite", "all", "default"]);
    expect(lineOf(stdout, "seed")).toEqual(["seed", "–", "random, see the summary"]);
  });

  test("a flag goes before the environment, that before the file, that before the default", async () => {
    const options = ["seed: 1", "runs: 2", "repeats: 3", "load: true"].join(",\n    ");
    writeFileSync(
      join(folder, "witness.config.ts"),
      `export default {\n  options: {\n    ${options},\n  },\n};\n`,
    );
    vi.stubEnv("WITNESS_SEED", "10");
    vi.stubEnv("WITNESS_RUNS", "20");
    const { stdout } = await printConfig("--seed", "100", "--no-load");
    expect(stdout).toMatch(/^configuration witness\.config\.ts\n/);
    expect(lineOf(stdout, "seed")).toEqual(["seed", "100", "flag: --seed"]);
    expect(lineOf(stdout, "runs")).toEqual(["runs", "20", "environment: WITNESS_RUNS"]);
    expect(lineOf(stdout, "repeats")).toEqual(["repeats", "3", "file: witness.config.ts:5"]);
    expect(lineOf(stdout, "concurrency")).toEqual(["concurrency", "10", "default"]);
    expect(lineOf(stdout, "load").slice(0, 2)).toEqual(["load", "false"]);
  });

  test("--json has values as they are used", async () => {
    writeFileSync(
      join(folder, "other.json"),
      '{ "options": { "grep": "^fields", "timeout": "2s", "suite": "fields,framing" } }',
    );
    const { stdout } = await printConfig("--config", "other.json", "--json");
    const { config, options } = JSON.parse(stdout);
    expect(config).toBe("other.json");
    expect(options.grep).toEqual({ value: "^fields", origin: "file", where: "other.json:1" });
    expect(options.timeout.value).toBe(2000);
    expect(options.suite.value).toEqual(["fields", "framing"]);
    expect(options.seed).toBeUndefined();
  });

  test("a variable that cannot be read is named", async () => {
    vi.stubEnv("WITNESS_RUNS", "many");
    const { code, stderr } = await printConfig();
    expect(code).toBe(2);
    expect(stderr).toContain("from env 'WITNESS_RUNS' is invalid. It must be an integer >= 0");
  });

  test("of another verb has the defaults of that verb", async () => {
    const { stdout } = await printConfig("explore");
    expect(lineOf(stdout, "timeout")).toEqual(["timeout", "1s", "default"]);
    expect(lineOf(stdout, "capBody")).toEqual(["capBody", "16MiB", "default"]);
  });

  test("its flags are those of a run", () => {
    const flagsOf = (verb: string) =>
      verbCommands(verb).flatMap(({ options }) => options.flatMap(({ long }) => long ?? []));
    const [run, own] = [flagsOf("run"), flagsOf("print-config")];
    const shared = own.filter((flag) => run.includes(flag));
    expect(shared).toEqual(expect.arrayContaining(["--suite", "--seed", "--no-load", "--explore"]));
  });
});
