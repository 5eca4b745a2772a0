const MOST_HEAD_BYTES = 1024 * 1024;
const LAST_CHUNK = "\r\n0\r\n\r\n";

/**
 * Finds the ends of requests in the bytes of one connection (as latin1 text) and returns the head
 * of each request when its body is complete. Keeps no body and at most 1 MiB of a head, so that a
 * client cannot make the server grow.
 */
export class RequestReader {
  #kept = "";
  #head: string | undefined;
  /** Missing bytes of the body, or `chunked`. */
  #body: number | "chunked" = 0;

  /** Heads of the requests that end in these bytes. */
  read(bytes: string): string[] {
    const whole: string[] = [];
    this.#kept += bytes;
    while (this.#headIsThere() && this.#bodyIsThere()) {
      whole.push(this.#head ?? "");
      this.#head = undefined;
    }
    return whole;
  }

  #headIsThere(): boolean {
    if (this.#head !== undefined) return true;
    const end = this.#kept.indexOf("\r\n\r\n");
    if (end === -1) {
      if (this.#kept.length > MOST_HEAD_BYTES) this.#kept = this.#kept.slice(-3);
      return false;
    }
    this.#head = this.#kept.slice(0, end);
    this.#body = bodyOf(this.#head);
    // An empty chunked body starts with its last chunk.
    this.#kept = (this.#body === "chunked" ? "\r\n" : "") + this.#kept.slice(end + 4);
    return true;
  }

  #bodyIsThere(): boolean {
    if (this.#body === "chunked") {
      const end = this.#kept.indexOf(LAST_CHUNK);
      this.#kept = this.#kept.slice(end === -1 ? 1 - LAST_CHUNK.length : end + LAST_CHUNK.length);
      return end !== -1;
    }
    const taken = Math.min(this.#body, this.#kept.length);
    this.#body -= taken;
    this.#kept = this.#kept.slice(taken);
    return this.#body === 0;
  }
}

function bodyOf(head: string): number | "chunked" {
  if (/^transfer-encoding:.*chunked/im.test(head)) return "chunked";
  return Number(/^content-length:[ \t]*(\d{1,15})/im.exec(head)?.[1] ?? 0);
}
