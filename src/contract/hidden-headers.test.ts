import { expect, test } from "vitest";
import { hideHeaders } from "./fields.ts";
import { withGiven } from "./route.ts";
import { userSubmission } from "./user-submission.ts";

const keyed = {
  ...userSubmission,
  headers: [
    ["X-Tenant", "acme"],
    ["Authorization", "Bearer stated"],
  ] satisfies [string, string][],
};

test("an interface that states a credential keeps its name, and its value goes apart", () => {
  const { interface: from, hidden } = hideHeaders(keyed);
  expect(from.headers).toEqual([["X-Tenant", "acme"]]);
  expect(from.given).toEqual(["Authorization"]);
  expect(hidden.get("authorization")?.reveal()).toBe("Bearer stated");
  expect(JSON.stringify([from, ...hidden])).not.toContain("Bearer stated");
});

test("so does a header on the list", () => {
  const { interface: from, hidden } = hideHeaders(keyed, ["x-tenant"]);
  expect(from.headers).toEqual([]);
  expect(from.given).toEqual(["X-Tenant", "Authorization"]);
  expect([...hidden.keys()]).toEqual(["x-tenant", "authorization"]);
});

test("a given header replaces the stated one, whose value is kept nowhere", () => {
  const { interface: from, hidden } = hideHeaders(withGiven(keyed, ["authorization"]));
  expect(from.headers).toEqual([["X-Tenant", "acme"]]);
  expect(from.given).toEqual(["authorization"]);
  expect(hidden.size).toBe(0);
});

test("an interface without credentials stays what it is", () => {
  expect(hideHeaders(userSubmission).interface).toBe(userSubmission);
});
