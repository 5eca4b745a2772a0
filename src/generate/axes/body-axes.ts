import type { ClauseId } from "../../contract/index.ts";
import { countRungs, KNOWN_DIGITS, sizeRungs } from "../../kinds/index.ts";
import type { Axis } from "../../model/index.ts";
import { bytes, times } from "../../template/index.ts";
import { formsOf, type BodyForm, type BodyForms } from "../body-forms.ts";
import { ownClauses } from "../define-suite.ts";
import { exampleBytes } from "../render.ts";
import type { Requests } from "../requests.ts";
import { knownCount, knownNesting, knownSize } from "./known-places.ts";

const SIZE: ClauseId[] = ["limit-size", "content-length", "error-conditions", "response-status"];
const FIELDS: ClauseId[] = ["further-fields", "limit-size", "error-conditions", "response-status"];

/** Upper ends: bytes of the body, levels, keys, and bytes of one key. */
export type BodyCaps = { body: number; depth: number; keys: number; keyLength: number };

type Filler = {
  name: string;
  title: string;
  clauses: ClauseId[];
  /** The smallest filling that makes a document. */
  least: number;
  body: (fill: number) => BodyForm;
  /** The name of a filling, before that of the whole body's size. */
  known?: (fill: number) => string | undefined;
};

const fillers = ({ stated, withExtra }: BodyForms): Filler[] => [
  {
    name: "body-space",
    title: "body size, by spaces after the document",
    clauses: SIZE,
    least: 0,
    body: (fill) => bytes`${stated}${times(" ", fill)}`,
  },
  {
    name: "body-string",
    title: "body size, by the string of an unknown key",
    clauses: [...SIZE, "further-fields"],
    least: 0,
    body: (fill) => withExtra(bytes`"${times("a", fill)}"`),
  },
  {
    name: "body-digits",
    title: "body size, by the digits of an unknown key's number",
    clauses: [...SIZE, "further-fields"],
    least: 1,
    body: (fill) => withExtra(times("1", fill)),
    known: (fill) => KNOWN_DIGITS[String(fill)],
  },
];

/** Members with different names. Text, because templates cannot count. */
const unknownKeys = (count: number): string =>
  Array.from({ length: count }, (_, index) => `"k${index}":0`).join(",");

function sizeAxis(on: Requests, filler: Filler, cap: number): Axis[] {
  const { name, title, clauses, least, body, known } = filler;
  const smallest = body(least);
  if (smallest === undefined) return [];
  const start = exampleBytes(smallest, on.interface).length;
  return [
    {
      name,
      title,
      unit: "bytes",
      scale: "log",
      clauses: ownClauses(on.interface, clauses),
      rungs: sizeRungs(BigInt(start), BigInt(cap)),
      capped: true,
      request: (at) => on.request(body(Number(at) - start + least)),
      known: (at) => known?.(Number(at) - start + least) ?? knownSize(at),
    },
  ];
}

/** The value of an unknown key, the number of unknown keys, the length of one. */
function keyAxes({ on, stated, withExtra, withMembers }: BodyForms, caps: BodyCaps): Axis[] {
  const fields = { scale: "log", clauses: ownClauses(on.interface, FIELDS), capped: true } as const;
  return [
    {
      ...fields,
      name: "nesting",
      title: "nesting of arrays in an unknown key",
      unit: "levels",
      rungs: countRungs(0n, BigInt(caps.depth)),
      request: (at) =>
        on.request(withExtra(bytes`${times("[", Number(at))}0${times("]", Number(at))}`)),
      known: knownNesting,
    },
    {
      ...fields,
      name: "keys",
      title: "unknown keys",
      unit: "keys",
      rungs: countRungs(0n, BigInt(caps.keys)),
      request: (at) => on.request(at === 0n ? stated : withMembers(unknownKeys(Number(at)))),
      known: (at) => knownCount(at, BigInt(on.fields.length), "keys"),
    },
    {
      ...fields,
      name: "key-length",
      title: "length of an unknown key",
      unit: "bytes",
      rungs: sizeRungs(0n, BigInt(caps.keyLength)),
      request: (at) => on.request(withMembers(bytes`"${times("k", Number(at))}":0`)),
      known: knownSize,
    },
  ];
}

/**
 * Body size by three fillings, depth of a value, number of keys, length of a key. A body that is not an
 * object has no keys, and grows by spaces only.
 */
export function bodyAxes(on: Requests, caps: BodyCaps): Axis[] {
  if (on.layout.body === undefined) return [];
  const forms = formsOf(on);
  return [
    ...fillers(forms).flatMap((filler) => sizeAxis(on, filler, caps.body)),
    ...(forms.isObject ? keyAxes(forms, caps) : []),
  ];
}
