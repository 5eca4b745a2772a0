import { randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Listening } from "../servers/json-server.ts";
import { startStrict } from "../servers/references.ts";
import { outputLines } from "./step-outputs.ts";
import { callWitness } from "../../test/cli/witness.ts";

/** Reads the file as the runner of GitHub does: `name=value`, or `name<<end` and lines up to `end`. */
function readOutputs(text: string): Record<string, string> {
  const lines = text.split("\n");
  const outputs: Record<string, string> = {};
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    if (line === "") continue;
    const equals = line.indexOf("=");
    const block = line.indexOf("<<");
    if (block === -1 || (equals !== -1 && equals < block))
      outputs[line.slice(0, equals)] = line.slice(equals + 1);
    else {
      const end = lines.indexOf(line.slice(block + 2), at + 1);
      if (end === -1) throw new Error(`${line} has no end`);
      outputs[line.slice(0, block)] = lines.slice(at + 1, end).join("\n");
      at = end;
    }
  }
  return outputs;
}

test("no value sets another output, whatever it contains", () => {
  const part = fc.constantFrom(
    "\n",
    "\r\n",
    "\r",
    "=",
    "<<",
    "x=1",
    "EOF",
    "verdict=pass",
    "witness-",
    "é",
    "::",
  );
  const value = fc.oneof(
    fc.array(part).map((parts) => parts.join("")),
    fc.string(),
  );
  fc.assert(
    fc.property(value, value, (one, two) => {
      const outputs = { verdict: one, report: two, failed: 3 };
      expect(readOutputs(outputLines(outputs))).toEqual({ ...outputs, failed: "3" });
    }),
  );
});

describe("the outputs of a step", () => {
  const FEW = ["--suite", "valid", "--runs", "0", "--repeats", "1", "--no-load", "--quiet"];
  let folder: string;
  let server: Listening;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "witness-outputs-"));
    server = await startStrict();
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });

  async function outputsOf(...args: string[]) {
    const file = join(folder, randomUUID());
    const finished = await callWitness(folder, args, { GITHUB_OUTPUT: file });
    return { finished, outputs: readOutputs(readFileSync(file, "utf8")) };
  }
  const isThere = (path = "") => existsSync(join(folder, path));

  test("of a run, with its counts and paths, also with --json", async () => {
    const { outputs, finished } = await outputsOf("run", server.url, ...FEW, "--json");
    expect(outputs).toMatchObject({ verdict: "held", end: "done", "exit-code": "0" });
    const { stated, requests } = JSON.parse(finished.stdout);
    expect(outputs).toMatchObject({
      valid: String(stated.valid),
      answered: String(stated.answered),
      requests: String(requests.total),
    });
    for (const name of ["run", "report", "summary"]) expect(isThere(outputs[name])).toBe(true);
  });

  test("of a gate", async () => {
    const args = ["gate", server.url, ...FEW, "--reporter", "pr-comment"];
    const { outputs } = await outputsOf(...args);
    expect(outputs).toMatchObject({
      verdict: "pass",
      passed: "1",
      failed: "0",
      inconclusive: "0",
      errors: "0",
      skipped: "0",
      comment: "reports/pr-comment.md",
      "exit-code": "0",
    });
    for (const name of ["run", "report", "gate", "comment"])
      expect(isThere(outputs[name])).toBe(true);
  });

  test("of a comparison, and of a folder whose name has a line feed", async () => {
    const dir = "odd\nverdict=same";
    const { run = "" } = (await outputsOf("run", server.url, ...FEW)).outputs;
    const { outputs } = await outputsOf("compare", run, run, "--output-dir", dir);
    expect(outputs).toMatchObject({ verdict: "same", differ: "0", "exit-code": "0" });
    expect(Number(outputs["compared"])).toBeGreaterThan(0);
    for (const name of ["report", "comparison"]) expect(isThere(outputs[name])).toBe(true);
  });

  test("of several targets, one a line", async () => {
    const targets = [`a=${server.url}`, `b=${server.url}`];
    const { outputs } = await outputsOf(
      "explore",
      ...targets,
      "--runs",
      "1",
      "--max-requests",
      "40",
    );
    expect(outputs["verdict"]?.split("\n")).toHaveLength(2);
    for (const path of outputs["run"]?.split("\n") ?? []) expect(isThere(path)).toBe(true);
  });

  test("where no verdict could be reached", async () => {
    expect((await outputsOf("gate", ":1", "--quiet")).outputs).toMatchObject({
      verdict: "not-judged",
      end: "unreachable",
      "exit-code": "3",
    });
    expect((await outputsOf("run", ":1", "--no-such")).outputs).toEqual({ "exit-code": "2" });
  });

  test("are not written without the variable, and a file that cannot be written fails nothing", async () => {
    const args = ["run", server.url, ...FEW];
    expect((await callWitness(folder, args, { GITHUB_OUTPUT: "" })).code).toBe(0);
    const { code, stderr } = await callWitness(folder, args, { GITHUB_OUTPUT: folder });
    expect(stderr).toContain("GITHUB_OUTPUT was not written");
    expect(code).toBe(0);
  });
});
