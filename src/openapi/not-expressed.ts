import type { DocumentPart } from "./document-part.ts";
import { shortValue } from "../text/index.ts";
import { translatePattern, type Translation } from "./pattern/translate-pattern.ts";

export class NotExpressible extends Error {
  constructor(part: DocumentPart, why: string) {
    super(`${part.at}: ${why}`);
  }
}

/** Why an optional value with such a pattern is not sent. */
export const NO_MATCH =
  "no value is known to match its pattern, format or lengths, and it has no example";

/** Parts of the document that an interface does not have, with their places; each once. */
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

  /** Runs work; its entries are kept only if it succeeds. */
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

  /** The same of a part that may be left out: then `instead` is listed with the reason, and the result is undefined. */
  attemptOptional<T>(isOptional: boolean, instead: string, work: () => T): T | undefined {
    try {
      return this.attempt(work);
    } catch (error) {
      if (!(error instanceof NotExpressible) || !isOptional) throw error;
      this.addLine(`${error.message}: ${instead}`);
      return undefined;
    }
  }

  /** The result of the first of these that can be expressed. @throws NotExpressible of the first one if there is none. */
  firstOf<T, Result>(items: readonly T[], work: (item: T) => Result): { item: T; result: Result } {
    let reason: unknown;
    for (const item of items)
      try {
        return { item, result: this.attempt(() => work(item)) };
      } catch (error) {
        if (!(error instanceof NotExpressible)) throw error;
        reason ??= error;
      }
    throw reason;
  }
}

/** The longest pattern that a note quotes whole. */
const SHOWN = 60;

/** A pattern for ECMAScript. One that is not translated (undefined), or not exactly, is listed with its place. */
export function translatedPattern(
  { at, pattern }: { at: string; pattern: string },
  notExpressed: NotExpressed,
): Translation | undefined {
  const found = translatePattern(pattern);
  const what = `the pattern ${shortValue(pattern, SHOWN)}`;
  if (found === undefined)
    notExpressed.addLine(`${at}: ${what} has no counterpart in ECMAScript, and is not checked`);
  else if (found.approximate !== undefined)
    notExpressed.addLine(`${at}: ${what}: ${found.approximate}`);
  return found;
}
