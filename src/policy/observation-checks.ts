import type { BodySchema, Expectation, Observation, RequestResult } from "../model/index.ts";
import type { SchemaLike } from "../model/index.ts";
import { headerOf, rawText, signatureOf } from "../model/index.ts";
import { resultFits, listOf, orText } from "./match.ts";
import { parsedJson, whole } from "../text/index.ts";
import { Ajv2020 } from "ajv/dist/2020.js";
import { z } from "zod";

type Looked =
  | { state: "fits" | "no-sample" }
  | { state: "breach"; observed: string }
  | { state: "unknown"; why: string };

export type ObservationCheck = {
  key: "only" | "never" | "connection" | "contentType" | "body";
  /** In words: `anything but 5xx`. */
  expected: string;
  look: (observation: Observation, unordered: boolean) => Looked;
};

const FITS: Looked = { state: "fits" };
const NO_SAMPLE: Looked = { state: "no-sample" };
const breach = (observed: string): Looked => ({ state: "breach", observed });

export const observationChecks = (rule: Expectation): ObservationCheck[] => [
  ...(rule.only === undefined ? [] : [wordsCheck("only", rule.only)]),
  ...(rule.never === undefined ? [] : [wordsCheck("never", rule.never)]),
  ...(rule.connection === undefined ? [] : [connectionCheck(rule.connection)]),
  ...(rule.contentType === undefined ? [] : [contentTypeCheck(rule.contentType)]),
  ...(rule.body === undefined ? [] : [schemaCheck(bodyCheck(rule.body))]),
];

function wordsCheck(
  key: "only" | "never",
  given: NonNullable<Expectation["only"]>,
): ObservationCheck {
  const words = listOf(given);
  return {
    key,
    expected: key === "only" ? orText(words) : `anything but ${orText(words)}`,
    look: ({ answers }, unordered) =>
      answers.every((result) => resultFits(words, result) === (key === "only"))
        ? FITS
        : breach(signatureOf({ answers }, unordered)),
  };
}

/** A connection that was never opened, or that this side abandoned, was neither kept nor closed. */
const connectionCheck = (wanted: NonNullable<Expectation["connection"]>): ObservationCheck => ({
  key: "connection",
  expected: `connection ${wanted}`,
  look: ({ end }) => {
    if (end === wanted) return FITS;
    return breach(end === "none" ? "no connection" : `connection ${end}`);
  },
});

/** Checks every response; an observation without any is not a sample. */
const eachResponse =
  (look: (result: RequestResult & { outcome: "answered" }) => Looked): ObservationCheck["look"] =>
  ({ answers }) => {
    const looks = answers.flatMap((result) => (result.outcome === "answered" ? look(result) : []));
    if (looks.length === 0) return NO_SAMPLE;
    return looks.find(({ state }) => state === "breach") ?? looks.find(isUnknown) ?? FITS;
  };

const isUnknown = ({ state }: Looked): boolean => state === "unknown";

function contentTypeCheck(wanted: string): ObservationCheck {
  const whole = wanted.includes(";");
  const normal = (text: string): string => {
    const parts = text.toLowerCase().split(";");
    return parts
      .slice(0, whole ? parts.length : 1)
      .map((part) => part.trim())
      .join(";");
  };
  return {
    key: "contentType",
    expected: `Content-Type ${wanted}`,
    look: eachResponse(({ response }) => {
      const found = headerOf(response, "content-type");
      if (found === undefined) return breach("no Content-Type");
      return normal(found) === normal(wanted) ? FITS : breach(`Content-Type ${found}`);
    }),
  };
}

const schemaCheck = (check: BodyCheck): ObservationCheck => ({
  key: "body",
  expected: "a JSON body that matches the schema",
  look: eachResponse(({ response }) => {
    if (response.decodeError !== undefined)
      return { state: "unknown", why: "its content coding could not be decoded" };
    const { bytes, text: kept } = response.decoded ?? response.body;
    if (bytes === 0) return breach("an empty body");
    if (kept === undefined) return breach("a body that is not UTF-8");
    const text = rawText(kept);
    const recorded = Buffer.byteLength(text);
    const why = `only the first ${whole(recorded)} bytes of the body are recorded`;
    if (recorded < bytes) return { state: "unknown", why };
    const document = parsedJson(text);
    const problem = document === undefined ? "a body that is not JSON" : check(document);
    return problem === undefined ? FITS : breach(problem);
  }),
});

/** The mismatch, in a sentence that begins with its path in the document; undefined if everything matches. */
type BodyCheck = (document: unknown) => string | undefined;

/** Formats of JSON Schema that are checked; any other is a mistake in the schema. */
const FORMATS: Record<string, z.ZodType> = {
  "date-time": z.iso.datetime({ offset: true }),
  date: z.iso.date(),
  time: z.iso.time(),
  uuid: z.uuid(),
  email: z.email(),
  uri: z.url(),
  ipv4: z.ipv4(),
  ipv6: z.ipv6(),
};

/** A check from a zod schema or a JSON Schema. Throws an Error if it is not a schema. */
export const bodyCheck = (schema: BodySchema): BodyCheck =>
  isZod(schema) ? zodCheck(schema) : jsonSchemaCheck(schema);

export const isZod = (schema: BodySchema): schema is SchemaLike =>
  typeof (schema as { safeParse?: unknown }).safeParse === "function";

const zodCheck =
  (schema: SchemaLike): BodyCheck =>
  (document) => {
    const result = schema.safeParse(document);
    if (result.success) return undefined;
    const [issue] = result.error?.issues ?? [];
    return issue === undefined
      ? "$: it does not match"
      : `${instancePath(issue.path)}: ${issue.message}`;
  };

/** In strict mode: an unknown keyword or format is never ignored. */
function jsonSchemaCheck(schema: object): BodyCheck {
  const loose = { strictTypes: false, strictTuples: false, strictRequired: false };
  const ajv = new Ajv2020({ strict: true, ...loose, logger: false });
  for (const [name, format] of Object.entries(FORMATS))
    ajv.addFormat(name, (text: string) => format.safeParse(text).success);
  const validate = ajv.compile(schema);
  return (document) => {
    if (validate(document)) return undefined;
    const [error] = validate.errors ?? [];
    if (error === undefined) return "$: it does not match";
    const path = error.instancePath.split("/").slice(1).map(unescapePointer);
    return `${instancePath(path)}: ${error.message ?? error.keyword}${extraText(error.params)}`;
  };
}

const unescapePointer = (part: string): string => part.replaceAll("~1", "/").replaceAll("~0", "~");

/** The value or name that the message of some keywords leaves out. */
function extraText(params: Record<string, unknown>): string {
  const extra = params["additionalProperty"] ?? params["allowedValue"] ?? params["allowedValues"];
  return extra === undefined ? "" : ` (${JSON.stringify(extra)})`;
}

const instancePath = (path: readonly PropertyKey[]): string =>
  `$${path
    .map((part) => (/^\d+$/.test(String(part)) ? `[${String(part)}]` : `.${String(part)}`))
    .join("")}`;
