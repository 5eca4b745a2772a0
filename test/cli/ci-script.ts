import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository. */
export const REPOSITORY = fileURLToPath(new URL("../..", import.meta.url));

export const readRoot = (path: string): string => readFileSync(join(REPOSITORY, path), "utf8");

export const packageVersion = (): string => JSON.parse(readRoot("package.json")).version;

/** Records its arguments, each followed by a NUL, and ends with the given exit code. */
const FAKE_NPX = '#!/bin/sh\nprintf "%s\\0" "$@" >"$NPX_RECORD"\nexit "${NPX_EXIT:-0}"\n';

/**
 * Runs a script in an empty folder, with an `npx` that only records its arguments. `args` is
 * undefined if it was not called; `left` lists the files that the script left in the folder.
 */
export function runWithFakeNpx(
  [shell = "sh", ...options]: readonly string[],
  script: string,
  env: Record<string, string>,
): { status: number | null; stderr: string; args: string[] | undefined; left: boolean } {
  const folder = mkdtempSync(join(tmpdir(), "witness-ci-"));
  try {
    const [bin, record, file] = ["npx", "record", "script"].map((name) => join(folder, name));
    writeFileSync(bin ?? "", FAKE_NPX);
    chmodSync(bin ?? "", 0o755);
    writeFileSync(file ?? "", script);
    const PATH = [folder, dirname(process.execPath), process.env["PATH"]].join(delimiter);
    const { status, stderr } = spawnSync(shell, [...options, file ?? ""], {
      cwd: folder,
      encoding: "utf8",
      env: { PATH, NPX_RECORD: record ?? "", ...env },
    });
    const called = existsSync(record ?? "");
    const args = called
      ? readFileSync(record ?? "", "utf8")
          .split("\0")
          .slice(0, -1)
      : undefined;
    return { status, stderr, args, left: existsSync(join(folder, "owned")) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const SHELLCHECK = "shellcheck";

/** The messages of shellcheck about a script, or undefined if it is not installed. */
export function shellcheck(shell: "bash" | "sh", script: string): string | undefined {
  const { error, stdout } = spawnSync(SHELLCHECK, [`--shell=${shell}`, "-"], {
    input: script,
    encoding: "utf8",
  });
  return error === undefined ? stdout : undefined;
}
