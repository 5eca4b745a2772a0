import type { JudgedRun } from "./judged-run.ts";

/**
 * Whether two runs were loaded in turns: every round of both came before any next one of either.
 * Then each pair of rounds met the same moment of the machine.
 */
export function inTurnsOf(one: JudgedRun, other: JudgedRun): boolean {
  const [a, b] = [roundTimes(one), roundTimes(other)];
  return (
    a.length === b.length &&
    a.every((at, round) => {
      const next = Math.min(a[round + 1] ?? Infinity, b[round + 1] ?? Infinity);
      return Math.max(at, b[round] ?? Infinity) < next;
    })
  );
}

/** When each round began, in milliseconds of the calendar. */
function roundTimes({ gate, summary }: JudgedRun): number[] {
  const began = Date.parse(summary.startedAt);
  return gate.run.load.rounds.map(({ atMs }) => began + atMs);
}
