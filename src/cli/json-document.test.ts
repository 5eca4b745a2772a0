import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startAgent } from "../../test/fleet/agents.ts";
import { startBroker, withBroker } from "../../test/fleet/broker.ts";
import { ErrorDocument } from "../model/gate.ts";
import type { Listening } from "../servers/json-server.ts";
import { startStrict } from "../servers/references.ts";
import { killStarted, startWitness } from "../../test/cli/started-witness.ts";
import { verbCommands } from "./verbs.ts";
import { callWitness, spawnWitness } from "../../test/cli/witness.ts";

let folder: string;
let server: Listening;
/** A finished run, and one that was interrupted. */
let stored: string;

const FEW = ["--suite", "valid", "--runs", "0", "--repeats", "1", "--no-load"];
const BRIEF = ["--duration", "1s", "--warmup", "10ms", "--rounds", "1"];
const SHORT_TIME = ["--max-requests", "60", "--max-time", "2s"];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "witness-json-"));
  server = await startStrict();
  // Output of a user's module does not belong to the document.
  writeFileSync(
    join(folder, "witness.config.mjs"),
    `console.log("of the configuration");\nexport default { policy: {} };\n`,
  );
  writeFileSync(join(folder, "targets"), `one=${server.url}\n`);
  await callWitness(folder, ["run", server.url, ...FEW, "--output-dir", "stored"]);
  stored = `stored/${readdirSync(join(folder, "stored"))[0]}`;
  for (const words of [
    ["init", "--quiet"],
    ["add", "targets"],
    ["commit", "-qm", "a"],
  ])
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...words], { cwd: folder });
});

afterAll(async () => {
  killStarted();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A document, alone on stdout. */
function documentOf(stdout: string): unknown {
  expect(stdout.endsWith("\n")).toBe(true);
  return JSON.parse(stdout);
}

type Calls = { ends: number; args: () => string[] }[];
const ok = (...words: string[]) => ({ ends: 0, args: () => words });
const toServer = (verb: string, ...more: string[]) => ({
  ends: 0,
  args: () => [verb, server.url, ...more],
});
const ofStored = (verb: string, ...more: string[]) => ({
  ends: 0,
  args: () => [...verb.split(" "), stored, ...more],
});

/** Calls of every verb that succeed, with their exit codes. `agent` and `fleet` need a broker, below. */
const CALLS: Record<string, Calls> = {
  run: [
    toServer("run", ...FEW),
    toServer("run", ...FEW, "--gate"),
    toServer("run", ...FEW, "--list"),
    toServer("run", ...FEW, "--dry-run"),
  ],
  load: [toServer("load", ...BRIEF, "--save-hgrm", "out.hgrm")],
  explore: [
    toServer("explore", "--axis", "id-upwards", ...SHORT_TIME),
    {
      ends: 0,
      args: () => ["explore", `a=${server.url}`, `b=${server.url}`, "--runs", "1", ...SHORT_TIME],
    },
  ],
  infer: [toServer("infer", "--suite", "valid", "--max-time", "1s")],
  compare: [
    { ends: 0, args: () => ["compare", stored, stored] },
    {
      ends: 0,
      args: () => ["compare", `a=${server.url}`, `b=${server.url}`, ...FEW, "--no-explore"],
    },
  ],
  gate: [
    toServer("gate", ...FEW),
    ofStored("gate"),
    ok("gate", "--changed-since", "HEAD", "--paths", "targets"),
  ],
  "baseline learn": [
    {
      ends: 0,
      args: () =>
        `baseline learn ${server.url} --suite valid --grep plain --no-load --runs 2 --file learned.json`.split(
          " ",
        ),
    },
  ],
  "baseline save": [ofStored("baseline save")],
  "baseline update": [ofStored("baseline update")],
  resume: [],
  replay: [
    ofStored("replay", "valid/plain"),
    ofStored("replay", "valid/plain", "--curl"),
    ofStored("replay", "valid/plain", "--raw"),
  ],
  report: [ofStored("report")],
  history: [ok("history", "--output-dir", "stored")],
  diff: [{ ends: 0, args: () => ["diff", stored, stored] }],
  survey: [ok("survey", "targets", ...FEW)],
  agent: [],
  fleet: [],
  suggest: [ofStored("suggest")],
  clean: [ok("clean", "--output-dir", "nothing", "--compress")],
  show: [ok("show", "--output-dir", "stored")],
  suites: [ok("suites")],
  init: [ok("init", "--force")],
  "print-config": [ok("print-config"), ok("print-config", "load")],
  demo: [],
  doctor: [],
  complete: [ok("complete", "bash")],
};

/** Verbs that work for a long time, and those that need a run to continue: tried with a signal, below. */
const WITH_SIGNAL = ["demo", "doctor", "resume"];
const WITH_BROKER = ["agent", "fleet"];

const leaves = verbCommands().flatMap((command) =>
  command.commands.length === 0
    ? [command.name()]
    : command.commands.map((each) => `${command.name()} ${each.name()}`),
);

test("every verb is tried", () => {
  expect(Object.keys(CALLS).toSorted()).toEqual(leaves.toSorted());
  const untried = Object.keys(CALLS).filter((verb) => CALLS[verb]?.length === 0);
  expect(untried.toSorted()).toEqual([...WITH_SIGNAL, ...WITH_BROKER].toSorted());
});

describe("with --json, stdout is one document", () => {
  for (const [verb, calls] of Object.entries(CALLS))
    for (const { ends, args } of calls)
      test(`of ${verb}`, async () => {
        const { code, stdout, stderr } = await callWitness(folder, [...args(), "--json"]);
        expect({ code, stderr }).toMatchObject({ code: ends });
        expect(documentOf(stdout)).toBeTypeOf("object");
      });

  test.each(leaves)("of %s with a wrong option", async (verb) => {
    const args = [...verb.split(" "), "--json", "--no-such-option"];
    const { code, stdout, stderr } = await callWitness(folder, args);
    expect(ErrorDocument.parse(documentOf(stdout))).toMatchObject({
      error: { code: "command-line", message: "unknown option '--no-such-option'" },
      exitCode: 2,
    });
    expect(stderr).toContain("unknown option");
    expect(code).toBe(2);
  });

  test.each([
    ["run", 3],
    ["load", 3],
    ["explore", 3],
    ["infer", 3],
    ["gate", 3],
  ])("of %s against a closed port", async (verb, ends) => {
    const { code, stdout } = await callWitness(folder, [verb, ":1", "--json", "--quiet"]);
    expect(documentOf(stdout)).toMatchObject({ $schema: expect.stringContaining("urn:") });
    expect(code).toBe(ends);
  });

  test.each([
    [["compare", ":1", ":2"], 3],
    [["survey", "nowhere"], 2],
    [["compare", "one"], 2],
    [["resume", "nowhere"], 2],
    [["report", "nowhere"], 2],
    [["replay", "nowhere", "1"], 2],
    [["diff", "nowhere", "nowhere"], 2],
    [["suggest", "nowhere"], 2],
    [["show", "nowhere"], 2],
    [["baseline", "save", "nowhere", "--force"], 2],
    [["history", "--output-dir", "nowhere"], 2],
    [["agent"], 2],
    [["fleet"], 2],
    [["run", "localhost"], 2],
    [["run", ":1", "--timeout", "1"], 2],
    [["complete", "no-shell"], 2],
    [["rnu", ":1"], 2],
    [[], 2],
  ])("of an error: %j", async (args, ends) => {
    const { code, stdout } = await callWitness(folder, [...args, "--json"]);
    expect(documentOf(stdout)).toBeTypeOf("object");
    expect(code).toBe(ends);
  });

  test("and what the user's modules print goes to stderr, in a process of its own", async () => {
    const args = ["run", server.url, ...FEW, "--json", "--output-dir", "own"];
    args.push("--config", "witness.config.mjs");
    const { stdout, stderr } = await spawnWitness(folder, args);
    expect(documentOf(stdout)).toMatchObject({ accepts: "held" });
    expect(stderr).toContain("of the configuration");
    const plain = await spawnWitness(
      folder,
      args.filter((word) => word !== "--json"),
    );
    expect(plain.stdout).toContain("of the configuration");
  });

  test("and an uncaught error is one, in a process of its own", async () => {
    writeFileSync(
      join(folder, "failing.mjs"),
      `setTimeout(() => { throw new Error("of the user"); });\nawait new Promise(() => {});\n`,
    );
    const { code, stdout } = await spawnWitness(folder, [
      "suites",
      "--json",
      "--config",
      "failing.mjs",
    ]);
    expect(ErrorDocument.parse(documentOf(stdout)).exitCode).toBe(code);
  });

  test("and help is still help", async () => {
    const { stdout } = await callWitness(folder, ["run", "--json", "--help"]);
    expect(stdout).toContain("Usage: witness run");
  });
});

describe("with --json, stdout is one document after Ctrl-C", () => {
  test.each([["doctor", "--counts-only"], ["demo"]])("of %s", async (...words) => {
    const witness = startWitness(folder, ...words, "--json");
    await witness.says(words[0] === "demo" ? "checking that" : "takes about");
    witness.send("SIGINT");
    const { stdout, code } = await witness.ended;
    expect(documentOf(stdout)).toBeTypeOf("object");
    expect(code).toBe(130);
  });

  test.each(["run", "gate"])("of %s, and of its resumption", async (verb) => {
    const words = [verb, server.url, "--runs", "2000", "--repeats", "20", "--no-load", "--json"];
    const witness = startWitness(folder, ...words, "--output-dir", `cut-${verb}`);
    await witness.says("checking that");
    witness.send("SIGINT");
    const { stdout, code } = await witness.ended;
    expect(documentOf(stdout)).toBeTypeOf("object");
    expect(code).toBe(130);
    if (verb === "gate") return;
    const [name = ""] = readdirSync(join(folder, `cut-${verb}`));
    const resumed = startWitness(folder, "resume", `cut-${verb}/${name}`, "--json");
    await resumed.says("resuming");
    resumed.send("SIGINT");
    expect(documentOf((await resumed.ended).stdout)).toBeTypeOf("object");
  });
});

withBroker("with --json, stdout is one document of a fleet", () => {
  test("of agent and fleet", async () => {
    const broker = await startBroker();
    const other = await startAgent(broker.url, "other");
    try {
      const { stdout } = await callWitness(folder, ["fleet", "--fleet", broker.url, "--json"]);
      expect(documentOf(stdout)).toMatchObject([{ name: "other" }]);
      const words = ["agent", "--fleet", broker.url, "--name", "one", "--json"];
      const agent = startWitness(folder, ...words);
      await agent.says("one");
      agent.send("SIGINT");
      expect(documentOf((await agent.ended).stdout)).toMatchObject({ name: "one" });
    } finally {
      await other.stop();
      await broker.stop();
    }
  });
});

test("the schema of the document of an error is in the package", () => {
  const schema = new URL("../../dist/schemas/error.json", import.meta.url);
  expect(JSON.parse(readFileSync(schema, "utf8"))).toMatchObject({
    $id: "urn:api-witness:error:1",
    required: ["$schema", "schemaVersion", "tool", "error", "exitCode"],
  });
});
