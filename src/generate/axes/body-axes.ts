import type { ClauseId } from "../../contract/clauses.ts";
import type { Axis } from "../../model/axis.ts";
import type { Template } from "../../template/template.ts";
import { withMembers, withNote } from "../body-cases.ts";
import { VALID_BODY_BYTES, user } from "../user-submission.ts";
import { bytes, times } from "../../template/bytes.ts";
import { post } from "../user-submission.ts";
import { countRungs, sizeRungs } from "../../kinds/rungs.ts";

const SIZE: ClauseId[] = ["limit-size", "content-length", "error-conditions", "response-status"];
const FIELDS: ClauseId[] = ["further-fields", "limit-size", "error-conditions", "response-status"];

/** Upper ends: bytes of the body, levels, keys, and bytes of one key. */
export type BodyCaps = { body: number; depth: number; keys: number; keyLength: number };

type Filler = {
  name: string;
  title: string;
  clauses: ClauseId[];
  /** Bytes beside the stated body before any filling. */
  added: number;
  /** The least filling that makes a document. */
  least: number;
  body: (fill: number) => Template;
};

const fillers: Filler[] = [
  {
    name: "body-space",
    title: "body size, by spaces after the document",
    clauses: SIZE,
    added: 0,
    least: 0,
    body: (fill) => bytes`${user()}${times(" ", fill)}`,
  },
  {
    name: "body-string",
    title: "body size, by the string of an unknown key",
    clauses: [...SIZE, "further-fields"],
    added: `,"note":""`.length,
    least: 0,
    body: (fill) => withNote(bytes`"${times("a", fill)}"`),
  },
  {
    name: "body-digits",
    title: "body size, by the digits of an unknown key's number",
    clauses: [...SIZE, "further-fields"],
    added: `,"note":`.length,
    least: 1,
    body: (fill) => withNote(times("1", fill)),
  },
];

/** Members of different names. Text, since nothing in a template counts. */
const unknownKeys = (count: number): string =>
  Array.from({ length: count }, (_, index) => `"k${index}":0`).join(",");

function sizeAxis({ name, title, clauses, added, least, body }: Filler, cap: number): Axis {
  const empty = VALID_BODY_BYTES + added;
  return {
    name,
    title,
    unit: "bytes",
    scale: "log",
    clauses,
    rungs: sizeRungs(BigInt(empty + least), BigInt(cap)),
    capped: true,
    request: (at) => post(body(Number(at) - empty)),
  };
}

const fields = { scale: "log", clauses: FIELDS, capped: true } as const;

/** Size of the body by three fillings, depth of a value, number of keys, length of one. */
export const bodyAxes = (caps: BodyCaps): Axis[] => [
  ...fillers.map((filler) => sizeAxis(filler, caps.body)),
  {
    ...fields,
    name: "nesting",
    title: "nesting of arrays in an unknown key",
    unit: "levels",
    rungs: countRungs(0n, BigInt(caps.depth)),
    request: (at) => post(withNote(bytes`${times("[", Number(at))}0${times("]", Number(at))}`)),
  },
  {
    ...fields,
    name: "keys",
    title: "unknown keys",
    unit: "keys",
    rungs: countRungs(0n, BigInt(caps.keys)),
    request: (at) => post(at === 0n ? user() : withMembers(unknownKeys(Number(at)))),
  },
  {
    ...fields,
    name: "key-length",
    title: "length of an unknown key",
    unit: "bytes",
    rungs: sizeRungs(0n, BigInt(caps.keyLength)),
    request: (at) => post(withMembers(bytes`"${times("k", Number(at))}":0`)),
  },
];
