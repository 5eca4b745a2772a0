/** One figure of one target in each round; undefined or 0 where the round has none. */
export type EachRound = readonly (number | undefined)[];

/** The natural logarithms of a / b by round, and how many rounds have none. */
export type PairedRounds = { logRatios: number[]; leftOut: number };

/** Pairs what two targets did in the same rounds. A round in which either has no figure is left out. */
export function pairRounds(a: EachRound, b: EachRound): PairedRounds {
  const rounds = Math.max(a.length, b.length);
  const logRatios = Array.from({ length: rounds }, (_, round) => logRatio(a[round], b[round]));
  const known = logRatios.filter((each) => each !== undefined);
  return { logRatios: known, leftOut: rounds - known.length };
}

function logRatio(a: number | undefined, b: number | undefined): number | undefined {
  if (a === undefined || b === undefined) return undefined;
  const ratio = Math.log(a / b);
  return Number.isFinite(ratio) ? ratio : undefined;
}
