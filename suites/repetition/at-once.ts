import { VALID_BODY_BYTES, date, user } from "../../src/generate/user-submission.ts";
import { bytes } from "../../src/template/bytes.ts";
import type { CaseDefinition } from "../../src/generate/define-suite.ts";
import { headAlone, nthUser } from "../../src/generate/user-submission.ts";
import { slice } from "../../src/template/bytes.ts";
import { read, sendBytes, wire } from "../../src/generate/steps.ts";
import type { RawRequest } from "../../src/model/request.ts";
import type { Template } from "../../src/template/template.ts";

const LAST = VALID_BODY_BYTES - 1;

/** All but the last byte on every connection, then the last bytes, then the responses. */
function released(count: number, body: (nth: number) => Template): RawRequest {
  const connections = Array.from({ length: count }, (_, on) => on);
  const steps = [
    ...connections.map((on) => sendBytes([...headAlone(), slice(body(on), 0, LAST)], { on })),
    ...connections.map((on) => sendBytes([slice(body(on), LAST)], { on })),
    ...connections.map((on) => read({ on })),
  ];
  return { ...wire(...steps), unordered: true };
}

const WHAT: [name: string, what: string, body: (nth: number) => Template][] = [
  ["same", "the same request", () => user()],
  ["same-id", "the same id with different dates", (nth) => user({ date: bytes`"${date(nth)}"` })],
  ["different", "requests with different ids", nthUser],
];

/** Requests whose last bytes are sent at the same moment. */
export const atOnce: CaseDefinition[] = WHAT.flatMap(([name, what, body]) =>
  [2, 5, 10, 20].map((count) => ({
    name: `at-once-${name}-${count}`,
    reason: `${what} on ${count} connections, the last bytes sent together`,
    family: "at-once",
    alone: true,
    request: released(count, body),
  })),
);
