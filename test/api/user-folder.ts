import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of this project. */
export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** A separate folder in which the built package is installed. */
export function userFolder(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), "witness-user-"));
  mkdirSync(join(path, "node_modules"));
  symlinkSync(ROOT, join(path, "node_modules/api-witness"));
  return { path, remove: () => rmSync(path, { recursive: true }) };
}

/** What a program printed, and how it ended. */
export type EndedProcess = { code: number | null; stdout: string; stderr: string };

/** Runs a program in a folder to its end. */
export function runIn(
  folder: string,
  command: string,
  args: string[],
  env: NodeJS.ProcessEnv = withoutColour(),
): Promise<EndedProcess> {
  const child = spawn(command, args, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
  const ended: EndedProcess = { code: null, stdout: "", stderr: "" };
  child.stdout.on("data", (chunk) => (ended.stdout += String(chunk)));
  child.stderr.on("data", (chunk) => (ended.stderr += String(chunk)));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ ...ended, code }));
  });
}

/** Vitest may have enabled colours for its workers; output that is read back has none. */
function withoutColour(): NodeJS.ProcessEnv {
  const { FORCE_COLOR: _colour, ...env } = process.env;
  return { ...env, NO_COLOR: "1" };
}
