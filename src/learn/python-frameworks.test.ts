import { isUtf8 } from "node:buffer";
import { expect, test } from "vitest";
import { suites } from "../../suites/index.ts";
import { userSubmission } from "../contract/index.ts";
import { requestsOf } from "../generate/index.ts";
import { messageLimits } from "../kinds/index.ts";
import type { CaseRequest } from "../model/index.ts";
import { KnownResponses } from "./candidate.ts";
import { documentFinding, documentSubject } from "./document-subject.ts";
import type { MessageInput } from "./message-subjects.ts";

const input: MessageInput = {
  on: requestsOf(userSubmission),
  cases: suites.flatMap(({ cases }) => cases),
  known: new KnownResponses(),
  accepted: "201",
  rawAccepted: "201",
  refusesFurther: false,
  fields: new Map(),
};

type Errors = { json: string; deep: string; bytes: string; surrogates: string };

/** What is found of a server with the parser of Python 3.11, behind calls of its own, and with these statuses. */
async function foundOf(levels: bigint, errors: Errors): Promise<string> {
  const { pool, rules } = documentSubject(input, "parser");
  const [depth] = messageLimits.document.filter(({ id }) => id === "document-depth");
  const python = rules.find(({ id }) => id === "document-python-3.11");
  const replies = new Map<CaseRequest, string>();
  const known = new KnownResponses();
  for (const { value, request } of pool) {
    const bytes = Buffer.from(value.bytes);
    const isRead = python?.accepts(value) === true;
    const isAlone = /\\u[dD][89a-fA-F]/.test(bytes.toString("latin1"));
    const fits = python?.judges(value) === true;
    const word =
      (depth?.measure(value) ?? 0n) > levels
        ? errors.deep
        : !isRead
          ? isUtf8(bytes)
            ? errors.json
            : errors.bytes
          : isAlone
            ? errors.surrogates
            : fits
              ? "201"
              : errors.json;
    replies.set(request, word);
    known.add(request, "case", [word, word]);
  }
  const found = await documentFinding({ ...input, known }, [], {
    ask: async (request) => ({ signature: replies.get(request) ?? errors.json }),
    keep: ({ name }) => name,
    width: 1,
  });
  return (found?.checks ?? [])
    .map(({ signature, rules: left }) => `${left.map(({ id }) => id).join()}: ${signature}`)
    .join("; ");
}

const ONE = { json: "422", deep: "422", bytes: "422", surrogates: "201" };

test.each<[name: string, levels: bigint, errors: Errors, found: RegExp]>([
  ["one status", 963n, ONE, /^document-python-3\.11: 422$/],
  [
    "FastAPI, with responses that cannot be written",
    963n,
    { ...ONE, deep: "400", bytes: "400", surrogates: "500" },
    /^document-python-3\.11: 422 or 400$/,
  ],
  [
    "Flask, which fails at deep nesting",
    963n,
    { ...ONE, json: "400", bytes: "400", deep: "500" },
    /^document-python(?:-3\.11)?\b.*: 400$/,
  ],
])("the parser of Python behind %s", async (_, levels, errors, found) => {
  expect(await foundOf(levels, errors)).toMatch(found);
});
