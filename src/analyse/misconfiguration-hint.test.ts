import { expect, test } from "vitest";
import { userSubmission } from "../contract/index.ts";
import type { RunHeader } from "../model/index.ts";
import { misconfigurationHint } from "./misconfiguration-hint.ts";

test("where the server says what it has not found, the body may name it", () => {
  const from = { ...userSubmission, path: "/orders", responses: [{ status: "201", at: "" }] };
  const header = { target: { baseUrl: "http://a:1" }, interface: from } as unknown as RunHeader;
  const got = { status: 404, isHtml: false, asksForTls: false, said: "no such product" };
  expect(misconfigurationHint(got, header)).toBe(
    'every valid request got 404: "no such product"; in the document, give an `example` of something that exists; or is http://a:1/orders the right URL? (the path /orders is appended)',
  );
});
