/** How the end of the body is found (RFC 9112, 6.3). */
export type Framing =
  | { kind: "none" }
  | { kind: "length"; bytes: number }
  | { kind: "chunked" }
  | { kind: "close" };

const QUOTED = 30;

/** Finds the framing while header lines arrive, so that each line is read once, also if only the first ones are kept. */
export class FramingFacts {
  #transferCoding: string | undefined;
  #length: string | undefined;
  #fault: string | undefined;

  see(name: string, value: string): void {
    if (name.length === "content-length".length && name.toLowerCase() === "content-length")
      for (const each of value.split(",")) this.#seeLength(each.trim());
    else if (name.length === "transfer-encoding".length) {
      if (name.toLowerCase() !== "transfer-encoding" || value === "") return;
      this.#transferCoding = value
        .slice(value.lastIndexOf(",") + 1)
        .trim()
        .toLowerCase();
    }
  }

  /** The framing, or why it is invalid. `bodyless` for the response to HEAD. */
  framing(status: number, bodyless: boolean): Framing | string {
    const informational = status >= 100 && status < 200;
    if (bodyless || informational || status === 204 || status === 304) return { kind: "none" };
    if (this.#transferCoding === "chunked") return { kind: "chunked" };
    if (this.#transferCoding !== undefined) return { kind: "close" };
    if (this.#fault !== undefined) return this.#fault;
    if (this.#length === undefined) return { kind: "close" };
    return { kind: "length", bytes: Number(this.#length) };
  }

  /** Equal values count as one (RFC 9110, 8.6). */
  #seeLength(text: string): void {
    if (this.#fault !== undefined) return;
    if (!/^\d+$/.test(text)) {
      this.#fault = `Content-Length ${quote(text)} is not a number`;
      return;
    }
    const length = text.replace(/^0+(?=\d)/, "");
    this.#length ??= length;
    if (this.#length !== length)
      this.#fault = `two different Content-Length values: ${quote(this.#length)} and ${quote(length)}`;
  }
}

const quote = (text: string): string => JSON.stringify(text.slice(0, QUOTED));
