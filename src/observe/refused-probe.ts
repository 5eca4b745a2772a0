import { cacheSign } from "../analyse/index.ts";
import { interfaceOf } from "../contract/index.ts";
import { allowedBy, requestsOf } from "../generate/index.ts";
import type { Case, RequestResult, Surrounding } from "../model/index.ts";
import { hasResponded, turnsAway, resultWord } from "../model/index.ts";
import type { Dispatcher } from "./dispatcher.ts";
import type { SuiteRun } from "./early-waits.ts";
import type { HeldResults } from "./held-results.ts";
import { bytesKey } from "./loss-rows.ts";
import type { Surroundings } from "./surroundings.ts";

/** It is asked this often again at most, before it is decided whether it has changed. */
const MOST_ASKED = 8;

/** A path that no server is expected to have. */
export const ELSEWHERE = "/not-a-path-of-this-server";
const CUT_BODY = ["["];
const OTHER = { id: "control/other", reason: "another one than the stated one", clauses: [] };

type Asking = Pick<SuiteRun, "dispatcher" | "header" | "surroundings" | "journal">;
type Asked = { result: RequestResult | undefined; wall?: string };

/** A second control: a refused request, with the same bytes. Shows whether the target still tells requests apart. */
export class RefusedProbe {
  readonly #held: HeldResults;
  readonly #dispatcher: Pick<Dispatcher, "reply" | "ask">;
  readonly #journal: Pick<SuiteRun["journal"], "nowMs">;
  readonly #isProvoking: boolean;
  readonly #others: readonly Case[];
  asked = 0;

  constructor(held: HeldResults, { dispatcher, header, surroundings, journal }: Asking) {
    this.#held = held;
    this.#journal = journal;
    this.#dispatcher = surroundings.pace.paced(dispatcher);
    this.#isProvoking = header.options.provoke === true;
    const from = interfaceOf(header);
    const on = requestsOf(from);
    const requests = [
      on.request(on.body(), { path: on.target(ELSEWHERE) }),
      ...(on.hasJson ? [on.request(CUT_BODY)] : []),
    ];
    const allowed = requests.filter(allowedBy(header.options.profile, from));
    this.#others = allowed.map((request) => ({ ...OTHER, request }));
  }

  /** With `--provoke`: sends valid and then refused requests, to see once which lead to a ban. False if it sent nothing. */
  async provoke(
    surroundings: Surroundings,
    ask: () => Promise<{ isGood: boolean }>,
  ): Promise<boolean> {
    const many = this.#isProvoking && this.#held.refused ? surroundings.provoking : 0;
    if (many > 0) surroundings.hasProvoked(await this.#provoked(many, ask));
    return many > 0;
  }

  async #provoked(
    many: number,
    ask: () => Promise<{ isGood: boolean }>,
  ): Promise<NonNullable<Surrounding["provoked"]>> {
    for (let nth = 1; nth <= many; nth += 1)
      if (!(await ask()).isGood) return { by: "valid", requests: nth };
    for (let nth = 1; nth <= many; nth += 1)
      if (!hasResponded(await this.ask()) && !(await ask()).isGood)
        return { by: "refused", requests: nth };
    return { by: (await ask()).isGood ? "none" : "refused", requests: many };
  }

  /** Sends it. Undefined if no request was refused yet. */
  async ask(): Promise<RequestResult | undefined> {
    const { refused } = this.#held;
    if (refused === undefined) return undefined;
    this.asked += 1;
    this.#held.controlled();
    const atMs = this.#journal.nowMs();
    const replied = await this.#dispatcher.reply(refused.case, refused.fresh);
    this.#held.noise.addControl(replied, atMs);
    return replied.answers.at(-1);
  }

  /** Whether the refused request, too, now gets the response of the last results, which is not that to the control. */
  async findWall(
    control: RequestResult | undefined,
    surroundings: Surroundings,
  ): Promise<{ result: RequestResult; wall: string } | undefined> {
    const { row: wall, refused } = this.#held;
    if (wall === undefined || refused === undefined) return undefined;
    if (wall === bytesKey(control) || wall === refused.key) return undefined;
    for (let nth = 0; nth <= MOST_ASKED; nth += 1) {
      const result = await this.ask();
      const isAlike = result !== undefined && bytesKey(result) === wall;
      // Controls before may have been so bad that a good one is not enough to end an alarm.
      const hasChanged = surroundings.isChanged(!isAlike);
      if (!isAlike) return undefined;
      if (hasChanged) return { result, wall };
    }
    return undefined;
  }

  /** What a refused request got before and gets now; undefined if that is what the control gets. */
  async compare({ result, wall }: Asked): Promise<Surrounding["refused"]> {
    if (wall !== undefined || result === undefined) return undefined;
    if (!hasResponded(result) || turnsAway(result)) return undefined;
    const before = this.#held.refused?.word;
    const isOther = (now: RequestResult | undefined): now is RequestResult =>
      hasResponded(now) &&
      now !== undefined &&
      resultWord(now) !== resultWord(result) &&
      // What a cache has shows nothing of the server behind it.
      !(now.outcome === "answered" && cacheSign(now.response) !== undefined);
    if (before !== undefined) {
      const now = await this.ask();
      return isOther(now) ? { before, now: resultWord(now) } : undefined;
    }
    for (const each of this.#others) {
      this.asked += 1;
      const now = await this.#dispatcher.ask(each);
      if (isOther(now)) return { now: resultWord(now) };
    }
    return undefined;
  }
}
