import { expect, test } from "vitest";
import { interfaceOf } from "../contract/user-submission.ts";
import type { RequestResult } from "../model/observation.ts";
import type { CaseRequest } from "../model/request.ts";
import { isRepeatedValue, saidWords } from "./repeated-value.ts";

const from = interfaceOf({});
const asking = (email: string): CaseRequest => ({
  sender: "client",
  body: [JSON.stringify({ email })],
});
const saying = (detail: string): RequestResult => ({
  outcome: "answered",
  status: 409,
  totalUs: 1,
  response: {
    version: "1.1",
    status: 409,
    reason: "",
    headers: [],
    framing: "length",
    body: { bytes: 1, sha256: "", text: JSON.stringify({ detail }) },
  },
});
const taken = (email: string): RequestResult => saying(`the e-mail address ${email} is taken`);

const first = "u234567890@example.com";
const words = saidWords(taken(first), asking(first), from);
const unique = [{ path: "email", signature: "409", words }];

test.each([
  ["a value without a word of the message", "user@example.com", true],
  ["a value with a word of the message", "user@mail.example.com", true],
  ["a value with all words of the message", "the.mail.address@taken.example", true],
])("a repeated value is known by its message: %s", (_, email, isKnown) => {
  expect(isRepeatedValue([taken(email)], asking(email), { unique, from })).toBe(isKnown);
});

test("another message with the same status is not that of a repeated value", () => {
  const other = saying("the e-mail address is on the list of blocked ones");
  expect(isRepeatedValue([other], asking("user@mail.example.com"), { unique, from })).toBe(false);
});
