import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { packageVersion, readRoot, runWithFakeNpx, shellcheck } from "../../test/cli/ci-script.ts";

/** What GitLab takes in a job, of the parts that are of use here. */
const Job = z.strictObject({
  image: z.string(),
  variables: z.record(z.string().regex(/^[A-Z_]+$/), z.string()),
  script: z.array(z.string()).min(1),
  artifacts: z.strictObject({
    when: z.enum(["always", "on_success", "on_failure"]),
    paths: z.array(z.string()),
    reports: z.strictObject({ junit: z.string() }),
  }),
});

const template = z
  .strictObject({ "witness-gate": Job })
  .parse(parse(readRoot("templates/gitlab-ci.yml")));
const job = template["witness-gate"];
const script = job.script.join("\n");

const run = (env: Record<string, string>) =>
  runWithFakeNpx(["sh", "-e"], script, { ...job.variables, ...env });

const start = ["--yes", `--package=api-witness@${packageVersion()}`, "--", "witness", "gate"];
const end = ["--reporter", "html,junit", "--output-dir", "witness-gate"];

test("what is written is what is kept, whatever the gate says", () => {
  expect(job.artifacts).toEqual({
    when: "always",
    paths: ["witness-gate/"],
    reports: { junit: "witness-gate/*.xml" },
  });
});

describe("the script, run with an npx that records", () => {
  test("asks for this version, without and with variables", () => {
    expect(run({})).toMatchObject({ status: 0, stderr: "", args: [...start, ...end] });
    const env = { GATE_TARGET: "go=http://app:8080", GATE_ARGS: "--baseline b.json  --seed 7" };
    const words = ["go=http://app:8080", "--baseline", "b.json", "--seed", "7"];
    expect(run(env).args).toEqual([...start, ...words, ...end]);
  });

  test("variables are words and never a script or a pattern", () => {
    const hostile = "$(touch${IFS}owned);`touch${IFS}owned`;\"'*";
    const { args, left } = run({ GATE_TARGET: hostile, GATE_ARGS: "*" });
    expect({ args, left }).toEqual({ args: [...start, hostile, "*", ...end], left: false });
  });

  test.each([0, 1, 2, 4])("ends with %i as the gate does", (code) => {
    expect(run({ NPX_EXIT: String(code) }).status).toBe(code);
  });
});

const said = shellcheck("sh", script);
if (said === undefined)
  console.log("skipped: shellcheck is not installed: 1 check of templates/gitlab-ci.yml");
test.skipIf(said === undefined)("shellcheck has nothing to say", () => expect(said).toBe(""));
