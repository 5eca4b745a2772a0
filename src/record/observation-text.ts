import type { Observation, Response } from "../model/observation.ts";

/** So many texts of responses are kept. */
const MOST = 8;

/**
 * Writes observations as `JSON.stringify` does. Most are a single response that an earlier one has had as well: then the
 * senders use the same object (`send/last-responses.ts`), and its text is made once.
 */
export class ObservationText {
  readonly #known: { response: Response; text: string }[] = [];
  #oldest = 0;

  of(observation: Observation): string {
    const [result, ...more] = observation.answers;
    if (result?.outcome !== "answered" || more.length > 0) return JSON.stringify(observation);
    const { outcome, status, response, firstByteUs, totalUs } = result;
    const { type, seq, case: id, attempt, fresh, atMs, end, timeoutMs } = observation;
    const { leftover, resent, planned, check, agent } = observation;
    return (
      `{"type":"${type}","seq":${seq},"case":${JSON.stringify(id)},"attempt":${attempt},"fresh":${fresh},"atMs":${atMs}` +
      `,"answers":[{"outcome":"${outcome}","status":${status},"response":${this.#response(response)}` +
      `${member("firstByteUs", firstByteUs)},"totalUs":${totalUs}}],"end":"${end}"` +
      `${member("leftover", leftover)},"timeoutMs":${timeoutMs}${member("resent", resent)}` +
      `${member("planned", planned)}${member("check", check)}${member("agent", agent)}}`
    );
  }

  #response(response: Response): string {
    for (const each of this.#known) if (each.response === response) return each.text;
    const text = JSON.stringify(response);
    this.#known[this.#oldest] = { response, text };
    this.#oldest = (this.#oldest + 1) % MOST;
    return text;
  }
}

const member = (name: string, value: unknown): string =>
  value === undefined ? "" : `,"${name}":${JSON.stringify(value)}`;
