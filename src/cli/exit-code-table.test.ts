import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { EXIT_CODES, exitCodeHelp } from "./program.ts";

const text = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), "utf8");

test("docs/commands.md has the table of exit codes, and help prints it", () => {
  const rows = [...text("docs/commands.md").matchAll(/^\| (\d+) +\| (.*?) +\|$/gm)].map(
    ([, code, meaning]) => [Number(code), meaning],
  );
  expect(rows).toEqual(EXIT_CODES.map((row) => [...row]));
  for (const [code, meaning] of EXIT_CODES)
    expect(exitCodeHelp()).toMatch(
      new RegExp(`^ +${code} +${meaning.replace(/[()]/g, ".")}$`, "m"),
    );
});

test("docs/api.md names the exit code of what is thrown", () => {
  const api = text("docs/api.md");
  for (const code of [2, 70]) expect(api).toContain(`\`exitCode\` ${code}`);
});
