import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WitnessError } from "../errors.ts";
import { loadConfig } from "./read-command.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "witness-config-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return name;
}

async function refusal(path: string): Promise<Pick<WitnessError, "code" | "message" | "hint">> {
  const error: unknown = await loadConfig(path, folder).catch((each: unknown) => each);
  if (!(error instanceof WitnessError)) throw new Error("it was read");
  const { code, message, hint } = error;
  return { code, message, hint };
}

describe("the file", () => {
  test("is not needed", async () => {
    expect(await loadConfig(undefined, folder)).toMatchObject({ config: {}, path: undefined });
  });

  test("in TypeScript, with types and all", async () => {
    const path = write(
      "a.config.ts",
      "const runs: number = 7;\nexport default { options: { runs } } as const;\n",
    );
    expect(await loadConfig(path, folder)).toMatchObject({
      config: { options: { runs: 7 } },
      path,
    });
  });

  test("in JSON, found by its name; TypeScript comes first", async () => {
    write("witness.config.json", '{ "targets": ["go=:8080"] }');
    expect(await loadConfig(undefined, folder)).toMatchObject({
      config: { targets: ["go=:8080"] },
      path: "witness.config.json",
    });
    write("witness.config.ts", "export default { targets: { go: ':8080' } };\n");
    expect(await loadConfig(undefined, folder)).toMatchObject({ path: "witness.config.ts" });
  });

  test("with a mistake is named with its line", async () => {
    const path = write(
      "typo.config.ts",
      'export default {\n  policy: {\n    behaviour: {\n      "fields/*": { nevr: "5xx" },\n    },\n  },\n};\n',
    );
    expect(await refusal(path)).toEqual({
      code: "config-key",
      message: 'typo.config.ts:4: policy.behaviour["fields/*"].nevr: there is no "nevr" here',
      hint: 'did you mean "never"?',
    });
  });

  test("that is not there, or cannot be loaded", async () => {
    expect(await refusal("none.ts")).toMatchObject({
      code: "config-file",
      message: "no configuration at none.ts",
    });
    expect(await refusal(write("bad.json", "{"))).toMatchObject({
      code: "config-file",
      message: expect.stringMatching(/^bad\.json:1 is not JSON: /),
    });
    expect(await refusal(write("bad.ts", "export default {"))).toMatchObject({
      message: expect.stringMatching(/^bad\.ts:1 cannot be loaded: /),
    });
    expect(await refusal(write("empty.ts", "export default 7;"))).toMatchObject({
      hint: "export default defineConfig({ ... })",
    });
  });
});
