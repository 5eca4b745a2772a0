import { rows } from "../rows.ts";
import type { CaseDefinition, Requests } from "../../src/generate/index.ts";
import { codedCases } from "./coded-cases.ts";
import type { StoredBodies } from "./stored.ts";
import { bytes, raw, times, type Template } from "../../src/template/index.ts";

const cut = (body: Template, to: number): Template => [{ slice: body, from: 0, to }];
const patched = (body: Template, at: number, ...values: number[]): Template => [
  { slice: body, from: 0, to: at },
  raw(...values),
  { slice: body, from: at + values.length },
];

/** Bodies whose coding is cut, changed or followed by other bytes. */
export function codingFaultCases(
  on: Requests,
  {
    bodyBytes,
    gzipped,
    gzippedBytes,
    deflated,
    deflatedBytes,
    brotliBody,
    brotliBytes,
  }: StoredBodies,
): CaseDefinition[] {
  const crcAt = gzippedBytes - 8;
  return codedCases(
    on,
    "coding-broken",
    rows`
  gzip-empty-body | an empty body, named gzip | gzip | ${[]}
  br-empty-body | an empty body, named br | br | ${[]}
  gzip-of-nothing | nothing in gzip | gzip | ${[{ encode: [], as: "gzip" }]}
  deflate-of-nothing | nothing in deflate | deflate | ${[{ encode: [], as: "deflate" }]}
  br-of-nothing | nothing in Brotli | br | ${[raw(6)]}
  gzip-cut-1 | the first byte of a body in gzip | gzip | ${cut(gzipped, 1)}
  gzip-cut-head | the ten bytes of the head of a body in gzip | gzip | ${cut(gzipped, 10)}
  gzip-cut-half | half of a body in gzip | gzip | ${cut(gzipped, 15 + Math.floor(bodyBytes / 2))}
  gzip-cut-trailer | a body in gzip without its checksum and length | gzip | ${cut(gzipped, crcAt)}
  gzip-cut-last | a body in gzip without its last byte | gzip | ${cut(gzipped, gzippedBytes - 1)}
  deflate-cut-checksum | a body in deflate without its checksum | deflate | ${cut(deflated, deflatedBytes - 4)}
  deflate-cut-half | half of a body in deflate | deflate | ${cut(deflated, Math.floor(deflatedBytes / 2))}
  br-cut-last | a body in Brotli without its last byte | br | ${brotliBody.slice(0, -1)}
  br-cut-half | half of a body in Brotli | br | ${cut(brotliBody, Math.floor(brotliBytes / 2))}
  gzip-then-letter | a letter after a body in gzip | gzip | ${bytes`${gzipped}a`}
  gzip-then-zeros | sixteen NUL bytes after a body in gzip | gzip | ${[...gzipped, times("\0", 16)]}
  gzip-then-magic | the first two bytes of a further member after a body in gzip | gzip | ${[...gzipped, raw(0x1f, 0x8b)]}
  deflate-then-letter | a letter after a body in deflate | deflate | ${bytes`${deflated}a`}
  br-then-letter | a letter after a body in Brotli | br | ${bytes`${brotliBody}a`}
  gzip-checksum | a body in gzip with zeros for its checksum | gzip | ${patched(gzipped, crcAt, 0, 0, 0, 0)}
  gzip-length | a body in gzip with zeros for its length | gzip | ${patched(gzipped, crcAt + 4, 0, 0, 0, 0)}
  gzip-magic | a body in gzip with zeros for its first two bytes | gzip | ${patched(gzipped, 0, 0, 0)}
  gzip-method | a body in gzip with another method in its head | gzip | ${patched(gzipped, 2, 7)}
  gzip-flags | a body in gzip with all flags set in its head | gzip | ${patched(gzipped, 3, 0xff)}
  gzip-block | a body in gzip with a block of the reserved type | gzip | ${patched(gzipped, 10, 7)}
  deflate-checksum | a body in deflate with zeros for its checksum | deflate | ${patched(deflated, deflatedBytes - 4, 0, 0, 0, 0)}
`,
  );
}
