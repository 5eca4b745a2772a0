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
