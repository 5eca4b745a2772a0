import { expect, test } from "vitest";
import { suites } from "../../suites/index.ts";
import { userSubmission } from "../contract/index.ts";
import type { RawStep } from "../model/index.ts";
import { hazardOf } from "./hazard.ts";
import { isIncomplete, isUnfinished } from "./request-bytes.ts";

const unfinished = (text: string): boolean =>
  isUnfinished(
    { sender: "wire", steps: [{ do: "send", head: [text] }, { do: "read" }] },
    userSubmission,
  );

const CHUNKED = "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n";
const LENGTH = "POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\n";

test.each([
  ["", true],
  ["\r\n\r\n", true],
  ["GET / HTTP/1.1\r\n", true],
  ["GET / HTTP/1.1\r\n\r\n", false],
  [`${LENGTH}ab`, true],
  [`${LENGTH}abc`, false],
  [`${LENGTH}abcd`, false],
  [CHUNKED, true],
  [`${CHUNKED}3\r\nab`, true],
  [`${CHUNKED}3\r\nabc\r\n`, true],
  [`${CHUNKED}3;x\r\nabc\r\n0\r\n`, true],
  [`${CHUNKED}3\r\nabc\r\n0\r\n\r\n`, false],
  [`${CHUNKED}3\r\nabc\r\n0\r\na: b\r\n`, true],
  [`${CHUNKED}3\r\nabc\r\n0\r\na: b\r\n\r\n`, false],
  [`${CHUNKED}3\r\nabcd\r\n0\r\n\r\n`, false],
  [`${CHUNKED}x\r\nabc\r\n0\r\n\r\n`, false],
])("a request that waits for the rest: %j is %s", (text, expected) => {
  expect(unfinished(text)).toBe(expected);
});

test("a half-closed connection waits for nothing", () => {
  const steps = [
    { do: "send" as const, head: [LENGTH] },
    { do: "half-close" as const },
    { do: "read" as const },
  ];
  expect(isUnfinished({ sender: "wire", steps }, userSubmission)).toBe(false);
});

test("no response is due to what ends early, or to nothing, whoever closes", () => {
  const sends = (text: string): RawStep => ({ do: "send", head: [text] });
  const end: RawStep = { do: "half-close" };
  const isDue = (...steps: RawStep[]): boolean =>
    !isIncomplete({ sender: "wire", steps: [...steps, { do: "read" }] }, userSubmission);
  expect(isDue(sends(`${LENGTH}abc`), end)).toBe(true);
  for (const steps of [[sends(`${LENGTH}ab`), end], [end], []]) expect(isDue(...steps)).toBe(false);
});

test("in the catalogue there are some, and only of suites about framing", () => {
  const found = suites.flatMap(({ name, cases }) =>
    cases
      .filter((each) => hazardOf(each) === undefined && isUnfinished(each.request, userSubmission))
      .map(() => name),
  );
  expect(found.length).toBeGreaterThan(20);
  expect(found.length).toBeLessThan(64);
  expect(new Set(found)).toEqual(new Set(["headers", "framing", "versions", "connection"]));
});
