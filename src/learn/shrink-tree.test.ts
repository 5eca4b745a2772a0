import fc from "fast-check";
import { expect, test } from "vitest";
import { suites } from "../../suites/index.ts";
import { drawCases } from "../generate/index.ts";
import { redraw, simplerDraws } from "./shrink-request.ts";

const properties = suites.flatMap(({ name, properties: own }) =>
  own.map((property) => ({ id: `${name}/${property.name}`, suite: name, property })),
);

test.each(properties)(
  "$id: seed and path give the case again, and each step has a path of its own",
  ({ suite, property }) => {
    const { arbitrary } = property;
    let steps = 0;
    for (const { request, generated } of drawCases(suite, property, 42, 20)) {
      if (generated === undefined) throw new Error("drawn cases know where they come from");
      const drawn = redraw(arbitrary, generated);
      expect(drawn.request).toEqual(request);
      for (const simpler of simplerDraws(arbitrary, drawn)) {
        const { seed } = generated;
        const [again] = fc.sample(arbitrary, { seed, path: simpler.path, numRuns: 1 });
        expect(again).toEqual(simpler.request);
        if ((steps += 1) % 10 === 0) break;
      }
    }
    expect(steps).toBeGreaterThan(20);
  },
);
