import { rowsInto, bytes, raw, type Template, times, rows } from "../../src/template/index.ts";
import type { BodyForms, CaseDefinition, Requests } from "../../src/generate/index.ts";
import { ERRORS, casesOf, exampleBytes, writeMember } from "../../src/generate/index.ts";
import type { ClauseId } from "../../src/contract/index.ts";

const lowBytes = (value: number, count: number) =>
  raw(...Array.from({ length: count }, (_, index) => Math.floor(value / 256 ** index) % 256));

/** A block of deflate without compression: fresh values stay possible, and there is no checksum. */
const storedBlock = (template: Template, length: number, last: boolean): Template => [
  raw(last ? 1 : 0),
  lowBytes(length, 2),
  lowBytes(0xffff - length, 2),
  ...template,
];

/** Brotli: a window of 64 KiB, one stored meta-block, the empty last one. */
const brotli = (template: Template, length: number): Template => [
  lowBytes(2 ** 20 + (length - 1) * 16, 3),
  ...template,
  raw(3),
];

/** Zstandard: one frame with one segment and one stored block. The length has one byte, or two from 256 on. */
const zstandard = (template: Template, length: number): Template => [
  raw(0x28, 0xb5, 0x2f, 0xfd, length < 256 ? 0x20 : 0x60),
  length < 256 ? raw(length) : lowBytes(length - 256, 2),
  lowBytes(length * 8 + 1, 3),
  ...template,
];

/** Deflate of 10,485,121 spaces as one last block. */
const deflatedSpaces: Template = [
  { base64: "Uxg=" },
  { repeat: [{ base64: "BaNgFIyCUTAKRsEoGA==" }], times: 5079 },
  { base64: "BaNgFIyCUTAKRsEoAAA=" },
];

/** The stated body in codings without compression, whose length is known, and in some that grow. */
export function storedBodies({ on, stated }: BodyForms) {
  const { bodyBytes } = on;
  const gzipped: Template = [{ encode: stated, as: "gzip" }];
  const deflated: Template = [{ encode: stated, as: "deflate" }];
  return {
    stated,
    bodyBytes,
    gzipped,
    gzippedBytes: 10 + 5 + bodyBytes + 8,
    /** With zlib's head. */
    deflated,
    deflatedBytes: 2 + 5 + bodyBytes + 4,
    brotliBody: brotli(stated, bodyBytes),
    brotliBytes: 3 + bodyBytes + 1,
    /** About 10 MiB of spaces in a member of gzip, then the stated body in a second. */
    gzipBomb: [
      raw(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3),
      ...deflatedSpaces,
      { base64: "MKQKvIH9nwA=" },
      ...gzipped,
    ] satisfies Template,
    /** The stated body, then about 10 MiB of spaces. */
    rawDeflateBomb: [
      ...storedBlock(stated, bodyBytes, false),
      ...deflatedSpaces,
    ] satisfies Template,
    /** The stated body, then 10 MiB of spaces: a window of 16 MiB, two meta-blocks, the empty last one. */
    brotliBomb: [
      lowBytes(15 + (bodyBytes - 1) * 2 ** 7 + 2 ** 23, 3),
      ...stated,
      { base64: "+f//iV8CJB4LBHLvPwE=" },
    ] satisfies Template,
    brotliBombBytes: 3 + bodyBytes + 14,
  };
}

type StoredBodies = ReturnType<typeof storedBodies>;

type CodedEntry = [name: string, reason: string, coding: string | null, body: Template];

const codedCases = (on: Requests, family: string, entries: CodedEntry[]): CaseDefinition[] =>
  casesOf(family, entries, (coding, body) =>
    on.request(
      body,
      coding === null ? {} : { headers: on.headersWith({ "Content-Encoding": coding }) },
    ),
  );

const codedRows = (on: Requests, family: string) =>
  rowsInto((entries: CodedEntry[]) => codedCases(on, family, entries));

const cut = (body: Template, to: number): Template => [{ slice: body, from: 0, to }];

const coded = (
  on: Requests,
  { stated, bodyBytes, gzipped, deflated, brotliBody }: StoredBodies,
  middle: number,
): CaseDefinition[] =>
  codedRows(on, "coding")`
  gzip | a body in gzip, so named | gzip | ${gzipped}
  gzip-upper | a body in gzip, named in upper case | GZIP | ${gzipped}
  gzip-mixed | a body in gzip, named in mixed case | GZip | ${gzipped}
  x-gzip | a body in gzip, named x-gzip | x-gzip | ${gzipped}
  deflate | a body in deflate with zlib's head, named deflate | deflate | ${deflated}
  deflate-raw | a body in deflate without a head, named deflate | deflate | ${storedBlock(stated, bodyBytes, true)}
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
`;

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

function middleOf({ on, first, last }: BodyForms): number {
  if (first === undefined || last === undefined) return Math.floor(on.bodyBytes / 2);
  return exampleBytes(bytes`{${writeMember(first)},`, on.interface).length;
}

export const codingCases = (forms: BodyForms, stored: StoredBodies): CaseDefinition[] => [
  ...coded(forms.on, stored, middleOf(forms)),
  ...otherwise(forms.on, stored),
  ...names(forms.on, stored),
];

const patched = (body: Template, at: number, ...values: number[]): Template => [
  { slice: body, from: 0, to: at },
  raw(...values),
  { slice: body, from: at + values.length },
];

export function codingFaultCases(on: Requests, stored: StoredBodies): CaseDefinition[] {
  const { bodyBytes, gzipped, deflated, brotliBody } = stored;
  const { gzippedBytes, deflatedBytes, brotliBytes } = stored;
  const crcAt = gzippedBytes - 8;
  return codedRows(on, "coding-broken")`
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
`;
}

const inGzip = (body: Template): Template => [{ encode: body, as: "gzip" }];
const bombClauses: ClauseId[] = ["body", "limit-size", ...ERRORS];

const lists = (
  on: Requests,
  { stated, gzipped, gzippedBytes, deflated }: StoredBodies,
): CaseDefinition[] =>
  codedRows(on, "coding-list")`
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
`;

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
  codedRows(on, "bomb")`
  br | the stated body and 10 MiB of spaces in ${brotliBombBytes} bytes of Brotli | br | ${brotliBomb}
  gzip | some 10 MiB of spaces before the stated body, in two members of gzip | gzip | ${gzipBomb}
  deflate-raw | the stated body and some 10 MiB of spaces in deflate without a head | deflate | ${rawDeflateBomb}
`.map((bomb) => ({ ...bomb, alone: true, clauses: bombClauses }));

export const codingListCases = (on: Requests, stored: StoredBodies): CaseDefinition[] => [
  ...lists(on, stored),
  ...onLines(on, stored),
  ...bombs(on, stored),
];
