import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Listening } from "../servers/json-server.ts";
import { startPlanted } from "../../test/servers/planted.ts";
import { callWitness, type Finished } from "../../test/cli/witness.ts";
import { HOSTILE_TEXTS, obeyedIn, startHostileText } from "../../test/cli/hostile-text.ts";

const SENDING = ["--runs", "0", "--repeats", "1", "--no-load", "--quiet", "--concurrency", "1"];
const CORPUS = ["--suite", "corpus,valid", "--corpus", "corpus"];

let folder: string;
let hostile: Listening;
let honest: Listening;

type Printed = Pick<Finished, "stdout" | "stderr">;

const witness = (args: string[], env: Record<string, string | undefined> = {}) =>
  callWitness(folder, args, env);

function expectNothingToObey({ stdout, stderr }: Printed): void {
  expect({ stdout: obeyedIn(stdout), stderr: obeyedIn(stderr) }).toEqual({
    stdout: [],
    stderr: [],
  });
  expect(stdout.length + stderr.length).toBeGreaterThan(0);
}

/** Carries out a verb without colours and with them, and holds that neither stream has something to obey. */
async function holds(args: string[]): Promise<Printed> {
  const coloured = await witness(args, { FORCE_COLOR: "1", NO_COLOR: undefined });
  expectNothingToObey(coloured);
  const plain = await witness(args);
  expectNothingToObey(plain);
  expect(plain.stdout).not.toContain("\u001b");
  return plain;
}

/** What a person reads in a record; the schema of a record refuses a hostile target name. */
const READ_BY_PEOPLE = new Set(["reason", "about", "text", "detail", "platform", "version"]);
function tampered(value: unknown, at: number, key = ""): unknown {
  const text = HOSTILE_TEXTS[at % HOSTILE_TEXTS.length] ?? "";
  if (typeof value === "string") return READ_BY_PEOPLE.has(key) ? `${value}${text}` : value;
  if (Array.isArray(value)) return value.map((each) => tampered(each, at, key));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, tampered(each, at, name)]),
  );
}

/** A line as format 3 has it, in which a change cannot be noticed. */
function withoutHash(line: object): object {
  const { sha256: _hash, counts: _counts, ...rest } = line as Record<string, unknown>;
  return "format" in rest ? { ...rest, format: 3 } : rest;
}

/** A run folder in which every reason and text, and the ids of some cases, were changed. */
function tamperWith(run: string): string {
  const copy = join("tampered", "run");
  cpSync(join(folder, run), join(folder, copy), { recursive: true });
  rmSync(join(folder, copy, "summary.json"));
  const path = join(folder, copy, "run.ndjson");
  const lines = readFileSync(path, "utf8").trimEnd().split("\n");
  const changed = lines.map((line, at) =>
    JSON.stringify(withoutHash(tampered(JSON.parse(line), at) as object)).replaceAll(
      "valid/",
      "valid/##[error]planted\\u001b[2J\\u202e",
    ),
  );
  writeFileSync(path, `${changed.join("\n")}\n`);
  return copy;
}

const onlyRun = (output: string): string => {
  const runs = readdirSync(join(folder, output)).filter((name) =>
    existsSync(join(folder, output, name, "run.ndjson")),
  );
  return join(output, runs[0] ?? "");
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "witness-hostile-"));
  [hostile, honest] = await Promise.all([startHostileText(), startPlanted()]);
  mkdirSync(join(folder, "corpus"));
  HOSTILE_TEXTS.forEach((text, at) => {
    const name = text.replaceAll("/", "_").replaceAll("\u0000", "").slice(0, 60);
    writeFileSync(join(folder, "corpus", `${name}${at}`), text);
  });
  await witness(["run", `app=${hostile.url}`, ...CORPUS, ...SENDING, "--output-dir", "base"]);
});

afterAll(async () => {
  await Promise.all([hostile.close(), honest.close()]);
  rmSync(folder, { recursive: true, force: true });
});

describe("text of servers and of a corpus is escaped on a terminal", () => {
  test("run", async () => {
    const args = ["run", `app=${hostile.url}`, ...CORPUS, ...SENDING, "--output-dir", "run"];
    await holds(args);
    const { stdout } = await holds(["run", hostile.url, ...CORPUS, "--list"]);
    expect(stdout).toContain("corpus/\\u{23}#[error]planted0");
    expect(stdout).toContain("corpus/\\u{202e}planted\\u{2066}");
  });

  test.each([
    ["run --json", () => ["run", hostile.url, ...CORPUS, ...SENDING, "--json"]],
    ["run --list", () => ["run", hostile.url, ...CORPUS, "--list"]],
    ["run --list --json", () => ["run", hostile.url, ...CORPUS, "--list", "--json"]],
    ["run --dry-run", () => ["run", hostile.url, ...CORPUS, "--dry-run"]],
    [
      "run with load",
      () => ["run", hostile.url, "--suite", "valid", "--runs", "0", "--load-duration", "1s"],
    ],
    ["load", () => ["load", hostile.url, "--duration", "1s", "--warmup", "0", "--rounds", "1"]],
    ["explore", () => ["explore", hostile.url, "--runs", "5", "--max-requests", "100"]],
    [
      "explore, two targets",
      () => [
        "explore",
        `a=${hostile.url}`,
        `b=${honest.url}`,
        "--runs",
        "20",
        "--max-requests",
        "300",
      ],
    ],
    [
      "compare",
      () => [
        "compare",
        `a=${hostile.url}`,
        `b=${honest.url}`,
        ...CORPUS,
        ...SENDING,
        "--no-explore",
      ],
    ],
    ["compare, stored", () => ["compare", onlyRun("base"), onlyRun("base")]],
    ["compare --json, stored", () => ["compare", onlyRun("base"), onlyRun("base"), "--json"]],
    ["suites", () => ["suites", "--corpus", "corpus"]],
    ["suites --json", () => ["suites", "--corpus", "corpus", "--json"]],
    ["report", () => ["report", onlyRun("base")]],
    ["report --json", () => ["report", onlyRun("base"), "--json"]],
    ["history", () => ["history", "--output-dir", "base"]],
    ["show", () => ["show", "--output-dir", "base"]],
    [
      "baseline save",
      () => ["baseline", "save", onlyRun("base"), "--file", "base.json", "--force"],
    ],
    ["gate", () => ["gate", onlyRun("base"), "--output-dir", "gate"]],
  ])("%s", async (_, args) => {
    await holds(args());
  });

  test.each([
    ["a target", () => ["run", "##[error]planted"]],
    ["a folder", () => ["report", "\u001b[2J##[error]planted\u202e"]],
    ["a case", () => ["replay", onlyRun("base"), "##[error]planted\u001b"]],
    ["an option", () => ["run", "--\u001b[2J##[error]planted"]],
    ["a verb", () => ["##[error]planted\u001b[2J"]],
  ])("an error names %s that is none", async (_, args) =>
    expectNothingToObey(await witness(args())),
  );

  test.each(["", "--json", "--curl"])("replay %s of every case", async (flag) => {
    const lines = readFileSync(join(folder, onlyRun("base"), "run.ndjson"), "utf8").split("\n");
    const observed = lines.filter((line) => line.startsWith('{"type":"observation"'));
    expect(observed.length).toBeGreaterThan(30);
    for (const [at] of observed.entries())
      if (at % 4 === 0)
        await holds(["replay", onlyRun("base"), String(at), ...(flag === "" ? [] : [flag])]);
  });

  test("annotations of gate are commands of witness alone", async () => {
    writeFileSync(
      join(folder, "policy.json"),
      JSON.stringify({ policy: { behaviour: { "corpus/*": { never: ["2xx", "4xx"] } } } }),
    );
    const args = [
      "gate",
      onlyRun("base"),
      "--config",
      "policy.json",
      "--corpus",
      "corpus",
      "--output-dir",
      "annotated",
    ];
    const { stderr, stdout } = await witness(args, {
      GITHUB_ACTIONS: "true",
      GITHUB_STEP_SUMMARY: "summary.md",
    });
    expect(obeyedIn(stdout)).toEqual([]);
    const commands = stderr.split("\n").filter((line) => line !== "");
    expect(commands.length).toBeGreaterThan(0);
    for (const line of commands) expect(line).toMatch(/^::(?:error|warning) .*title=app%3A/);
    expect(obeyedIn(stderr.replaceAll(/^::/gm, ""))).toEqual([]);
  });
});

describe("a run folder that was tampered with", () => {
  let run: string;
  beforeAll(() => {
    run = tamperWith(onlyRun("base"));
  });

  test.each([
    ["report", () => ["report", run]],
    ["report --json", () => ["report", run, "--json"]],
    ["compare", () => ["compare", run, onlyRun("base")]],
    ["history", () => ["history", "--output-dir", "tampered"]],
    ["history of a target", () => ["history", "--output-dir", "tampered", "--target", "other"]],
    ["show", () => ["show", "--output-dir", "tampered"]],
    ["gate", () => ["gate", run, "--output-dir", "tampered-gate"]],
    ["baseline save", () => ["baseline", "save", run, "--file", "t.json", "--force"]],
    ["baseline update", () => ["baseline", "update", run, "--file", "base.json", "--force"]],
    ["replay", () => ["replay", run, "3"]],
    ["replay --curl", () => ["replay", run, "3", "--curl"]],
    ["replay --json", () => ["replay", run, "3", "--json"]],
  ])("%s", async (_, args) => {
    await holds(args());
  });

  test("its text is shown, escaped", async () => {
    const { stdout, stderr } = await holds(["report", run]);
    expect(stderr).toMatch(/without a checksum/);
    expect(stdout).toMatch(/\\u\{[0-9a-f]+\}.*planted/);
  });
});
