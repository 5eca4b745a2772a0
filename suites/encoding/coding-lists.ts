import { codedCases } from "./coded-cases.ts";
import {
  GZIPPED_BYTES,
  brotli,
  brotliBomb,
  deflated,
  gzipBomb,
  gzipped,
  rawDeflateBomb,
} from "./stored.ts";
import type { ClauseId } from "../../src/contract/clauses.ts";
import { user } from "../../src/generate/user-submission.ts";
import type { CaseDefinition } from "../../src/generate/define-suite.ts";
import { wirePost } from "../../src/generate/user-submission.ts";
import type { Template } from "../../src/template/template.ts";

const twice: Template = [{ encode: gzipped, as: "gzip" }];
const bombClauses: ClauseId[] = [
  "body",
  "limit-size",
  "error-conditions",
  "error-codes",
  "error-payload",
  "response-status",
];

const lists = codedCases("coding-list", [
  ["gzip-gzip", "a body in gzip twice, both named", "gzip, gzip", twice],
  ["gzip-gzip-once", "a body in gzip once, named twice", "gzip, gzip", gzipped],
  ["gzip-twice", "a body in gzip twice, named once", "gzip", twice],
  [
    "gzip-br",
    "a body in gzip and then Brotli, named in that order",
    "gzip, br",
    brotli(gzipped, GZIPPED_BYTES),
  ],
  [
    "br-gzip",
    "a body in gzip and then Brotli, named the other way round",
    "br, gzip",
    brotli(gzipped, GZIPPED_BYTES),
  ],
  ["gzip-br-only-gzip", "a body in gzip, named gzip and br", "gzip, br", gzipped],
  [
    "deflate-gzip",
    "a body in deflate and then gzip, named in that order",
    "deflate, gzip",
    [{ encode: deflated, as: "gzip" }],
  ],
  ["gzip-identity", "a body in gzip, named gzip and identity", "gzip, identity", gzipped],
  ["identity-gzip", "a body in gzip, named identity and gzip", "identity, gzip", gzipped],
  ["identity-identity", "a plain body, named identity twice", "identity, identity", user()],
  ["gzip-foo", "a body in gzip, named gzip and foo", "gzip, foo", gzipped],
  ["comma-gzip", "a body in gzip, a comma before its name", ", gzip", gzipped],
  ["gzip-comma", "a body in gzip, a comma after its name", "gzip,", gzipped],
  ["no-space", "a body in gzip twice, both named without a space between", "gzip,gzip", twice],
]);

const lines: [name: string, reason: string, values: string[], body: Template][] = [
  ["gzip-gzip", "a body in gzip twice, named on two lines", ["gzip", "gzip"], twice],
  ["gzip-gzip-once", "a body in gzip once, named on two lines", ["gzip", "gzip"], gzipped],
  [
    "gzip-identity",
    "a body in gzip, gzip and identity on two lines",
    ["gzip", "identity"],
    gzipped,
  ],
  [
    "identity-gzip",
    "a body in gzip, identity and gzip on two lines",
    ["identity", "gzip"],
    gzipped,
  ],
];

const onLines: CaseDefinition[] = lines.map(([name, reason, values, body]) => ({
  name: `coding-lines-${name}`,
  reason,
  family: "coding-lines",
  request: wirePost({ extra: values.map((value) => [`Content-Encoding: ${value}`]), body }),
}));

const bombs: CaseDefinition[] = codedCases("bomb", [
  ["br", "the stated body and 10 MiB of spaces in 67 bytes of Brotli", "br", brotliBomb],
  [
    "gzip",
    "some 10 MiB of spaces before the stated body, in two members of gzip",
    "gzip",
    gzipBomb,
  ],
  [
    "deflate-raw",
    "the stated body and some 10 MiB of spaces in deflate without a head",
    "deflate",
    rawDeflateBomb,
  ],
]).map((bomb) => ({ ...bomb, alone: true, clauses: bombClauses }));

/** Several codings over one another, on one line or two, and codings that grow. */
export const codingListCases: CaseDefinition[] = [...lists, ...onLines, ...bombs];
