import type { Interface, RequestResult } from "../model/index.ts";
import { hasResponded, resultWord, turnsAway } from "../model/index.ts";
import { controlClass, isAwayWord, isFirstSuccess, isSuccessClass } from "./loss-rows.ts";

/** So many controls that a gateway responded to with an error. */
const MANY_ERRORS = 4;
/** A response that came between good ones so often is one that the target has, too. */
const OFTEN = 3;
/** Statuses that are not about the values of a request. */
const NOT_OF_VALUES = /^(?:3\d\d|4(?!00|22)\d\d|5\d\d)/;

/** Whether the first success deletes what all requests name: the others get 404 or 410, and the target has not changed. */
export const deletesOne = ({ method, path, givenPath }: Interface): boolean =>
  method === "DELETE" && path.includes("{") && givenPath === undefined;

/** What valid requests usually get: first from the calibration. */
export class UsualResponses {
  readonly #classes: Set<string>;
  readonly #fails: boolean;
  readonly #odd = new Map<string, number>();
  #gatewayErrors = 0;

  readonly #isDeleted: boolean;

  constructor(found: readonly string[], isDeleted = false) {
    this.#isDeleted = isDeleted;
    const hasSuccess = found.some(isSuccessClass);
    const isAway = found.every((each) => isAwayWord(each.split(" ", 1)[0] ?? ""));
    this.#classes = new Set(isAway ? [] : found);
    if (hasSuccess) this.#forgetChanges();
    this.#fails = !hasSuccess && !isAway && found.some((each) => each.startsWith("5"));
  }

  /** Whether the target turned away every control before the first case: then nothing is known about what it usually does. */
  get turnsAway(): boolean {
    return this.#classes.size === 0;
  }

  /** By `controlClass`. */
  get all(): readonly string[] {
    return [...this.#classes];
  }

  /** Whether valid requests got several responses until now, or errors of a gateway more often than by accident. */
  get hasSeveral(): boolean {
    return this.#classes.size > 1 || this.#gatewayErrors >= MANY_ERRORS;
  }

  /** What it got before the first case; without a calibration, the first response is one. If that was an error, nothing shows a change. */
  isGood(result: RequestResult | undefined): boolean {
    if (!hasResponded(result)) return false;
    if (this.#fails || (this.#isDeleted && /^4(?:04|10)$/.test(resultWord(result)))) return true;
    if (turnsAway(result) || (this.turnsAway && isAwayWord(resultWord(result))))
      return this.turnsAway;
    // The calibration may have met only values that the target had, and the control has new ones.
    const isFirst = isFirstSuccess(result, this.#classes);
    if (this.turnsAway || isFirst) this.#classes.add(controlClass(result));
    if (isFirst) this.#forgetChanges();
    return this.#classes.has(controlClass(result));
  }

  /** Next to a success, another status may be that of a change that was under way. */
  #forgetChanges(): void {
    for (const each of this.#classes) if (NOT_OF_VALUES.test(each)) this.#classes.delete(each);
  }

  /** Once it came between good ones often enough, it is one that the target has. A gateway sends 502 to 504 to any request. */
  learn(result: RequestResult): void {
    const isOfGateway = result.outcome === "answered" && result.status > 500;
    if (isOfGateway) this.#gatewayErrors += 1;
    else if (hasResponded(result) && !turnsAway(result)) {
      const found = controlClass(result);
      const times = (this.#odd.get(found) ?? 0) + 1;
      this.#odd.set(found, times);
      if (times >= OFTEN) this.#classes.add(found);
    }
  }
}
