import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { userSubmission } from "../contract/index.ts";
import { axesOf } from "../generate/index.ts";
import { thresholdText } from "../model/config.ts";
import { parseThreshold } from "../policy/threshold.ts";
import { configTemplate } from "./init-command.ts";
import { loadConfig } from "./read-command.ts";
import { type Ended, runVerb } from "../../test/cli/run-verb.ts";
import { verbCommands } from "./verbs.ts";

let folder: string;
const init = (...args: string[]): Promise<Ended> => runVerb(verbCommands("init"), "init", ...args);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "witness-init-"));
  vi.spyOn(process, "cwd").mockReturnValue(folder);
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

/** The template with every rule and option taken out of its comment. */
const uncommented = configTemplate().replace(/^( +)\/\/ (("[\w*-]+"|\w+): .*,|".*",)$/gm, "$1$2");
describe("witness init", () => {
  test("writes a configuration that loads, with one expectation", async () => {
    expect(await init()).toMatchObject({ code: 0, stdout: "witness.config.ts\n" });
    expect(readdirSync(folder)).toEqual(["witness.config.ts"]);
    const { config, path } = await loadConfig(undefined, folder);
    expect(path).toBe("witness.config.ts");
    expect(config).toEqual({
      targets: { local: "http://localhost:3000" },
      options: { expect: "2xx" },
      policy: { behaviour: { valid: { only: "2xx", stable: true } }, boundaries: {}, load: [] },
    });
  });

  test("what stands in its comments is right too", async () => {
    writeFileSync(join(folder, "witness.config.ts"), uncommented);
    const { config } = await loadConfig(undefined, folder);
    expect(config.policy).toEqual({
      behaviour: {
        valid: { only: "2xx", stable: true },
        "malformed-json": { only: "4xx" },
        "*": { never: ["5xx", "no-answer"] },
      },
      boundaries: { "id-upwards": { accepts: "2xx", atLeast: "9007199254740991" } },
      load: ["p(95)<20", "status(201)>=0.99", "throughput >= 0.9 * baseline"],
    });
    expect(config.policy?.load?.map((each) => parseThreshold(thresholdText(each)))).toEqual(
      Array(3).fill(expect.any(Object)),
    );
    expect(axesOf(userSubmission).map(({ name }) => name)).toContain("id-upwards");
  });

  test("leaves every verb its own defaults", async () => {
    await init();
    const timeoutOf = async (verb: string): Promise<string> => {
      const { stdout } = await runVerb(verbCommands("print-config"), "print-config", verb);
      const line = stdout.split("\n").find((each) => each.startsWith("  timeout "));
      return line?.replace(/\s+/g, " ") ?? "";
    };
    expect(await timeoutOf("run")).toBe(" timeout 5s default");
    expect(await timeoutOf("explore")).toBe(" timeout 1s default");
    expect(await timeoutOf("load")).toBe(" timeout 10s default");
  });

  test("shows each option with its default or an example", async () => {
    writeFileSync(join(folder, "witness.config.ts"), uncommented);
    const { config } = await loadConfig(undefined, folder);
    expect(config.options).toMatchObject({
      suite: ["valid", "fields", "malformed-json"],
      runs: 200,
      repeats: 2,
      waitFor: "30s",
      timeout: "5s",
      readLimit: "1MiB",
      insecure: false,
      load: true,
      loadDuration: "2s",
    });
  });

  test.each(["witness.config.ts", "witness.config.json"])(
    "leaves %s as it is, unless --force is given",
    async (name) => {
      writeFileSync(join(folder, name), "mine");
      const { code, error } = await init();
      expect(code).toBe(2);
      expect(error?.message).toBe(`${name} already exists`);
      expect(readFileSync(join(folder, name), "utf8")).toBe("mine");
      expect((await init("--force")).code).toBe(0);
      expect(readFileSync(join(folder, "witness.config.ts"), "utf8")).toBe(configTemplate());
    },
  );
});
