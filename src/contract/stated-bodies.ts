import { createRequire } from "node:module";
import type * as Ajv from "ajv/dist/2020.js";
import { oncePer, oncePerText } from "../remember.ts";
import type { DocumentedResponse, Interface } from "../model/index.ts";

export type JsonSchema = boolean | Record<string, unknown>;

/** A mismatch: the innermost path in the value, and a sentence that is the same for every element: `$.items[*].sku must be string`. */
type Misfit = { path: string[]; text: string };

type Compiled = { problem?: string; misfit: (value: unknown) => Misfit | undefined };

// Only interfaces of documents need it, and loading it takes a third of the start-up time.
const load = createRequire(import.meta.url);

const OPTIONS: Ajv.Options = {
  strict: false,
  validateFormats: false,
  logger: false,
  // Schemas that lead to each other in many ways take minutes otherwise.
  inlineRefs: false,
  code: { optimize: false },
};

/** Checks schemas. It is kept, because it compiles the schema of schemas, which takes longer than most schemas do. */
let metaSchema: InstanceType<typeof Ajv.Ajv2020> | undefined;

/** Makes a validator for a schema. Formats are annotations, as in JSON Schema and OpenAPI, and unknown keywords are ignored. */
export function compileSchema(schema: JsonSchema): Compiled {
  const { Ajv2020 } = load("ajv/dist/2020.js") as typeof Ajv;
  try {
    metaSchema ??= new Ajv2020(OPTIONS);
    metaSchema.validateSchema(schema, true);
    // Each schema has a validator of its own, because several may have the same $id.
    const validate = new Ajv2020({ ...OPTIONS, validateSchema: false }).compile(schema);
    const names = propertyNames(schema);
    return {
      misfit: (value) => {
        if (validate(value)) return undefined;
        const errors = validate.errors ?? [];
        // The last error is the outermost one, such as a oneOf behind what is wrong in each alternative.
        const [first, outer] = [errors[0], errors.at(-1)];
        return {
          path: pathOf(first),
          text: `${placeText(pathOf(outer), names)} ${whyText(outer)}`,
        };
      },
    };
  } catch (error) {
    return { problem: (error as Error).message, misfit: () => undefined };
  }
}

type SchemaError = Ajv.ErrorObject | undefined;

const pathOf = (error: SchemaError): string[] =>
  (error?.instancePath ?? "")
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));

/** The names of all properties that a schema describes: other keys are those of maps. */
function propertyNames(schema: unknown, names = new Set<string>()): Set<string> {
  if (typeof schema !== "object" || schema === null) return names;
  for (const [key, value] of Object.entries(schema)) {
    const isNamed = key === "properties" && typeof value === "object" && value !== null;
    for (const name of isNamed ? Object.keys(value as object) : []) names.add(name);
    propertyNames(value, names);
  }
  return names;
}

function placeText(path: readonly string[], names: ReadonlySet<string>): string {
  if (path.length === 0) return "the body";
  const partText = (part: string): string =>
    names.has(part) ? `.${part}` : /^\d+$/.test(part) ? "[*]" : ".*";
  return `$${path.map(partText).join("")}`;
}

function whyText(error: SchemaError): string {
  const { keyword = "", params = {}, message = "does not fit" } = error ?? {};
  const { additionalProperty, unevaluatedProperty } = params as Record<string, string | undefined>;
  const name = additionalProperty ?? unevaluatedProperty;
  if (name !== undefined) return `must not have the property ${JSON.stringify(name)}`;
  if (keyword === "pattern") return `must match pattern "${shortPattern(params)}"`;
  if (keyword === "uniqueItems") return "must not have duplicate items";
  if (keyword === "anyOf") return "must fit one of the alternatives of anyOf";
  if (keyword === "oneOf") {
    const { passingSchemas } = params as { passingSchemas?: unknown };
    return Array.isArray(passingSchemas)
      ? "must fit only one of the alternatives of oneOf, and fits several"
      : "must fit one of the alternatives of oneOf";
  }
  return message.replace("must NOT", "must not");
}

/** A pattern of a URL may have a thousand characters; the document has all of them. */
const MOST_OF_PATTERN = 80;

function shortPattern(params: object): string {
  const { pattern = "" } = params as { pattern?: string };
  return pattern.length <= MOST_OF_PATTERN ? pattern : `${pattern.slice(0, MOST_OF_PATTERN)}…`;
}

const WITHOUT_BODY = new Set([204, 205, 304]);

export const hasStatedBody = (status: number, method: string): boolean =>
  method !== "HEAD" && !WITHOUT_BODY.has(status);

/** The documented response for a status: by status, else by class, else `default`. */
export function statedFor<Stated extends { status: string }>(
  stated: readonly Stated[],
  status: string,
): Stated | undefined {
  const find = (key: string) => stated.find((each) => each.status === key);
  return find(status) ?? find(`${status[0] ?? ""}XX`) ?? find("default");
}

type Media = NonNullable<DocumentedResponse["content"]>[number];

export function mediaFor(content: readonly Media[], contentType: string): Media | undefined {
  const type = plainType(contentType);
  return (
    content.find((each) => plainType(each.type) === type) ??
    content.find((each) => covers(plainType(each.type), type))
  );
}

export const isJson = (contentType: string): boolean => /[/+]json$/.test(plainType(contentType));

const plainType = (text: string): string => (text.split(";")[0] ?? "").trim().toLowerCase();

const covers = (range: string, type: string): boolean =>
  range === "*/*" || (range.endsWith("/*") && type.startsWith(range.slice(0, -1)));

/** Compares the text of a JSON body with its documented schema: true if it fits, else the reason. */
export type SchemaCheck = (text: string) => true | string;

export function schemaCheck({ schema }: Media): SchemaCheck | undefined {
  if (schema === undefined) return undefined;
  let misfit: ((value: unknown) => Misfit | undefined) | undefined;
  return (text) => {
    misfit ??= compileSchema(schema).misfit;
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return "a body that is not JSON";
    }
    const wrong = misfit(value);
    return wrong === undefined || wrong.text;
  };
}

export type Received = { status: number; contentType: string; body: Buffer };

/** Judges a complete body before it is cut for the record; undefined if the document states nothing about it. */
export type BodyJudge = (received: Received) => true | string | undefined;

/** The judge of bodies that are too long for the record; undefined for an interface that states none. */
export const bodyJudge = ({ responses, method }: Interface): BodyJudge | undefined =>
  responses && judgesOf(responses)(method);

/** Compiling schemas takes longer than a request does, and the same responses belong to many interfaces. */
const judgesOf = oncePer((responses: NonNullable<Interface["responses"]>) =>
  oncePerText((method) => judgeOf(responses, method)),
);

function judgeOf(
  responses: NonNullable<Interface["responses"]>,
  method: string,
): BodyJudge | undefined {
  const checks = new Map<Media, SchemaCheck>();
  const stated = responses.map(({ status, content = [] }) => ({ status, content }));
  for (const media of stated.flatMap(({ content }) => content)) {
    const check = schemaCheck(media);
    if (check !== undefined) checks.set(media, check);
  }
  if (checks.size === 0) return undefined;
  return ({ status, contentType, body }) => {
    const found = statedFor(stated, String(status));
    if (found === undefined || !hasStatedBody(status, method) || !isJson(contentType))
      return undefined;
    const media = mediaFor(found.content, contentType);
    const check = media && checks.get(media);
    if (check === undefined) return undefined;
    return check(body.toString("utf8"));
  };
}
