import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { Expectation } from "../model/config.ts";
import type { RunRecord } from "../model/index.ts";
import { gateRun, sent, told } from "../../test/policy/gate.ts";
import { judgeRuns } from "./judge-runs.ts";

type Behaviour = Record<string, z.input<typeof Expectation>>;

const judged = (behaviour: Behaviour, ...records: RunRecord[][]): string =>
  told(judgeRuns({ runs: [gateRun({ behaviour }, records.flat())] }));

const fields = [
  sent("fields/id-missing", [400, 400], { family: "missing" }),
  sent("fields/date-missing", [500, 500], { family: "missing" }),
  sent("fields/extra", [201, 201]),
];

describe("outcomes", () => {
  test("pass, and say how much was looked at", () => {
    expect(judged({ fields: { never: "reset", only: ["2xx", 400, "5xx"] } }, ...fields))
      .toMatchInlineSnapshot(`
        "pass policy.behaviour.fields.only | fields.only: ["2xx",400,"5xx"]
          3 cases, 6 observations
        pass policy.behaviour.fields.never | fields.never: "reset"
          3 cases, 6 observations
        pass 0"
      `);
  });

  test("each key of a rule is judged by itself; each case that breaks it is named", () => {
    expect(judged({ fields: { never: "5xx", only: ["2xx", "4xx"] } }, ...fields))
      .toMatchInlineSnapshot(`
      "fail policy.behaviour.fields.only | fields.only: ["2xx","4xx"]
        1 of 3 cases
        - fields/date-missing: expected 2xx or 4xx, observed 500 (2 of 2)
          witness replay reports/2026-11-20-go-7 fields/date-missing
      fail policy.behaviour.fields.never | fields.never: "5xx"
        1 of 3 cases
        - fields/date-missing: expected anything but 5xx, observed 500 (2 of 2)
          witness replay reports/2026-11-20-go-7 fields/date-missing
      fail 1"
    `);
  });

  test("a case is broken by one sending of several", () => {
    expect(judged({ "*": { only: "2xx" } }, sent("fields/x", [201, "timed-out", 500, 500])))
      .toMatchInlineSnapshot(`
      "fail policy.behaviour["*"].only | "*".only: "2xx"
        1 of 2 cases
        - fields/x: expected 2xx, observed timed-out (1 of 4), 500 (2 of 4)
          witness replay reports/2026-11-20-go-7 fields/x
      fail 1"
    `);
  });

  test("what came instead of a response", () => {
    expect(judged({ "*": { never: "no-answer" } }, sent("fields/x", ["reset", "reset"])))
      .toMatchInlineSnapshot(`
      "fail policy.behaviour["*"].never | "*".never: "no-answer"
        1 of 2 cases
        - fields/x: expected anything but no-answer, observed reset (2 of 2)
          witness replay reports/2026-11-20-go-7 fields/x
      fail 1"
    `);
  });
});

describe("selectors", () => {
  test("a glob of ids, a family, a clause", () => {
    const rules: Behaviour = {
      "fields/*-missing": { only: "4xx" },
      "tag:missing": { never: "2xx" },
      "tag:response-status": { stable: true },
    };
    expect(judged(rules, ...fields)).toMatchInlineSnapshot(`
      "fail policy.behaviour["fields/*-missing"].only | "fields/*-missing".only: "4xx"
        1 of 2 cases
        - fields/date-missing: expected 4xx, observed 500 (2 of 2)
          witness replay reports/2026-11-20-go-7 fields/date-missing
      pass policy.behaviour["tag:missing"].never | "tag:missing".never: "2xx"
        2 cases, 4 observations
      pass policy.behaviour["tag:response-status"].stable | "tag:response-status".stable: true
        4 cases sent more than once
      fail 1"
    `);
  });

  test("what picks no case is an error, with the nearest name", () => {
    const rules: Behaviour = {
      feilds: { never: "5xx" },
      "fields/id-mising": { never: "5xx" },
      "tag:mising": { stable: true },
      "headers/*": { never: "5xx" },
    };
    expect(judged(rules, ...fields)).toMatchInlineSnapshot(`
      "error policy.behaviour.feilds.never | feilds.never: "5xx"
        no case of this run matches "feilds"; did you mean fields?
      error policy.behaviour["fields/id-mising"].never | "fields/id-mising".never: "5xx"
        no case of this run matches "fields/id-mising"; did you mean fields/id-missing?
      error policy.behaviour["tag:mising"].stable | "tag:mising".stable: true
        no case of this run matches "tag:mising"; did you mean tag:missing?
      error policy.behaviour["headers/*"].never | "headers/*".never: "5xx"
        no case of this run matches "headers/*"
      error 2"
    `);
  });
});

describe("stability", () => {
  test("a case that gets a different response when it is sent again", () => {
    expect(judged({ "*": { stable: true } }, ...fields, sent("fields/x", [201, 500])))
      .toMatchInlineSnapshot(`
      "fail policy.behaviour["*"].stable | "*".stable: true
        1 of 5 cases
        - fields/x: expected the same response each time, observed 201 / 500
          witness replay reports/2026-11-20-go-7 fields/x
      fail 1"
    `);
  });

  test("cases sent once show nothing", () => {
    expect(judged({ fields: { stable: true } }, sent("fields/x", [201]))).toMatchInlineSnapshot(`
      "error policy.behaviour.fields.stable | fields.stable: true
        no selected case was sent more than once: use --repeats 2
      error 2"
    `);
  });
});

test("the connection", () => {
  const closed = sent("fields/x", [201, 201], { end: "closed" });
  expect(judged({ fields: { connection: "kept" }, valid: { connection: "kept" } }, closed))
    .toMatchInlineSnapshot(`
    "fail policy.behaviour.fields.connection | fields.connection: "kept"
      1 of 1 case
      - fields/x: expected connection kept, observed connection closed (2 of 2)
        witness replay reports/2026-11-20-go-7 fields/x
    pass policy.behaviour.valid.connection | valid.connection: "kept"
      1 case, 2 observations
    fail 1"
  `);
});

describe("content type", () => {
  const html = sent("fields/html", [400], { contentType: "text/html" });
  const json = sent("fields/json", [400], { contentType: "application/json; charset=utf-8" });

  test("parameters count only where the rule has some", () => {
    const rules: Behaviour = {
      "fields/json": { contentType: "Application/JSON" },
      "fields/*": { contentType: "application/json;charset=utf-8" },
    };
    expect(judged(rules, html, json)).toMatchInlineSnapshot(`
      "pass policy.behaviour["fields/json"].contentType | "fields/json".contentType: "Application/JSON"
        1 case, 1 observation
      fail policy.behaviour["fields/*"].contentType | "fields/*".contentType: "application/json;charset=utf-8"
        1 of 2 cases
        - fields/html: expected Content-Type application/json;charset=utf-8, observed Content-Type text/html (1 of 1)
          witness replay reports/2026-11-20-go-7 fields/html
      fail 1"
    `);
  });

  test("no Content-Type, and no response at all", () => {
    const rules: Behaviour = {
      valid: { contentType: "application/json" },
      fields: { contentType: "application/json" },
    };
    expect(judged(rules, sent("fields/x", ["reset"]))).toMatchInlineSnapshot(`
      "fail policy.behaviour.valid.contentType | valid.contentType: "application/json"
        1 of 1 case
        - valid/plain: expected Content-Type application/json, observed no Content-Type (2 of 2)
          witness replay reports/2026-11-20-go-7 valid/plain
      error policy.behaviour.fields.contentType | fields.contentType: "application/json"
        nothing to judge: no response to 1 case
      fail 1"
    `);
  });
});

describe("body", () => {
  const body = (id: string, text: string): RunRecord[] => sent(id, [201, 201], { body: text });
  const good = body("fields/good", '{"id": 7}');
  const bad = body("fields/bad", '{"id": "7"}');
  const none = body("fields/none", "oops");
  const schema = { type: "object", properties: { id: { type: "integer" } }, required: ["id"] };

  test("a JSON Schema", () => {
    expect(judged({ fields: { body: schema } }, good, bad, none)).toMatchInlineSnapshot(`
      "fail policy.behaviour.fields.body | fields.body: a JSON Schema
        2 of 3 cases
        - fields/bad: expected a JSON body that matches the schema, observed $.id: must be integer (2 of 2)
          witness replay reports/2026-11-20-go-7 fields/bad
        - fields/none: expected a JSON body that matches the schema, observed a body that is not JSON (2 of 2)
          witness replay reports/2026-11-20-go-7 fields/none
      fail 1"
    `);
  });

  test("a zod schema", () => {
    expect(
      judged(
        {
          "fields/b*": { body: z.object({ id: z.int() }) },
          "fields/good": { body: z.object({ id: z.int() }) },
        },
        good,
        bad,
      ),
    ).toMatchInlineSnapshot(`
      "fail policy.behaviour["fields/b*"].body | "fields/b*".body: a zod schema
        1 of 1 case
        - fields/bad: expected a JSON body that matches the schema, observed $.id: Invalid input: expected number, received string (2 of 2)
          witness replay reports/2026-11-20-go-7 fields/bad
      pass policy.behaviour["fields/good"].body | "fields/good".body: a zod schema
        1 case, 2 observations
      fail 1"
    `);
  });

  test("a body of which the record has only the beginning cannot be judged", () => {
    const long = body("fields/long", `{"id": 7, "text": "${"x".repeat(5000)}"}`);
    expect(judged({ fields: { body: schema } }, good, long)).toMatchInlineSnapshot(`
      "inconclusive policy.behaviour.fields.body | fields.body: a JSON Schema
        2 cases, 4 observations, of which 2 cannot be judged: only the first 4,096 bytes of the body are recorded
      inconclusive 4"
    `);
  });
});

describe("agreement with another target", () => {
  const other = gateRun(
    {},
    [...sent("fields/a", [400, 400]), ...sent("fields/b", [201, 409]), ...sent("fields/c", [201])],
    {
      target: "express",
      reference: true,
    },
  );
  const rule = { behaviour: { fields: { agreesWith: "express" } } };
  const agreed = (...records: RunRecord[][]): string =>
    told(judgeRuns({ runs: [gateRun(rule, records.flat()), other] }));

  test("cases to which either responds differently each time are left out", () => {
    expect(agreed(sent("fields/a", [400, 400]), sent("fields/b", [500, 500])))
      .toMatchInlineSnapshot(`
      "pass policy.behaviour.fields.agreesWith | fields.agreesWith: "express"
        1 shared case with the same response
      pass 0"
    `);
  });

  test("a case that got the same response when it was sent again is left out", () => {
    const again = sent("fields/a", [422, 422, 400]).map((each, at) =>
      at === 3 ? { ...each, again: "alone" } : each,
    ) as RunRecord[];
    expect(agreed(again, sent("fields/c", [201, 201]))).toContain(
      "1 shared case with the same response",
    );
  });

  test("differences are named", () => {
    expect(agreed(sent("fields/a", [422, 422]), sent("fields/c", [201, 201])))
      .toMatchInlineSnapshot(`
      "fail policy.behaviour.fields.agreesWith | fields.agreesWith: "express"
        1 of 2 shared cases
        - fields/a: expected 400, as express responds, observed 422
          witness replay reports/2026-11-20-go-7 fields/a
      fail 1"
    `);
  });

  test("no shared case, and no such target", () => {
    expect(agreed(sent("fields/z", [422]))).toMatchInlineSnapshot(`
      "error policy.behaviour.fields.agreesWith | fields.agreesWith: "express"
        no selected case is stable both here and at express
      error 2"
    `);
    const typo = gateRun({ behaviour: { valid: { agreesWith: "expres" } } }, []);
    expect(told(judgeRuns({ runs: [typo, other] }))).toMatchInlineSnapshot(`
      "error policy.behaviour.valid.agreesWith | valid.agreesWith: "expres"
        there is no run of expres: did you mean "express"?
      error 2"
    `);
  });
});
