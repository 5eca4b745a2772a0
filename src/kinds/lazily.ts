import fc from "fast-check";
import type { Template } from "../template/index.ts";

export const anyOf = (...texts: readonly string[]): fc.Arbitrary<Template> =>
  fc.constantFrom(...texts).map((text): Template => [text]);

export const digitsUpTo = (maxLength: number) =>
  fc.string({ unit: fc.constantFrom(..."0123456789"), maxLength });

/** An arbitrary that is made on the first draw: those of any characters take up to a second to make. */
export const lazily = <T>(make: () => fc.Arbitrary<T>): fc.Arbitrary<T> => new Lazy(make);

class Lazy<T> extends fc.Arbitrary<T> {
  readonly #make: () => fc.Arbitrary<T>;
  #made: fc.Arbitrary<T> | undefined;

  constructor(make: () => fc.Arbitrary<T>) {
    super();
    this.#make = make;
  }

  get #inner(): fc.Arbitrary<T> {
    return (this.#made ??= this.#make());
  }

  override generate(random: fc.Random, biasFactor: number | undefined): fc.Value<T> {
    return this.#inner.generate(random, biasFactor);
  }

  override canShrinkWithoutContext(value: unknown): value is T {
    return this.#inner.canShrinkWithoutContext(value);
  }

  override shrink(value: T, context: unknown): fc.Stream<fc.Value<T>> {
    return this.#inner.shrink(value, context);
  }
}
