import {
  read,
  sendBytes,
  wire,
  type CaseDefinition,
  type Requests,
} from "../../src/generate/index.ts";
import { identityOf } from "./identity.ts";
import type { RawRequest } from "../../src/model/index.ts";
import type { Template } from "../../src/template/index.ts";

type Halves = [before: Template, end: Template];

/** All but the last byte on every connection, then the last bytes, then the responses. */
function released(count: number, halves: (nth: number) => Halves): RawRequest {
  const connections = Array.from({ length: count }, (_, index) => index);
  const steps = [
    ...connections.map((index) => sendBytes(halves(index)[0], { on: index })),
    ...connections.map((index) => sendBytes(halves(index)[1], { on: index })),
    ...connections.map((index) => read({ on: index })),
  ];
  return { ...wire(...steps), unordered: true };
}

type What = [name: string, what: string, halves: (nth: number) => Halves];

function requests(on: Requests): What[] {
  const { slug, others, otherValues } = identityOf(on);
  return [
    ["same", "the same request", () => on.inTwo()],
    ...(others.length === 0
      ? []
      : ([
          [
            `same-${slug}`,
            `the same ${slug} with other values of ${others.map(({ label }) => label).join(", ")}`,
            (nth) => on.inTwo(otherValues(nth)),
          ],
        ] satisfies What[])),
    ["different", "requests with different fresh values", (nth) => on.nthInTwo(nth)],
  ];
}

/** Requests whose last bytes are sent at the same moment. */
export const atOnce = (on: Requests): CaseDefinition[] =>
  requests(on).flatMap(([name, what, halves]) =>
    [2, 5, 10, 20].map((count) => ({
      name: `at-once-${name}-${count}`,
      reason: `${what} on ${count} connections, the last bytes sent together`,
      family: "at-once",
      alone: true,
      request: released(count, halves),
    })),
  );
