import { describe, expect, test } from "vitest";
import { parseBaseUrl } from "../src/contract/base-url.ts";
import { orderList, orderSubmission } from "../src/contract/order.fixture.ts";
import { drawCases } from "../src/generate/draw-cases.ts";
import { render, renderSend } from "../src/generate/render.ts";
import { isAsDescribed } from "../src/kinds/fits.ts";
import type { Case } from "../src/model/case.ts";
import type { Interface } from "../src/model/interface.ts";
import { suitesFor } from "./index.ts";

const DRAWN = 50;
/** Suites about the body, which an interface without one does not have. */
const OF_BODY = ["malformed-json", "fields", "encoding", "size"];
/** The keys of the built-in interface where JSON:API and JSON-RPC have them as well. */
const OF_NOTATIONS = /json-api|json-rpc/;

const fillingOf = (from: Interface) => ({
  interface: from,
  target: parseBaseUrl("http://h:1/base"),
  firstId: 100_000_000,
  fresh: 0,
});

function casesOf(from: Interface): Case[] {
  return suitesFor(from).flatMap((suite) => [
    ...suite.cases,
    ...suite.properties.flatMap((property) => [...drawCases(suite.name, property, 7, DRAWN)]),
  ]);
}

/** The body of the first message. */
function bodyOf({ request }: Case, from: Interface): Buffer {
  const filling = fillingOf(from);
  if (request.sender === "client") return render(request.body, filling);
  const sent = request.steps.flatMap((step) =>
    step.do === "send" ? [renderSend(step, filling)] : [],
  );
  const bytes = Buffer.concat(sent);
  return bytes.subarray(bytes.indexOf("\r\n\r\n") + 4);
}

describe.each([orderSubmission, orderList])("the suites of $name", (from) => {
  const cases = casesOf(from);

  test("have cases with ids of their own, and clauses that the interface has", () => {
    expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
    const known = new Set(from.clauses.map(({ id }) => id));
    for (const { id, clauses } of cases)
      expect([id, clauses.filter((each) => !known.has(each))]).toEqual([id, []]);
  });

  test("have the stated request, by both senders", () => {
    for (const name of ["valid/plain", "valid/plain-on-the-wire"])
      expect(cases.find(({ id }) => id === name)?.valid).toBe(true);
  });

  test("call valid only what the interface states", () => {
    for (const each of cases.filter(({ valid }) => valid === true)) {
      const body = bodyOf(each, from).toString();
      if (from.body === undefined) expect([each.id, body]).toEqual([each.id, ""]);
      else expect([each.id, isAsDescribed(from.body, JSON.parse(body))]).toEqual([each.id, true]);
    }
  });

  test("say nothing of the built-in interface", () => {
    for (const each of cases) {
      if (each.generated !== undefined || OF_NOTATIONS.test(each.id)) continue;
      const { id, reason, request } = each;
      const said = `${id} ${reason} ${JSON.stringify(request)}`;
      const found = /.{0,20}(api\/user|\\"id\\"|\\"date\\"|undefined:|\bid and date\b).{0,20}/.exec(
        said,
      );
      expect([id, found?.[0]]).toEqual([id, undefined]);
      expect([id, / undefined\b/.test(reason) && !id.includes("undefined")]).toEqual([id, false]);
    }
  });
});

test("an interface without a body has no suites about it", () => {
  const names = suitesFor(orderList).map(({ name }) => name);
  expect(names.filter((name) => OF_BODY.includes(name))).toEqual([]);
  expect(names).toContain("valid");
});
