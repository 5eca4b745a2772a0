import fc from "fast-check";
import type { CaseRequest } from "../model/index.ts";

/** A generated request, with what fast-check needs to shrink it, and its path from the seed. */
export type Drawn = { request: CaseRequest; value: fc.Value<CaseRequest>; path: string };

/** Records what its arbitrary generates: otherwise fast-check hides a value's shrinking context. */
class Noting extends fc.Arbitrary<CaseRequest> {
  readonly #noted: fc.Arbitrary<CaseRequest>;
  last: fc.Value<CaseRequest> | undefined;

  constructor(noted: fc.Arbitrary<CaseRequest>) {
    super();
    this.#noted = noted;
  }

  generate(random: fc.Random, bias: number | undefined): fc.Value<CaseRequest> {
    this.last = this.#noted.generate(random, bias);
    return this.last;
  }

  canShrinkWithoutContext(value: unknown): value is CaseRequest {
    return this.#noted.canShrinkWithoutContext(value);
  }

  shrink(value: CaseRequest, context: unknown): fc.Stream<fc.Value<CaseRequest>> {
    return this.#noted.shrink(value, context);
  }
}

/** The request of a seed and path, as `fc.sample` draws it, ready to be shrunk. */
export function redraw(
  arbitrary: fc.Arbitrary<CaseRequest>,
  { seed, path }: { seed: number; path: string },
): Drawn {
  const noting = new Noting(arbitrary);
  fc.sample(noting, { seed, path, numRuns: 1 });
  const value = noting.last;
  if (value === undefined) throw new Error(`nothing was drawn for seed ${seed} and path ${path}`);
  return { request: value.value, value, path };
}

/** Fast-check's own steps from there, in its order. */
export function* simplerDraws(arbitrary: fc.Arbitrary<CaseRequest>, from: Drawn): Generator<Drawn> {
  let index = 0;
  for (const value of arbitrary.shrink(from.value.value, from.value.context)) {
    yield { request: value.value, value, path: `${from.path}:${index}` };
    index += 1;
  }
}
