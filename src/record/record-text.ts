import type { Case, Observation, Response, RunRecord } from "../model/index.ts";

/** How many texts of responses are kept. */
const MOST = 8;

/**
 * Writes records as `JSON.stringify` does, with less work for repeated parts. Most observations are a single response
 * that an earlier one also had: then the senders use the same object (`send/tapped-response.ts`), and its text is made
 * once. The generated cases of a property share their reason and clauses (`generate/draw.ts`).
 */
export class RecordText {
  readonly #known: { response: Response; text: string }[] = [];
  #oldest = 0;
  #shared: (Pick<Case, "reason" | "clauses"> & { text: string }) | undefined;

  of(record: RunRecord): string {
    if (record.type === "observation") return this.#observation(record);
    if (record.type === "case" && isDrawn(record.case)) return this.#drawn(record.case);
    return JSON.stringify(record);
  }

  #drawn({ id, reason, clauses, request, valid, generated }: Drawn): string {
    if (this.#shared?.clauses !== clauses || this.#shared.reason !== reason) {
      const text = `"reason":${JSON.stringify(reason)},"clauses":${JSON.stringify(clauses)}`;
      this.#shared = { reason, clauses, text };
    }
    return (
      `{"type":"case","case":{"id":${JSON.stringify(id)},${this.#shared.text}` +
      `,"request":${JSON.stringify(request)}${member("valid", valid)}` +
      `,"generated":${JSON.stringify(generated)}}}`
    );
  }

  #observation(observation: Observation): string {
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

type Drawn = Case & Required<Pick<Case, "generated">>;

function isDrawn(sent: Case): sent is Drawn {
  const { generated, alone, hazard, sameIdentity, family, rung } = sent;
  const rest = alone ?? hazard ?? sameIdentity ?? family ?? rung;
  return generated !== undefined && rest === undefined;
}

const member = (name: string, value: unknown): string =>
  value === undefined ? "" : `,"${name}":${JSON.stringify(value)}`;
