/** Without a change, a control differs from its calibration with at most this probability, whatever came before. */
const NOISE_SHARE = 0.05;
/** After a change, it differs with this probability. */
const CHANGED_SHARE = 0.95;
/** At most this share of runs without a change has an alarm. */
export const FALSE_ALARMS = 1 / 1000;

/**
 * Finds the moment from which on controls differ from their calibration, by the statistic of Shiryaev and Roberts:
 * R(n) = (1 + R(n-1)) * likelihood ratio of the n-th control. Without a change, R(n) - n is a martingale (Pollak, Annals of
 * Statistics 13, 1985), so that by Doob's inequality R exceeds c within n controls with a probability of at most n / c. The
 * threshold is c = n / `FALSE_ALARMS`: a bound for the whole run.
 */
export class ChangeDetector {
  readonly #threshold: number;
  #statistic = 0;

  /** `most` is the largest number of controls that the run may send. */
  constructor(most: number) {
    this.#threshold = most / FALSE_ALARMS;
  }

  add(differs: boolean): boolean {
    const ratio = differs ? CHANGED_SHARE / NOISE_SHARE : (1 - CHANGED_SHARE) / (1 - NOISE_SHARE);
    this.#statistic = (1 + this.#statistic) * ratio;
    return this.#statistic >= this.#threshold;
  }

  reset(): void {
    this.#statistic = 0;
  }
}
