import {
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startRuled } from "../../test/servers/planted-rules/lax-server.ts";
import { MANIFEST_FILE } from "../record/written-files.ts";
import { callWitness } from "../../test/cli/witness.ts";

let server: Awaited<ReturnType<typeof startRuled>>;
let folder: string;
beforeAll(async () => {
  server = await startRuled({});
});
afterAll(() => server.close());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "witness-user-files-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const FEW = ["--suite", "valid", "--runs", "0", "--repeats", "1", "--no-load", "--quiet"];
const witness = (...args: string[]) => callWitness(folder, args);
const run = (name: string, ...args: string[]) =>
  witness("run", `${name}=${server.url}`, ...FEW, ...args);
const stored = (): string[] =>
  existsSync(join(folder, "reports")) ? readdirSync(join(folder, "reports")).toSorted() : [];
const newest = (before: readonly string[]): string =>
  stored().find((name) => !before.includes(name)) ?? "";
/** Runs once, and returns the name of its folder. */
async function kept(name: string, ...args: string[]): Promise<string> {
  const before = stored();
  const { code, stderr } = await run(name, ...args);
  expect(code, stderr).toBe(0);
  return newest(before);
}

describe("--keep", () => {
  test("removes the older runs of the target when the new one is complete", async () => {
    for (const _ of [1, 2]) await kept("app");
    expect(stored()).toHaveLength(2);
    expect(await kept("app", "--keep", "1")).not.toBe("");
    expect(stored()).toHaveLength(1);
  });

  test("removes nothing if the target cannot be reached", async () => {
    const first = await kept("app");
    const failed = await witness(
      "run",
      "app=http://127.0.0.1:1",
      ...FEW,
      "--wait-for",
      "1s",
      "--keep",
      "1",
    );
    expect(failed.code).toBe(3);
    expect(stored()).toHaveLength(2);
    expect(stored()).toContain(first);
    const { stderr } = await witness("clean", "--keep", "1", "--yes");
    expect(stderr).toContain(`reports/${first} stays: the last complete run of app`);
    expect(stored()).toContain(first);
  });

  test("leaves the last complete run of each target", async () => {
    const other = await kept("other");
    await kept("app");
    const last = await kept("app", "--keep", "1");
    expect(stored()).toEqual([other, last].toSorted());
  });

  test.each(["witness.baseline.json", "elsewhere.json"])(
    "leaves a run that %s names",
    async (file) => {
      const named = await kept("app");
      const saved = await witness("baseline", "save", `reports/${named}`, "--file", file);
      expect(saved.code).toBe(0);
      await kept("app");
      const last = await kept("app", "--keep", "1");
      expect(stored()).toEqual([named, last].toSorted());
      rmSync(join(folder, file));
      expect((await witness("clean", "--keep", "1", "--yes")).code).toBe(0);
      expect(stored()).toEqual([last]);
    },
  );

  test("leaves a run that a baseline of 0.6.0 names, wherever --baseline finds it", async () => {
    const named = await kept("app");
    await witness("baseline", "save", `reports/${named}`, "--file", "own.json");
    rmSync(join(folder, "reports", named, ".witness-baselines"));
    await kept("app");
    await witness("gate", `app=${server.url}`, ...FEW, "--baseline", "own.json", "--keep", "1");
    expect(stored()).toContain(named);
    expect(stored().filter((name) => name.startsWith("2"))).toHaveLength(2);
  });

  test("leaves what somebody has put into a run folder", async () => {
    const first = await kept("app");
    writeFileSync(join(folder, "reports", first, "notes.md"), "mine");
    await kept("app", "--keep", "1");
    expect(readdirSync(join(folder, "reports", first))).toEqual(["notes.md"]);
  });
});

describe("a file that witness did not write is not written over", () => {
  test("in a run folder", async () => {
    const path = join(folder, "reports", await kept("app"));
    const listed = readFileSync(join(path, MANIFEST_FILE), "utf8").trim().split("\n");
    expect(listed.toSorted()).toEqual(readdirSync(path).toSorted());
    rmSync(join(path, MANIFEST_FILE));
    expect((await witness("report", path)).code).toBe(0);
    rmSync(join(path, "report.html"));
    writeFileSync(join(folder, "page.html"), "mine");
    symlinkSync(join(folder, "page.html"), join(path, "report.html"));
    const { code, stderr } = await witness("report", path);
    expect([code, stderr]).toEqual([2, expect.stringContaining("report.html exists, and witness")]);
    expect(readFileSync(join(folder, "page.html"), "utf8")).toBe("mine");
  });

  test("in the output folder", async () => {
    const path = join("reports", await kept("app"));
    for (const file of ["junit.xml", "gate.json", "history.html"])
      writeFileSync(join(folder, file), "of another tool");
    for (const args of [
      ["gate", path, "--reporter", "junit", "--output-dir", "."],
      ["history", "--output-dir", "."],
    ])
      expect((await witness(...args)).code, args.join(" ")).toBe(2);
    for (const file of ["junit.xml", "gate.json", "history.html"])
      expect(readFileSync(join(folder, file), "utf8")).toBe("of another tool");
    for (const _ of [1, 2])
      expect(
        (await witness("gate", path, "--reporter", "junit,ctrf,markdown,pr-comment")).code,
      ).toBe(0);
    for (const _ of [1, 2]) expect((await witness("history")).code).toBe(0);
  });
});

describe("a file that an option names", () => {
  test.each([
    ["infer", "--write-openapi"],
    ["load", "--save-hgrm"],
  ])("%s %s does not replace something else, and sends nothing", async (verb, flag) => {
    writeFileSync(join(folder, "api.yaml"), "openapi: 3.1.0 # mine");
    const { code, stderr } = await witness(verb, server.url, flag, "api.yaml");
    expect([code, stderr]).toEqual([2, expect.stringContaining(`and ${flag} did not write it`)]);
    expect(readFileSync(join(folder, "api.yaml"), "utf8")).toBe("openapi: 3.1.0 # mine");
    expect(stored()).toEqual([]);
  });

  test("is replaced if an earlier call wrote it", async () => {
    const short = ["--duration", "1s", "--warmup", "50ms", "--rounds", "1", "--quiet"];
    await witness("load", server.url, ...short, "--save-hgrm", "load.hgrm");
    const quick = ["--suite", "valid", "--runs", "0", "--max-time", "1s", "--quiet"];
    await witness("infer", server.url, ...quick, "--write-openapi", "api.yaml");
    // The next call is not refused (2): it finds that nothing listens there (3).
    for (const [file, ...args] of [
      ["load.hgrm", "load", "--save-hgrm"],
      ["api.yaml", "infer", "--write-openapi"],
    ] as const) {
      expect(readFileSync(join(folder, file), "utf8")).not.toBe("");
      const [verb, flag] = args;
      expect((await witness(verb, "http://127.0.0.1:1", flag, file)).code).toBe(3);
    }
  });
});
