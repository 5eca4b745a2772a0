import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { resultOf } from "../../test/report/gate.ts";
import {
  packageVersion,
  readRoot,
  REPOSITORY,
  runWithFakeNpx,
  shellcheck,
} from "../../test/cli/ci-script.ts";
import { gateOutputs } from "./step-outputs.ts";

/** What GitHub takes in the metadata of a composite action, of the parts that are of use here. */
const Step = z.strictObject({
  name: z.string().optional(),
  id: z.string().optional(),
  shell: z.literal("bash"),
  env: z.record(z.string().regex(/^[A-Z_]+$/), z.string()).optional(),
  run: z.string(),
});
const Action = z.strictObject({
  name: z.string(),
  description: z.string(),
  inputs: z.record(
    z.string().regex(/^[a-zA-Z_][\w-]*$/),
    z.strictObject({
      description: z.string(),
      required: z.boolean().optional(),
      default: z.string().optional(),
    }),
  ),
  outputs: z.record(
    z.string().regex(/^[a-zA-Z_][\w-]*$/),
    z.strictObject({ description: z.string(), value: z.string() }),
  ),
  runs: z.strictObject({ using: z.literal("composite"), steps: z.array(Step).min(1) }),
});

const action = Action.parse(parse(readRoot("action.yml")));
const [step] = action.runs.steps;
if (step === undefined) throw new Error("there is one");

/** The inputs as GitHub hands them on: one that is not given is an empty text. */
const envOf = (inputs: Record<string, string>): Record<string, string> => ({
  GITHUB_ACTION_PATH: REPOSITORY,
  ...Object.fromEntries(
    Object.entries(step.env ?? {}).map(([name, value]) => {
      const [, input = ""] = /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(value) ?? [];
      return [name, inputs[input] ?? ""];
    }),
  ),
});

/** As GitHub starts `shell: bash`. */
const run = (inputs: Record<string, string>, env: Record<string, string> = {}) =>
  runWithFakeNpx(["bash", "--noprofile", "--norc", "-eo", "pipefail"], step.run, {
    ...envOf(inputs),
    ...env,
  });

const start = ["--yes", `--package=api-witness@${packageVersion()}`, "--", "witness", "gate"];

test("every input reaches the step in a variable, and nothing is put into the script", () => {
  expect(action.runs.steps).toHaveLength(1);
  expect(step.run).not.toContain("${{");
  const used = Object.values(step.env ?? {}).map(
    (value) => /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(value)?.[1],
  );
  expect(used.toSorted()).toEqual(Object.keys(action.inputs).toSorted());
  for (const name of Object.keys(step.env ?? {})) {
    expect(step.run).toContain(`$${name}`);
    // Those are options of witness itself.
    expect(name).not.toMatch(/^WITNESS_/);
  }
});

test("every output is one that the gate writes", () => {
  const written = gateOutputs(resultOf([]), { outputDir: "reports", page: "reports/gate.html" });
  const known = [...Object.keys(written), "exit-code"].filter((name) => name !== "comment");
  expect(Object.keys(action.outputs).toSorted()).toEqual(known.toSorted());
  for (const [name, { value }] of Object.entries(action.outputs))
    expect(value).toBe(`\${{ steps.${step.id}.outputs.${name} }}`);
});

describe("the step, run with an npx that records", () => {
  test("without inputs", () => {
    expect(run({})).toMatchObject({ status: 0, stderr: "", args: start });
  });

  test("with all of them", () => {
    const inputs = {
      target: "go=http://localhost:8080\nexpress=http://localhost:3001",
      config: "ci/my config.ts",
      baseline: "baseline.json",
      reporters: "html,junit",
      args: "--inconclusive pass  --seed 7\n",
    };
    expect(run(inputs).args).toEqual([
      ...start,
      "go=http://localhost:8080",
      "express=http://localhost:3001",
      "--inconclusive",
      "pass",
      "--seed",
      "7",
      "--config",
      "ci/my config.ts",
      "--baseline",
      "baseline.json",
      "--reporter",
      "html,junit",
    ]);
  });

  test("inputs are words and never a script or a pattern", () => {
    const hostile = "$(touch${IFS}owned);`touch${IFS}owned`;\"'*\\";
    const inputs = Object.fromEntries(Object.keys(action.inputs).map((name) => [name, hostile]));
    const { args, left, status } = run(inputs);
    expect({ left, status }).toEqual({ left: false, status: 0 });
    expect(args?.slice(start.length)).toEqual([
      hostile,
      hostile,
      "--config",
      hostile,
      "--baseline",
      hostile,
      "--reporter",
      hostile,
      "--reporter",
      "pr-comment",
    ]);
  });

  test.each([0, 1, 2, 4])("ends with %i as the gate does", (code) => {
    expect(run({}, { NPX_EXIT: String(code) }).status).toBe(code);
  });

  test("ends where its own package file is missing", () => {
    expect(run({}, { GITHUB_ACTION_PATH: "/nowhere" })).toMatchObject({
      status: 1,
      args: undefined,
    });
  });
});

const said = shellcheck("bash", step.run);
if (said === undefined) console.log("skipped: shellcheck is not installed: 1 check of action.yml");
test.skipIf(said === undefined)("shellcheck has nothing to say", () => expect(said).toBe(""));
