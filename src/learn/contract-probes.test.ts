import { expect, test } from "vitest";
import { exampleBytes, requestsOf } from "../generate/index.ts";
import type { Interface, KeywordChange } from "../model/index.ts";
import { probesOf } from "./contract-probes.ts";

const silence = (minLength?: number): Interface => ({
  name: "silences",
  method: "POST",
  path: "/silences",
  clauses: [],
  body: {
    kind: "object",
    fields: [
      {
        name: "matchers",
        type: {
          kind: "list",
          minItems: 1,
          items: {
            kind: "object",
            fields: [
              { name: "name", type: { kind: "text" }, example: "job" },
              { name: "value", type: { kind: "text", minLength }, example: "api" },
            ],
          },
        },
      },
    ],
  },
});

test("a limit of an item is also tried next to an item that keeps it", () => {
  const change: KeywordChange = {
    path: "matchers[0].value",
    keyword: "minLength",
    value: 1,
    evidence: [],
  };
  const after = silence(1);
  const { outside } = probesOf(change, requestsOf(after), { count: 2, seed: 1, broke: () => true });
  const bodies = outside.map(({ request }) =>
    request.sender === "client" ? exampleBytes(request.body, after).toString() : "",
  );
  expect(bodies[0]).toBe('{"matchers":[{"name":"job","value":""},{"name":"job","value":"api"}]}');
  expect(bodies.slice(1)).toContain('{"matchers":[{"name":"job","value":""}]}');
});
