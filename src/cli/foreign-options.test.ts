import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FOREIGN_OPTIONS } from "./program.ts";
import { verbCommands } from "./verbs.ts";
import { callWitness, spawnWitness } from "../../test/cli/witness.ts";

const words = (line: string): string[] => line.split(" ");

test.each([
  ["run :1 --duration 5s", "use --load-duration"],
  ["run :1 --duration 5s", "--duration is an option of witness load, witness compare"],
  ["run :1 --connections 5", "use --concurrency"],
  ["run :1 --threads 2", "use --concurrency"],
  ["run :1 --vus 2", "use --concurrency"],
  ["run :1 -H X-Key:1", "use --header"],
  ["run :1 -d 5s", "use --load-duration or --interface or --openapi"],
  ["run :1 -k", "use --insecure"],
  ["run --url :1", "use the argument: witness run <target>"],
  ["explore --url :1", "use the argument: witness explore <target>"],
  ["replay a b --url :1", "use --base-url"],
  ["load :1 -c 10", "use --connections"],
  ["load :1 -t 4", "use --processes or --timeout"],
  ["load :1 -d5s", "use --duration"],
  ["load :1 --concurrency 5", "use --connections"],
  ["load :1 --rps 5", "use --rate"],
  ["run :1 --sweep", "--sweep is an option of witness load"],
  ["run :1 --limit 3", "use --read-limit"],
  ["run :1 --sede 3", "did you mean --seed?"],
  [":3000", "to send to it: witness run :3000"],
  ["example.com/base", "to send to it: witness run example.com/base"],
  ["rnu :1", "did you mean run?"],
])("witness %s: %s", async (line, suggestion) => {
  const { code, stdout, stderr } = await callWitness(".", words(line));
  expect(stderr).toContain(`\n  ${suggestion}`);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
});

test("what is suggested exists, and nothing is suggested for an option of every verb", () => {
  const own = verbCommands().flatMap(({ options }) => options.map(({ long }) => long));
  const suggested = new Set(Object.values(FOREIGN_OPTIONS).flat());
  suggested.delete("<target>");
  suggested.delete("--debug");
  expect([...suggested].filter((flag) => !own.includes(flag))).toEqual([]);
  const useless = Object.keys(FOREIGN_OPTIONS).filter((flag) =>
    verbCommands().every(({ options }) =>
      options.some(({ long, short }) => [long, short].includes(flag)),
    ),
  );
  expect(useless).toEqual([]);
});

test.each([
  [["run", ":1", "-HAuthorization: Bearer s3cr3t"]],
  [["run", ":1", "-uname:s3cr3t"]],
  [["run", ":1", "--heder=X: s3cr3t"]],
  [["http://name:s3cr3t@host:1"]],
  [["run", "name:s3cr3t@host:1"]],
  [["load", "x=http:/name:s3cr3t@host:1"]],
])("a mistyped credential is not printed: %j", async (args) => {
  const { code, stderr } = await callWitness(".", args);
  expect(code).toBe(2);
  expect(stderr).not.toContain("s3cr3t");
});

test.each(["-v", "-V", "--version"])("witness %s prints the version", async (flag) => {
  const { code, stdout } = await spawnWitness(".", [flag]);
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect(code).toBe(0);
});

test("a mistyped name of a target of the configuration is not taken for a server", async () => {
  const folder = mkdtempSync(join(tmpdir(), "witness-mistyped-"));
  try {
    writeFileSync(
      join(folder, "witness.config.json"),
      JSON.stringify({ targets: { orders: "127.0.0.1:1" } }),
    );
    for (const verb of ["run", "gate", "explore"]) {
      const { code, stderr } = await callWitness(folder, [verb, "ordres"]);
      expect(stderr).toContain('no target is named "ordres"');
      expect(stderr).toContain('did you mean "orders" of witness.config.json?');
      expect(code).toBe(2);
    }
    const { stderr } = await callWitness(folder, ["run", "orders"]);
    expect(stderr).toContain("cannot reach 127.0.0.1 port 1");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
