import { LOAD_NUMBERS } from "../fresh-numbers.ts";
import { expect, test } from "vitest";
import {
  dateTimeField,
  defineInterface,
  parseBaseUrl,
  textField,
  uriField,
} from "../contract/index.ts";
import { IdSequence, RequestRing } from "./request-ring.ts";

const target = parseBaseUrl("http://localhost:3000");

test.each([
  ["in the query", { path: "/v1/pages", query: { of: uriField({ fresh: true }) } }],
  ["in the path", { path: "/v1/{at}", parameters: { at: dateTimeField({ fresh: true }) } }],
  [
    "in the path as it is",
    { path: "/v1/{name}", parameters: { name: textField({ fresh: true }) } },
  ],
])("a value that tells requests apart is renewed where it is percent-encoded: %s", (_, input) => {
  const from = defineInterface({ method: "GET", ...input });
  const ring = new RequestRing(
    { target, interface: from },
    new IdSequence(100_000_000, LOAD_NUMBERS),
    3,
  );
  const sent = Array.from({ length: 10 }, () => ring.next().toString("latin1"));
  expect(new Set(sent).size).toBe(sent.length);
  for (const each of sent) {
    expect(each).toMatch(/^GET \/v1\/[\w.~%?=-]+ HTTP\/1\.1\r\n/);
    expect(each.length).toBe(sent[0]?.length);
  }
});
