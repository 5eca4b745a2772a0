import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Figure } from "./figure.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

/** Seconds of `npm start` in a fresh clone; its yardstick is the part for installing and building. */
export function measureNpmStart(folder: string): Promise<Figure[]> {
  const clone = join(folder, "clone");
  run(folder, "git", "clone", "--quiet", ROOT, clone);
  const setup = run(clone, "npm", "run", "setup");
  const demo = run(clone, "npm", "start");
  return Promise.resolve([
    {
      what: "npm start on a fresh clone",
      unit: "s",
      measured: [setup + demo],
      yardstick: { what: "installing and building it", unit: "s", values: [setup] },
      goal: { of: "measured", most: 60 },
    },
  ]);
}

/** Seconds of a command. @throws Error if it fails. */
function run(cwd: string, command: string, ...args: string[]): number {
  const beganMs = performance.now();
  const { status } = spawnSync(command, args, { cwd, stdio: "ignore" });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${status}`);
  return (performance.now() - beganMs) / 1000;
}
