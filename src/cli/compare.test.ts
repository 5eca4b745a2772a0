import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Comparison } from "../model/index.ts";
import { startLenient } from "../servers/references.ts";
import type { Listening } from "../servers/json-server.ts";
import { startRuled } from "../../test/servers/planted-rules/lax-server.ts";
import { freePort } from "../../test/servers/free-port.ts";
import { callWitness, killSpawned, spawnWitness } from "../../test/cli/witness.ts";
import { suiteNamed } from "../../test/suites/suite-named.ts";

const valid = suiteNamed("valid");
const idBounds = suiteNamed("id-bounds");

const SCHEMA = fileURLToPath(new URL("../../dist/schemas/comparison.json", import.meta.url));
const FEW = ["--suite", "valid,id-bounds", "--runs", "20", "--quiet"];
const IN_FEW = valid.cases.length + idBounds.cases.length + 2 * 20;
const BEHAVIOUR = [...FEW, "--no-load", "--no-explore"];

let folder: string;
let whole: Listening;
let fractional: Listening;
let lenient: Listening;

const witness = (...args: string[]) => callWitness(folder, args);
const spawned = (...args: string[]) => spawnWitness(folder, args);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "witness-compare-"));
  whole = await startRuled({ idFraction: "refuse" });
  fractional = await startRuled({});
  lenient = await startLenient();
});

afterAll(async () => {
  killSpawned();
  await Promise.all([whole, fractional, lenient].map((server) => server.close()));
  rmSync(folder, { recursive: true, force: true });
});

const compared = async (args: string[]): Promise<Comparison> => {
  const { stdout, stderr } = await witness("compare", ...args, "--json");
  if (stdout === "") throw new Error(stderr);
  return JSON.parse(stdout);
};

describe("witness compare", () => {
  test("two servers that differ in one rule differ in just that, in every report", async () => {
    const targets = [`whole=${whole.url}`, `any=${fractional.url}`];
    const args = [...targets, ...BEHAVIOUR, "--output-dir", "a"];
    const { code, stdout } = await spawned("compare", ...args);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^([\d,]+) of [\d,]+ cases differ by class · \1 in whether 2xx comes back · \1 by exact code$/m,
    );
    const [name = ""] = readdirSync(join(folder, "a"));
    const inside = readdirSync(join(folder, "a", name)).toSorted();
    expect(inside).toEqual([
      ".witness-files",
      "any",
      "comparison.json",
      "comparison.md",
      "report.html",
      "whole",
    ]);
    const text = readFileSync(join(folder, "a", name, "comparison.json"), "utf8");
    const comparison = JSON.parse(text) as Comparison;
    const { migration = [], conclusions = [], behaviour } = comparison;
    expect(
      new Set(migration.map(({ risk, before, after }) => [risk, before, after].join())),
    ).toEqual(new Set(["accepts,4xx,2xx"]));
    const changed = migration.reduce((sum, { cases }) => sum + cases, 0);
    expect(changed).toBe(behaviour.depths.class.differ);
    const sentences = [
      "No valid request that whole accepts fails at any.",
      `${changed} requests that whole does not accept are accepted.`,
    ];
    expect(conclusions.map((each) => each.text)).toEqual(sentences);
    for (const sentence of sentences) expect(stdout).toContain(sentence);
    const schema = JSON.parse(readFileSync(SCHEMA, "utf8"));
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
    expect(validate(comparison), JSON.stringify(validate.errors)).toBe(true);
    const { groups, agree, differ, unstable } = comparison.behaviour;
    expect(unstable).toEqual([]);
    expect(agree).toBeGreaterThan(differ);
    // Whole ids are the one rule: everything on which they differ is 422 there and 201 here.
    expect(groups.map(({ signatures }) => signatures)).toEqual([["422", "201"]]);
    for (const id of groups[0]?.cases ?? []) expect(id).toMatch(/^id-bounds\//);

    // The page prints commands that work where the comparison was made.
    const html = readFileSync(join(folder, "a", name, "report.html"), "utf8");
    const printed = [...html.matchAll(/witness replay (\S+) (id-bounds\/[^\s<]+)/g)];
    const run = join("a", name, "whole");
    const [, path = "", id = ""] = printed.find(([, each]) => each === run) ?? [];
    const replay = await witness("replay", path, id);
    expect(replay.stdout).toMatch(/the same: 422/);
  });

  test("the same bytes go to every target", async () => {
    const targets = [`one=${whole.url}`, `two=${lenient.url}`];
    await witness("compare", ...targets, ...BEHAVIOUR, "--output-dir", "bytes");
    const [name = ""] = readdirSync(join(folder, "bytes"));
    const sent = ["one", "two"].map((target) => {
      const file = join(folder, "bytes", name, target, "run.ndjson");
      const records = readFileSync(file, "utf8")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line));
      const [header] = records;
      const observed = records.filter(
        (record) => record.type === "observation" && record.fresh >= 20_000,
      );
      return { firstId: header.firstId, observed };
    });
    // The chosen cases of both suites, and 20 of the property of each.
    const [one = [], two] = sent.map(({ observed }) => observed);
    expect(new Set(one.map((record) => record.case)).size).toBe(IN_FEW);
    expect(sent[1]?.firstId).toBe(sent[0]?.firstId);
    // On a busy machine, a request without a response is sent again, with new values.
    const again = new Set(
      [...one, ...(two ?? [])].filter(({ lost }) => lost).map((record) => record.case),
    );
    expect(again.size).toBeLessThan(IN_FEW / 10);
    const linesOf = (observed: typeof one = []): string[] =>
      observed
        .filter((record) => !again.has(record.case))
        .map((record) => `${record.case} ${record.attempt} ${record.fresh}`)
        .toSorted();
    expect(linesOf(two)).toEqual(linesOf(one));
  });

  test("stored runs, then and now, agree with themselves", async () => {
    for (const output of ["then", "now"])
      await witness("run", whole.url, ...FEW, "--seed", "5", "--no-load", "--output-dir", output);
    const runs = ["then", "now"].map((name) =>
      join(name, readdirSync(join(folder, name))[0] ?? ""),
    );
    const { targets, behaviour, speed } = await compared([...runs, "--output-dir", "stored"]);
    expect(new Set(targets.map(({ name }) => name)).size).toBe(2);
    expect(behaviour.differ).toBe(0);
    expect(behaviour.compared).toBe(IN_FEW);
    expect(speed).toBeUndefined();
  });

  test("a stored run that never reached its target ends the comparison with exit code 3", async () => {
    const few = [...FEW, "--suite", "valid", "--no-load", "--output-dir", "lost"];
    const gone = `gone=http://127.0.0.1:${await freePort()}`;
    expect((await witness("run", gone, ...few, "--wait-for", "1s")).code).toBe(3);
    expect((await witness("run", `there=${whole.url}`, ...few)).code).toBe(0);
    const runs = readdirSync(join(folder, "lost")).map((name) => join("lost", name));
    expect(runs).toHaveLength(2);
    const { code } = await witness("compare", ...runs, "--output-dir", "lost-compared");
    expect(code).toBe(3);
  });

  test("paired rounds give a ratio with its interval for each pair", async () => {
    const targets = [`one=${whole.url}`, `two=${fractional.url}`];
    const load = ["--rounds", "6", "--duration", "100ms", "--warmup", "50ms"];
    const args = [...FEW, "--suite", "valid", "--no-explore", ...load, "--output-dir", "b"];
    const lengthsOf = ({ speed }: Comparison): number[] =>
      speed?.targets.map((each) => each.eachPerSecond.length) ?? [];
    let comparison = await compared([...targets, ...args]);
    // Where this machine was too busy to measure every round, it tries again.
    for (let turn = 1; turn < 4 && lengthsOf(comparison).join() !== "6,6"; turn += 1)
      comparison = await compared([...targets, ...args]);
    const { speed } = comparison;
    const lengths = lengthsOf(comparison);
    expect(lengths).toHaveLength(2);
    // Rounds that a busy machine has spoilt are left out.
    for (const rounds of lengths) expect(rounds).toBeLessThanOrEqual(6);
    expect(speed?.pairs.map((each) => [each.a, each.b])).toEqual([[0, 1]]);
    const [{ notComparable = [], throughput } = {}] = speed?.pairs ?? [];
    // The machine decides which of the two: a ratio, or the reason why there is none.
    expect(throughput === undefined).toBe(notComparable.length > 0);
    if (throughput === undefined) return;
    const { ratio, low, high = Infinity, rounds, text } = throughput;
    expect(low).toBeLessThanOrEqual(ratio);
    expect(high).toBeGreaterThanOrEqual(ratio);
    // Rounds that a busy machine has spoilt are left out, and said.
    expect(rounds === 6 || /left out/.test(text)).toBe(true);
  });

  test("targets come from a file", async () => {
    const targets = { whole: whole.url, any: fractional.url };
    writeFileSync(join(folder, "targets.json"), JSON.stringify(targets));
    const args = [
      "--targets",
      "targets.json",
      "--suite",
      "valid",
      "--runs",
      "0",
      "--output-dir",
      "c",
    ];
    const comparison = await compared([...args, "--no-load", "--no-explore", "--quiet"]);
    expect(comparison.targets.map(({ name }) => name)).toEqual(["whole", "any"]);
  });

  test.each([
    ["one target", () => [whole.url], /at least two targets/],
    [
      "the same name twice",
      () => [`a=${whole.url}`, `a=${lenient.url}`],
      /two targets are named a/,
    ],
    ["a run and a server", () => [folder, whole.url], /cannot be mixed/],
    ["a file that is not there", () => ["--targets", "nowhere.json"], /no targets file/],
  ])("%s", async (_name, args, message) => {
    const { code, stderr } = await witness("compare", ...args());
    expect(stderr).toMatch(message);
    expect(code).toBe(2);
  });

  test("nobody there", async () => {
    const targets = [`a=${whole.url}`, "b=http://127.0.0.1:1"];
    const { code, stderr } = await witness(
      "compare",
      ...targets,
      ...BEHAVIOUR,
      "--output-dir",
      "d",
    );
    expect(stderr).toMatch(/cannot reach 127\.0\.0\.1 port 1/);
    expect(code).toBe(3);
    expect(existsSync(join(folder, "d"))).toBe(false);
  });
});
