import { expect, test } from "vitest";
import { defineInterface } from "../contract/define-interface.ts";
import { emailField } from "../contract/index.ts";
import { interfaceOf } from "../contract/user-submission.ts";
import type { RequestResult } from "../model/observation.ts";
import type { CaseRequest } from "../model/index.ts";
import { emptyDocumented } from "./documented/documented-fold.ts";
import { emptyFold, type RunFold } from "./run-fold.ts";
import { foldRecord } from "./fold-record.ts";
import { judgedSignatures } from "./stability.ts";
import { isRepeatedValue, messageWords } from "./response-message.ts";

const from = interfaceOf({});
const asking = (email: string): CaseRequest => ({
  sender: "client",
  body: [JSON.stringify({ email })],
});
const saying = (detail: string, status = 409): RequestResult => ({
  outcome: "answered",
  status,
  totalUs: 1,
  response: {
    version: "1.1",
    status,
    reason: "",
    headers: [],
    framing: "length",
    body: { bytes: 1, sha256: "", text: JSON.stringify({ detail }) },
  },
});
const taken = (email: string): RequestResult => saying(`the e-mail address ${email} is taken`);

const first = "u234567890@example.com";
const words = messageWords(taken(first), asking(first), from);
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

const failing = saying("Server Error", 500);

/** A run with a unique field, in which the case of one constant value got these responses. */
function runWith(answers: readonly RequestResult[]): RunFold {
  const fold = emptyFold();
  const stated = {
    ...defineInterface({ path: "/users", fields: { email: emailField() } }),
    responses: [{ status: "201", at: "users.yaml#/201" }],
  };
  fold.documented = emptyDocumented(stated);
  fold.unique = unique;
  const sent = { id: "field-email/dots", reason: "r", clauses: ["accepts"], valid: true as const };
  foldRecord(fold, { type: "case", case: { ...sent, request: asking("a.b@example.com") } });
  for (const [seq, answer] of answers.entries())
    foldRecord(fold, {
      type: "observation",
      seq,
      case: sent.id,
      attempt: seq + 1,
      fresh: 0,
      atMs: 0,
      answers: [answer],
      end: "kept",
      timeoutMs: 1,
    });
  foldRecord(fold, {
    type: "footer",
    end: "done",
    observations: answers.length,
    endedAt: "2026-01-01T00:00:00.000Z",
    durationMs: 1,
  });
  return fold;
}

test.each([
  ["another request had the value at the same time", [failing, taken("a.b@example.com")], 0],
  ["it fails each time", [failing, failing], 2],
  ["it is sent once", [failing], 1],
])("an error of the server for a value that has to be unique: %s", (_, answers, breaches) => {
  const fold = runWith(answers);
  expect(fold.documented?.broken).toBe(breaches);
  const known = fold.cases.get("field-email/dots");
  expect(known && judgedSignatures(known)).toHaveLength(breaches);
});
