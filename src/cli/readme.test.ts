import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { callWitness } from "./witness.fixture.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const README = readFileSync(join(ROOT, "README.md"), "utf8");
const witness = async (...args: string[]): Promise<string> => {
  const { code, stdout, stderr } = await callWitness(ROOT, args);
  if (code !== 0) throw new Error(stderr);
  return stdout;
};

describe("the README", () => {
  test("names only verbs and options that exist", async () => {
    // What a shell completes is every verb with every option.
    const help = await witness("complete", "bash");
    const verbs = [...(await witness("--help")).matchAll(/^ {2}(\w[\w-]*)(?= )/gm)].map(
      ([, verb]) => verb,
    );
    expect(verbs).toContain("run");
    // Other programs have options of their own.
    const own = README.replaceAll(/```yaml[^]*?```/g, "").replaceAll(
      /^.*(docker|vitest run).*$/gm,
      "",
    );
    const named = new Set(own.match(/(?<=[\s`])--[a-z][a-z-]+/g));
    expect([...named]).toEqual(expect.arrayContaining(["--gate", "--suite", "--baseline"]));
    for (const option of named) expect(help, option).toContain(option);
    for (const [, verb] of README.matchAll(/^\| `witness (\w+)/gm)) expect(verbs).toContain(verb);
  });

  test("its suite is a suite", async () => {
    const blocks = [...README.matchAll(/```ts\n([^]*?)```/g)].map(([, block]) => block ?? "");
    const source = blocks.find((block) => block.includes("defineSuite"));
    const folder = mkdtempSync(join(tmpdir(), "witness-readme-"));
    try {
      writeFileSync(join(folder, "mine.ts"), source ?? "");
      const file = join(folder, "mine.ts");
      const listed = await witness("run", ":3000", "--suites", file, "--suite", "mine", "--list");
      expect(listed.split("\n").map((line) => line.split("  ")[0])).toEqual([
        "mine/id-text",
        "mine/nested",
        "",
      ]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
