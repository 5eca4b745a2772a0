import type { DocumentPart } from "./document-part.ts";

/** What keeps a part of a document from becoming a value that is sent. */
export class NotExpressible extends Error {
  constructor(part: DocumentPart, why: string) {
    super(`${part.at}: ${why}`);
  }
}

/** What an interface does not have of its document, with the place of each; said once. */
export class NotExpressed {
  readonly #lines = new Set<string>();

  add(part: DocumentPart, what: string): void {
    this.#lines.add(`${part.at}: ${what}`);
  }

  addLine(line: string): void {
    this.#lines.add(line);
  }

  get lines(): string[] {
    return [...this.#lines];
  }

  /** Does the work; what it lists is kept only where it comes to an end. */
  attempt<T>(work: () => T): T {
    const before = this.#lines.size;
    try {
      return work();
    } catch (error) {
      // A set has its members in the order in which they came.
      for (const line of [...this.#lines].slice(before)) this.#lines.delete(line);
      throw error;
    }
  }
}
