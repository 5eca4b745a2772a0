import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { GateResult } from "../model/index.ts";
import { listening, type Listening } from "../servers/json-server.ts";
import { callWitness } from "../../test/cli/witness.ts";

/** A server of which each request that has this number of others between gets 500; 0 for none. */
let every = 0;
let server: Listening;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "witness-errors-"));
  let turn = 0;
  server = await listening(
    createServer((request, response) => {
      turn += 1;
      const isError = every > 0 && turn % every === 0;
      let text = "";
      request.setEncoding("latin1").on("data", (chunk: string) => (text += chunk));
      request.on("end", () => {
        response.writeHead(isError ? 500 : text.includes('"date":"') ? 201 : 400);
        response.end();
      });
    }),
  );
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const PART = ["--suite", "valid,id-bounds,date-precision", "--runs", "0", "--no-load"];
const target = (): string => `app=${server.url}`;
const witness = (...args: string[]) => callWitness(folder, args);

/** Makes a baseline of one run with this share of errors. */
async function learn(share: number): Promise<void> {
  every = share;
  const output = `learned-${share}`;
  await witness("run", target(), ...PART, "--output-dir", output);
  const [run = ""] = readdirSync(join(folder, output));
  const saved = await witness("baseline", "save", join(output, run), "--force");
  const AT_RANDOM = /^note {2}[\d,]+ of [\d,]+ requests got 500 at random/m;
  expect(saved.code).toBe(0);
  expect(AT_RANDOM.test(saved.stdout + saved.stderr)).toBe(share > 0);
}

async function gate(share: number) {
  every = share;
  const args = ["--baseline", "witness.baseline.json", "--output-dir", "gate"];
  const { code, stdout } = await witness("gate", target(), ...PART, ...args);
  const text = readFileSync(join(folder, "gate", "gate.json"), "utf8");
  const { judgements, notes } = JSON.parse(text) as GateResult;
  const errors = judgements.find(({ rule }) => rule === "baseline.errors");
  return { code, errors, notes, first: stdout.split("\n").slice(0, 3).join("\n") };
}

test("more errors at random than in the baseline fail, as many do not", async () => {
  await learn(0);
  const none = await gate(0);
  expect([none.code, none.errors]).toEqual([0, undefined]);
  expect(none.notes.join()).not.toContain("at random");
  const some = await gate(8);
  expect([some.code, some.errors?.verdict]).toEqual([1, "fail"]);
  expect(some.errors?.found).toMatch(
    /^500 for [\d,]+ of [\d,]+ sendings \(1\d%\) at random, at most 0 of/,
  );
  expect(some.first).toMatch(/\b500\b/);
  await learn(8);
  const same = await gate(8);
  // A baseline of one run has cases that got 500 both times by chance: only the rule itself is certain.
  expect(same.errors?.verdict).toBe("pass");
  expect(same.notes).toContainEqual(
    expect.stringMatching(/^app: [\d,]+ of [\d,]+ requests got 500 at random; each got another/),
  );
});
