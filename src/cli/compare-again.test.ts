import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Summary, type Comparison, type RunRecord } from "../model/index.ts";
import { type Listening, listening } from "../servers/json-server.ts";
import { sum } from "../stats/index.ts";
import { callWitness } from "../../test/cli/witness.ts";

let folder: string;
const servers: Listening[] = [];

/**
 * Responds with 201. Every fifth length of a body gets 500 instead in half of the responses, by a generator with this
 * seed; a `strict` server refuses every other fifth length.
 */
async function start(seed: number, isStrict: boolean): Promise<string> {
  let state = seed;
  const server = createServer((request, response) => {
    let length = 0;
    request.on("data", (chunk: Buffer) => (length += chunk.length));
    request.on("end", () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      const isRandom = length % 5 === 0 && state >= 2 ** 31;
      response.writeHead(isRandom ? 500 : isStrict && length % 5 === 1 ? 422 : 201).end("{}");
    });
  });
  const started = await listening(server);
  servers.push(started);
  return started.url;
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "witness-compare-again-"));
});

afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
  rmSync(folder, { recursive: true, force: true });
});

test("differences are sent again: what varies is none, and what differs is told", async () => {
  const targets = [
    `one=${await start(1, false)}`,
    `two=${await start(2, false)}`,
    `strict=${await start(3, true)}`,
  ];
  const args = ["--suite", "valid,id-bounds", "--runs", "40", "--repeats", "1"];
  const compare = ["compare", ...targets, ...args, "--no-load", "--no-explore", "--seed", "7"];
  const { stdout } = await callWitness(folder, [...compare, "--output-dir", "out", "--json"]);
  const { behaviour } = JSON.parse(stdout) as Comparison;
  const [name = ""] = readdirSync(join(folder, "out"));
  const read = (file: string): string =>
    readFileSync(join(folder, "out", name, "strict", file), "utf8");
  const records = read("run.ndjson")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as RunRecord);
  const observed = records.filter((record) => record.type === "observation");
  const refused = observed.filter(({ answers: [result] }) => result?.status === 422);
  const cases = new Set(refused.map((each) => each.case));
  expect(cases.size).toBeGreaterThan(20);
  // Two equal servers that respond at random differ in no case, and the third one in all that it refuses.
  expect(behaviour.depths.exact.agreement[0]?.[1]).toBe(behaviour.compared);
  expect(behaviour.groups.map(({ signatures }) => signatures)).toEqual([["201", "201", "422"]]);
  expect(new Set(behaviour.groups.flatMap((group) => group.cases))).toEqual(cases);
  expect(behaviour.unstable.length).toBeGreaterThan(20);
  for (const { signatures } of behaviour.unstable)
    expect(new Set(signatures.flat())).toEqual(new Set(["201", "500"]));
  // What was an error at random got another response when it was sent again, and seldom varies at all.
  for (const text of behaviour.left)
    expect(text).toMatch(/^\d+ of \d+ cases? that differed at first var/);
  const { requests } = Summary.parse(JSON.parse(read("summary.json")));
  const controls = records.filter((record) => record.type === "controls");
  const [asked, dropped] = [
    sum(controls.map((each) => each.asked)),
    sum(controls.map((each) => each.dropped)),
  ];
  // An error that may be chance is sent again at once.
  const atOnce = observed.reduce((count, { lost = [] }) => count + lost.length, 0);
  const alone = observed.filter(({ again }) => again === "alone").length;
  expect(requests?.confirmation).toBe(alone + dropped);
  const sent = observed.length + atOnce;
  expect(requests?.total).toBe(sent + asked + dropped);
  // Read again, the records say the same.
  const runs = ["one", "two", "strict"].map((each) => join("out", name, each));
  const again = await callWitness(folder, ["compare", ...runs, "--output-dir", "read", "--json"]);
  expect(again.stderr).not.toContain("damaged");
  const stored = (JSON.parse(again.stdout) as Comparison).behaviour;
  expect({ ...stored, notCompared: [] }).toEqual({ ...behaviour, notCompared: [] });
}, 60_000);
