export type Failures = { sent: number; failed: number };

/**
 * Fisher's exact test, one-sided: the probability that so many failures, or more, are among those `now`, if both shares are
 * the same. The failures of both together are drawn from all requests (the hypergeometric distribution).
 */
export function fisherTail(before: Failures, now: Failures): number {
  const failed = before.failed + now.failed;
  const most = Math.min(failed, now.sent);
  const logAll = logChoose(before.sent + now.sent, now.sent);
  let sum = 0;
  for (let count = now.failed; count <= most; count += 1) {
    const others = now.sent - count;
    const passed = before.sent + now.sent - failed;
    if (others > passed) continue;
    sum += Math.exp(logChoose(failed, count) + logChoose(passed, others) - logAll);
  }
  return Math.min(1, sum);
}

const logChoose = (of: number, some: number): number =>
  logFactorial(of) - logFactorial(some) - logFactorial(of - some);

const LOGS = [0];

function logFactorial(of: number): number {
  for (let at = LOGS.length; at <= of; at += 1) LOGS.push((LOGS[at - 1] ?? 0) + Math.log(at));
  return LOGS[of] ?? 0;
}

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
