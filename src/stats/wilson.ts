/** The 97.5% quantile of the standard normal distribution: an interval of 95% has 2.5% on each side. */
const Z = 1.959964;

/**
 * The interval of 95% for a share, from `count` of `of`: the score interval of E. B. Wilson, "Probable Inference, the Law of
 * Succession, and Statistical Inference", J. Am. Stat. Assoc. 22 (1927). Shares from 0 to 1; 0 to 1 if nothing was tried.
 */
export function wilsonInterval(count: number, of: number): { low: number; high: number } {
  if (of === 0) return { low: 0, high: 1 };
  const share = count / of;
  const scale = 1 + Z ** 2 / of;
  const centre = (share + Z ** 2 / (2 * of)) / scale;
  const half = (Z / scale) * Math.sqrt((share * (1 - share)) / of + Z ** 2 / (4 * of ** 2));
  return { low: Math.max(0, centre - half), high: Math.min(1, centre + half) };
}
