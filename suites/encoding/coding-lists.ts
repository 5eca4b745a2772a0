import { casesOf, rows } from "../rows.ts";
import type { CaseDefinition, Requests } from "../../src/generate/index.ts";
import { codedCases } from "./coded-cases.ts";
import { brotli, type StoredBodies } from "./stored.ts";
import type { ClauseId } from "../../src/contract/index.ts";
import type { Template } from "../../src/template/index.ts";

const inGzip = (body: Template): Template => [{ encode: body, as: "gzip" }];
const bombClauses: ClauseId[] = [
  "body",
  "limit-size",
  "error-conditions",
  "error-codes",
  "error-payload",
  "response-status",
];

const lists = (
  on: Requests,
  { stated, gzipped, gzippedBytes, deflated }: StoredBodies,
): CaseDefinition[] =>
  codedCases(
    on,
    "coding-list",
    rows`
  gzip-gzip | a body in gzip twice, both named | gzip, gzip | ${inGzip(gzipped)}
  gzip-gzip-once | a body in gzip once, named twice | gzip, gzip | ${gzipped}
  gzip-twice | a body in gzip twice, named once | gzip | ${inGzip(gzipped)}
  gzip-br | a body in gzip and then Brotli, named in that order | gzip, br | ${brotli(gzipped, gzippedBytes)}
  br-gzip | a body in gzip and then Brotli, named the other way round | br, gzip | ${brotli(gzipped, gzippedBytes)}
  gzip-br-only-gzip | a body in gzip, named gzip and br | gzip, br | ${gzipped}
  deflate-gzip | a body in deflate and then gzip, named in that order | deflate, gzip | ${[{ encode: deflated, as: "gzip" }]}
  gzip-identity | a body in gzip, named gzip and identity | gzip, identity | ${gzipped}
  identity-gzip | a body in gzip, named identity and gzip | identity, gzip | ${gzipped}
  identity-identity | a plain body, named identity twice | identity, identity | ${stated}
  gzip-foo | a body in gzip, named gzip and foo | gzip, foo | ${gzipped}
  comma-gzip | a body in gzip, a comma before its name | , gzip | ${gzipped}
  gzip-comma | a body in gzip, a comma after its name | gzip, | ${gzipped}
  no-space | a body in gzip twice, both named without a space between | gzip,gzip | ${inGzip(gzipped)}
`,
  );

type Lines = [name: string, reason: string, values: string[], body: Template];

const lines = ({ gzipped }: StoredBodies): Lines[] => rows`
  gzip-gzip | a body in gzip twice, named on two lines | ${["gzip", "gzip"]} | ${inGzip(gzipped)}
  gzip-gzip-once | a body in gzip once, named on two lines | ${["gzip", "gzip"]} | ${gzipped}
  gzip-identity | a body in gzip, gzip and identity on two lines | ${["gzip", "identity"]} | ${gzipped}
  identity-gzip | a body in gzip, identity and gzip on two lines | ${["identity", "gzip"]} | ${gzipped}
`;

const onLines = (on: Requests, stored: StoredBodies): CaseDefinition[] =>
  casesOf("coding-lines", lines(stored), (values, body) =>
    on.rawRequest({ extra: values.map((value) => [`Content-Encoding: ${value}`]), body }),
  );

const bombs = (
  on: Requests,
  { brotliBomb, brotliBombBytes, gzipBomb, rawDeflateBomb }: StoredBodies,
): CaseDefinition[] =>
  codedCases(
    on,
    "bomb",
    rows`
  br | the stated body and 10 MiB of spaces in ${brotliBombBytes} bytes of Brotli | br | ${brotliBomb}
  gzip | some 10 MiB of spaces before the stated body, in two members of gzip | gzip | ${gzipBomb}
  deflate-raw | the stated body and some 10 MiB of spaces in deflate without a head | deflate | ${rawDeflateBomb}
`,
  ).map((bomb) => ({ ...bomb, alone: true, clauses: bombClauses }));

/** Several nested codings, on one line or two, and codings that grow. */
export const codingListCases = (on: Requests, stored: StoredBodies): CaseDefinition[] => [
  ...lists(on, stored),
  ...onLines(on, stored),
  ...bombs(on, stored),
];
