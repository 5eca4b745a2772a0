import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";
import { startReferences } from "../../src/cli/demo-command.ts";
import type { Figure } from "./figure.ts";

const MAIN = resolve("dist/src/cli/main.js");
const MOST_MS = 240_000;

/**
 * Seconds of `compare --quick` of ten real servers: each of the five built-in ones twice. The yardstick is `run`,
 * without exploration and load, of the same targets one after the other; each of the five is measured once.
 */
export async function measureCompareTen(outputDir: string): Promise<Figure[]> {
  const started = [await startReferences(), await startReferences()];
  try {
    const urls = started.flatMap(({ targets }, nth) =>
      targets.map(({ name, baseUrl }) => `${name}-${nth + 1}=${baseUrl}`),
    );
    const compared = witness("compare", "--quick", "--output-dir", join(outputDir, "all"), ...urls);
    // Each is there twice.
    const alone = urls
      .slice(0, urls.length / 2)
      .map((url, nth) =>
        witness("run", "--no-load", "--output-dir", join(outputDir, String(nth)), url),
      );
    return [
      {
        what: `compare --quick of ${urls.length} servers`,
        unit: "s",
        measured: [compared],
        yardstick: {
          what: "run --no-load of each, one after the other",
          unit: "s",
          values: [2 * alone.reduce((total, each) => total + each, 0)],
        },
        goal: { of: "measured", most: 207 },
      },
    ];
  } finally {
    for (const each of started) each.stop();
  }
}

/**
 * Runs a command and returns its seconds. @throws Error after the time limit, because the measurement is then invalid.
 */
function witness(...args: string[]): number {
  const beganMs = performance.now();
  const { error } = spawnSync(process.execPath, [MAIN, ...args, "--quiet"], {
    stdio: "ignore",
    timeout: MOST_MS,
  });
  if (error !== undefined) throw new Error(`witness ${args[0]} took more than ${MOST_MS / 1000} s`);
  return (performance.now() - beganMs) / 1000;
}
