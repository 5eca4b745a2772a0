import { rows } from "../rows.ts";
import {
  exampleBytes,
  writeMember,
  type BodyForms,
  type CaseDefinition,
  type Requests,
} from "../../src/generate/index.ts";
import { codedCases } from "./coded-cases.ts";
import { rawDeflate, zstandard, type StoredBodies } from "./stored.ts";
import { bytes, raw, type Template } from "../../src/template/index.ts";

const cut = (body: Template, to: number): Template => [{ slice: body, from: 0, to }];

const coded = (
  on: Requests,
  { stated, bodyBytes, gzipped, deflated, brotliBody }: StoredBodies,
  middle: number,
): CaseDefinition[] =>
  codedCases(
    on,
    "coding",
    rows`
  gzip | a body in gzip, so named | gzip | ${gzipped}
  gzip-upper | a body in gzip, named in upper case | GZIP | ${gzipped}
  gzip-mixed | a body in gzip, named in mixed case | GZip | ${gzipped}
  x-gzip | a body in gzip, named x-gzip | x-gzip | ${gzipped}
  deflate | a body in deflate with zlib's head, named deflate | deflate | ${deflated}
  deflate-raw | a body in deflate without a head, named deflate | deflate | ${rawDeflate(stated, bodyBytes)}
  x-deflate | a body in deflate with zlib's head, named x-deflate | x-deflate | ${deflated}
  br | a body in Brotli, named br | br | ${brotliBody}
  brotli | a body in Brotli, named brotli | brotli | ${brotliBody}
  zstd | a body in Zstandard, named zstd | zstd | ${zstandard(stated, bodyBytes)}
  identity | a plain body, named identity | identity | ${stated}
  identity-upper | a plain body, named identity in upper case | IDENTITY | ${stated}
  gzip-name-inside | a body in gzip with a file's name in its head | gzip | ${[raw(0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 3), "a", raw(0), { slice: gzipped, from: 10 }]}
  gzip-two-members | a body in two members of gzip, cut after the first member of the body | gzip | ${[
    { encode: cut(stated, middle), as: "gzip" },
    { encode: [{ slice: stated, from: middle }], as: "gzip" },
  ]}
  gzip-empty-member-first | an empty member of gzip before that of the body | gzip | ${[{ encode: [], as: "gzip" }, ...gzipped]}
  gzip-empty-member-last | an empty member of gzip after that of the body | gzip | ${[...gzipped, { encode: [], as: "gzip" }]}
  gzip-utf-16 | a body in UTF-16, in gzip | gzip | ${[{ encode: [{ encode: stated, as: "utf16le" }], as: "gzip" }]}
  gzip-bom | a byte order mark and the body, in gzip | gzip | ${[{ encode: ["\ufeff", ...stated], as: "gzip" }]}
  gzip-not-json | letters that are not JSON, in gzip | gzip | ${[{ encode: ["abc"], as: "gzip" }]}
`,
  );

const otherwise = (
  on: Requests,
  { stated, gzipped, deflated, brotliBody }: StoredBodies,
): CaseDefinition[] =>
  codedCases(on, "coding-differs", [
    ["gzip-plain", "a plain body, named gzip", "gzip", stated],
    ["deflate-plain", "a plain body, named deflate", "deflate", stated],
    ["br-plain", "a plain body, named br", "br", stated],
    ["zstd-plain", "a plain body, named zstd", "zstd", stated],
    ["compress-plain", "a plain body, named compress", "compress", stated],
    ["gzip-unnamed", "a body in gzip, without Content-Encoding", null, gzipped],
    ["deflate-unnamed", "a body in deflate, without Content-Encoding", null, deflated],
    ["br-unnamed", "a body in Brotli, without Content-Encoding", null, brotliBody],
    ["gzip-as-br", "a body in gzip, named br", "br", gzipped],
    ["br-as-gzip", "a body in Brotli, named gzip", "gzip", brotliBody],
    ["deflate-as-gzip", "a body in deflate, named gzip", "gzip", deflated],
    ["gzip-as-deflate", "a body in gzip, named deflate", "deflate", gzipped],
    ["gzip-as-identity", "a body in gzip, named identity", "identity", gzipped],
  ]);

const names = (on: Requests, { stated, gzipped }: StoredBodies): CaseDefinition[] =>
  codedCases(on, "coding-name", [
    ["foo", "a plain body, its coding named foo", "foo", stated],
    ["empty", "a plain body, an empty Content-Encoding", "", stated],
    ["star", "a plain body, its coding named *", "*", stated],
    ["none", "a plain body, its coding named none", "none", stated],
    ["utf-8", "a plain body, its coding named utf-8", "utf-8", stated],
    ["chunked", "a plain body, its coding named chunked", "chunked", stated],
    ["aes128gcm", "a plain body, its coding named aes128gcm", "aes128gcm", stated],
    ["comma", "a plain body, a comma as its Content-Encoding", ",", stated],
    ["gzip-quoted", "a body in gzip, named in quotes", `"gzip"`, gzipped],
    ["gzip-weight", "a body in gzip, its name followed by a weight", "gzip;q=1", gzipped],
    ["gzip-space-foo", "a body in gzip, its name followed by a space and foo", "gzip foo", gzipped],
    ["long", "a plain body, its coding named by 1000 letters", "a".repeat(1000), stated],
  ]);

/** Where the stated body is split: after its first member and the comma, else in its middle. */
function middleOf({ on, first, last }: BodyForms): number {
  if (first === undefined || last === undefined) return Math.floor(on.bodyBytes / 2);
  return exampleBytes(bytes`{${writeMember(first)},`, on.interface).length;
}

/** Content-Encoding with a body in that coding, in another, and without a coding. */
export const codingCases = (forms: BodyForms, stored: StoredBodies): CaseDefinition[] => [
  ...coded(forms.on, stored, middleOf(forms)),
  ...otherwise(forms.on, stored),
  ...names(forms.on, stored),
];
