import type { BodyForm, BodyForms, CaseDefinition, Requests } from "../src/generate/index.ts";
import { ERRORS, bodyCases, exampleBytes, formsOf, suiteFor } from "../src/generate/index.ts";
import { writeMember, writeMembers } from "../src/generate/index.ts";
import { slugOf } from "../src/kinds/index.ts";
import type { Suite } from "../src/model/index.ts";
import type { ClauseId } from "../src/contract/index.ts";
import { bytes, rows, times } from "../src/template/index.ts";
import { whole } from "../src/text/index.ts";

const MIB = 1024 * 1024;

type Size = [label: string, bodyBytes: number];

/** `100-kib-plus-1` with its number of bytes. */
function sizeOf(label: string): Size {
  const [count = "", unit, , more = "0"] = label.split("-");
  return [label, Number(count) * (unit === "mib" ? MIB : 1024) + Number(more)];
}

const upTo1MiB = [
  ..."1-kib 4-kib 8-kib 10-kib 16-kib 32-kib 64-kib 99-kib 100-kib 100-kib-plus-1".split(" "),
  ..."101-kib 128-kib 256-kib 512-kib 1-mib".split(" "),
].map(sizeOf);
const upTo16MiB = [
  ...upTo1MiB,
  ..."1-mib-plus-1 2-mib 4-mib 8-mib 10-mib 16-mib".split(" ").map(sizeOf),
];

type Filler = [
  family: string,
  by: string,
  reason: string,
  sizes: Size[],
  probes: ClauseId[],
  least: BodyForm,
  /** The body with this many bytes more than with the smallest filling; undefined if no body has this length. */
  body: (more: number) => BodyForm,
];

const spaceFillers = ({ stated, first, last, fields }: BodyForms): Filler[] => rows`
  space-after | white space after it | by spaces after the document | ${[...upTo16MiB, sizeOf("64-mib")]} | ${[]} | ${stated} | ${(more) => bytes`${stated}${times(" ", more)}`}
  space-before | white space before it | by spaces before the document | ${upTo16MiB} | ${[]} | ${stated} | ${(more) => bytes`${times(" ", more)}${stated}`}
  space-inside | white space inside it | by spaces between the members | ${upTo16MiB} | ${[]} | ${last && stated} | ${(more) => first && bytes`{${writeMember(first)},${times(" ", more)}${writeMembers(fields.slice(1))}}`}
`;

function valueFillers({ on, fields, number, withExtra, withMembers }: BodyForms): Filler[] {
  const slug = slugOf(number?.path ?? "");
  // Each further zero adds two bytes, and the sizes are even.
  const evenKey = [`${on.extraKey}s`, on.extraKey]
    .filter((key) => fields.every((field) => field.key !== key))
    .find(
      (key) => exampleBytes(bytes`,"${key}":[0]`, on.interface).length % 2 === on.bodyBytes % 2,
    );
  const list = (more: number): BodyForm =>
    evenKey === undefined
      ? undefined
      : withMembers(bytes`"${evenKey}":[0${times(",0", more / 2)}]`);
  const even = upTo1MiB.filter(([, bodyBytes]) => bodyBytes % 2 === 0);
  return rows`
  extra-string | the string of an extra key | by the string of an extra key | ${upTo16MiB} | ${["further-fields"]} | ${withExtra(`""`)} | ${(more) => withExtra(bytes`"${times("a", more)}"`)}
  extra-array | the array of an extra key | by the zeros in the array of an extra key | ${even} | ${["further-fields"]} | ${list(0)} | ${(more) => (more % 2 === 0 ? list(more) : undefined)}
  ${slug}-digits | digits of ${number?.label} | by further digits of ${number?.label} | ${upTo1MiB} | ${on.fieldClauses("values", number ? [number] : [])} | ${number && on.body()} | ${(more) => number && on.body({ [number.path]: bytes`${number.content()}${times("0", more)}` })}
`;
}

const tiny = (on: Requests): CaseDefinition[] =>
  bodyCases(on, "tiny", [
    ["0-bytes", "a body of no bytes", []],
    ["1-byte-space", "a body of one byte, a space", [" "]],
    ["1-byte-digit", "a body of one byte, a digit", ["1"]],
    ["1-byte-quote", "a body of one byte, a quote", [`"`]],
    ["1-byte-brace", "a body of one byte, an opening brace", ["{"]],
    ["1-byte-closing-brace", "a body of one byte, a closing brace", ["}"]],
    ["2-bytes", "a body of two bytes, an empty object", ["{}"]],
    ["2-bytes-line-end", "a body of two bytes, a line end", ["\r\n"]],
  ]);

function ladder(on: Requests, filler: Filler): CaseDefinition[] {
  const [family, by, reason, sizes, probes, least = [], bodyOf] = filler;
  const from = exampleBytes(least, on.interface).length;
  return sizes.flatMap(([label, bodyBytes]) => {
    const body = bodyBytes < from ? undefined : bodyOf(bodyBytes - from);
    if (body === undefined) return [];
    return [
      {
        name: `${family}-${label}`,
        reason: `a body of ${whole(bodyBytes)} bytes ${reason}`,
        family,
        rung: { axis: `body bytes, by ${by}`, at: `${bodyBytes}`, unit: "bytes" },
        request: on.request(body),
        clauses: ["limit-size", "content-length", ...probes, ...ERRORS],
        ...(bodyBytes > MIB && { alone: true as const }),
      } satisfies CaseDefinition,
    ];
  });
}

export default function size(on: Requests): Suite[] {
  if (on.layout.body === undefined) return [];
  const forms = formsOf(on);
  const fillers = [...spaceFillers(forms), ...valueFillers(forms)];
  return [
    suiteFor(on.interface, {
      name: "size",
      about: "the size of the body, by several kinds of filling",
      clauses: ["limit-size", "content-length", ...ERRORS],
      cases: () => [...tiny(on), ...fillers.flatMap((filler) => ladder(on, filler))],
    }),
  ];
}
