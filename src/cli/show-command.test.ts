import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { runVerb, type Ended } from "../../test/cli/run-verb.ts";
import { verbCommands } from "./verbs.ts";

let reports: string;

const show = (...args: string[]): Promise<Ended> =>
  runVerb(verbCommands("show"), "show", ...args, "--output-dir", reports);

/** A folder with a page that was written at such a second. */
function store(name: string, second: number): string {
  const report = join(reports, name, "report.html");
  mkdirSync(join(reports, name), { recursive: true });
  writeFileSync(report, "<!doctype html>");
  utimesSync(report, second, second);
  return report;
}

beforeEach(() => {
  reports = mkdtempSync(join(tmpdir(), "witness-show-"));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(reports, { recursive: true, force: true });
});

describe("witness show", () => {
  test("prints the report that was written last, whatever its name", async () => {
    store("2026-01-02-go-1", 1000);
    const last = store("2026-01-01-comparison-9", 3000);
    store("2026-01-01-comparison-9/express", 4000);
    store("2026-01-03-go-2", 2000);
    mkdirSync(join(reports, "2026-01-04-go-3"));
    expect(await show()).toEqual({ code: 0, stdout: `${last}\n`, stderr: "" });
  });

  test("prints that of a run by its folder, its record or its name", async () => {
    const wanted = store("2026-01-02-go-1", 1000);
    const part = store("2026-01-03-comparison-1/go", 3000);
    writeFileSync(join(reports, "2026-01-02-go-1", "run.ndjson"), "");
    for (const name of [
      join(reports, "2026-01-02-go-1"),
      join(reports, "2026-01-02-go-1", "run.ndjson"),
      "2026-01-02-go-1",
    ])
      expect((await show(name)).stdout).toBe(`${wanted}\n`);
    expect((await show("2026-01-03-comparison-1/go")).stdout).toBe(`${part}\n`);
  });

  test.each([
    ["no run at all", [], /^there is no report in /, /^create one with witness run <target>/],
    ["an unknown one", ["nowhere"], /^there is no run or comparison nowhere$/, /^give its folder/],
    ["one without a report", ["bare"], /^bare has no report$/, /^witness report bare writes it/],
  ])("%s: says so, and exits 2", async (_, args, message, hint) => {
    mkdirSync(join(reports, "bare"));
    const { code, stdout, error } = await show(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(error?.message).toMatch(message);
    expect(error?.hint).toMatch(hint);
  });

  test.skipIf(process.platform !== "linux")(
    "--open hands the whole path to the opener, no shell between",
    async () => {
      const report = store("a $(touch struck) run; x", 1000);
      const opener = join(reports, "xdg-open");
      writeFileSync(opener, `#!/bin/sh\nprintf '%s\\n' "$#" "$1" > "$OPENED"\n`);
      chmodSync(opener, 0o755);
      const opened = join(reports, "opened");
      vi.stubEnv("OPENED", opened);
      vi.stubEnv("PATH", `${reports}:${process.env["PATH"] ?? ""}`);
      expect((await show("--open")).stdout).toBe(`${report}\n`);
      await vi.waitFor(() => expect(readFileSync(opened, "utf8")).toBe(`1\n${report}\n`), 10_000);
      expect(existsSync("struck")).toBe(false);
    },
  );

  test.skipIf(process.platform !== "linux")(
    "--open without an opener says so, and has printed the path",
    async () => {
      const report = store("run", 1000);
      vi.stubEnv("PATH", reports);
      const { code, stdout, error } = await show("--open");
      expect({ code, stdout }).toEqual({ code: 2, stdout: `${report}\n` });
      expect(error?.message).toMatch(/^cannot start xdg-open: /);
    },
  );
});
