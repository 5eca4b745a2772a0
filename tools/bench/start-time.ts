import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import type { Figure } from "./figure.ts";

const ROUNDS = 10;
const MAIN = resolve("dist/src/cli/main.js");

/** Seconds until a command that sends nothing has ended, against Node itself. */
export function measureStart(): Promise<Figure[]> {
  const rounds = Array.from({ length: ROUNDS }, () => ({
    node: secondsOf("-e", "0"),
    version: secondsOf(MAIN, "--version"),
    help: secondsOf(MAIN, "--help"),
  }));
  const yardstick = { what: "node -e 0", unit: "s", values: rounds.map(({ node }) => node) };
  const figure = (what: string, measured: number[]): Figure => ({
    what,
    unit: "s",
    measured,
    yardstick,
    goal: { of: "measured", most: 0.15 },
  });
  return Promise.resolve([
    figure(
      "witness --version",
      rounds.map(({ version }) => version),
    ),
    figure(
      "witness --help",
      rounds.map(({ help }) => help),
    ),
  ]);
}

function secondsOf(...args: string[]): number {
  const beganMs = performance.now();
  spawnSync(process.execPath, args, { stdio: "ignore" });
  return (performance.now() - beganMs) / 1000;
}
