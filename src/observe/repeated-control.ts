import { randomInt } from "node:crypto";
import { interfaceOf } from "../contract/index.ts";
import { FRESH_RANGES } from "../fresh-numbers.ts";
import { hasFewValues } from "../generate/index.ts";
import { type RequestResult, resultWord } from "../model/index.ts";
import type { SuiteRun } from "./early-waits.ts";

/** Tells a control whose value the target had already from a target that takes no new values any more. */
export class RepeatedControl {
  readonly #options: Pick<SuiteRun, "asking" | "dispatcher" | "unique">;
  readonly #hasFew: boolean;
  asked = 0;

  constructor(options: Pick<SuiteRun, "asking" | "dispatcher" | "unique" | "header">) {
    this.#options = options;
    this.#hasFew = hasFewValues(interfaceOf(options.header));
  }

  /** Whether a result is one that the target gives to a value which it has: 409 is about that (RFC 9110, 15.5.10). */
  is(result: RequestResult | undefined): boolean {
    const word = resultWord(result);
    return word === "409" || this.#options.unique.some(({ signature }) => signature === word);
  }

  /** About its own value: a run with the same seed has sent it, and one that no run has chosen is good. Of few values, any may have been sent. */
  async isOfItsValue(
    result: RequestResult | undefined,
    isGood: (result: RequestResult | undefined) => boolean,
  ): Promise<boolean> {
    if (!this.is(result)) return false;
    if (this.#hasFew) return true;
    const { dispatcher, asking } = this.#options;
    const { from, size } = FRESH_RANGES.moreChecks;
    this.asked += 1;
    return isGood(await dispatcher.ask(asking, from + randomInt(size)));
  }
}
