import { canBeFresh, kindOf, type FieldMember, type FieldType } from "../kinds/index.ts";
import { z } from "zod";
import { exampleBytes, requestsOf } from "../generate/index.ts";
import { isLoginPath, compileSchema } from "../contract/index.ts";
import { jsonSchemaOf } from "./json-schema.ts";
import { NotExpressed, NotExpressible } from "./not-expressed.ts";
import { type Describing, describeSchema } from "./schema-type.ts";
import { examplesOf } from "./examples.ts";
import type { Operation } from "./find-operation.ts";
import type { DocumentPart } from "./document-part.ts";

/**
 * The body with one of its required members fresh, to identify requests: `id`, else one with the
 * format uuid, else a name like `orderId`, else a text such as `name`, a text with a pattern or an e-mail
 * address. Members without an example come first: an example of an id may be of something that has to exist. Other
 * required members that a server often wants to be unique are fresh as well.
 */
function withIdentity(body: FieldType, isLogin: boolean): FieldType {
  if (body.kind !== "object") return body;
  // A user and a password that are examples may exist, and new ones do not.
  const isKnown = isLogin && body.fields.some(({ name }) => /pass|secret/i.test(name));
  const required = body.fields.filter(
    ({ required: must, type, example }) =>
      must === true && canBeFresh(type) && !(isKnown && example !== undefined),
  );
  const [chosen] = [
    ...required.filter(isOwnId),
    ...byFitness(required.filter(({ example }) => example === undefined)),
    ...byFitness(required).toReversed(),
  ];
  const fresh = new Set([chosen, ...required.filter(isOftenUnique)]);
  return {
    ...body,
    fields: body.fields.map((field) => (fresh.has(field) ? freshened(field) : field)),
  };
}

const isNamedText = ({ name, type }: FieldMember): boolean =>
  type.kind === "text" && /(reference|number|key|code|name|title)$/i.test(name);
const hasPattern = ({ type }: FieldMember): boolean =>
  type.kind === "text" && type.pattern !== undefined;
const isEmail = ({ type }: FieldMember): boolean => kindOf(type).identifies === "account";

const isOwnId = ({ name }: FieldMember): boolean => name === "id";

const byFitness = (fields: readonly FieldMember[]): FieldMember[] =>
  [
    isOwnId,
    ({ type }: FieldMember) => kindOf(type).identifies === "record",
    ({ name }: FieldMember) => /(?:[a-z]I[dD]|_id|-id|ID)$/.test(name),
    isNamedText,
    hasPattern,
    isEmail,
  ].flatMap((isFit) => fields.filter(isFit));

/** Names of members in sign-ups, and numbers of articles or orders: a second request with the same value gets 409. */
const isOftenUnique = (field: FieldMember): boolean =>
  isEmail(field) ||
  (field.type.kind === "text" && /^(user|login|nick|screen)_?name$|^handle$/i.test(field.name)) ||
  (hasPattern(field) && field.example === undefined);

const freshened = ({ example: _example, ...field }: FieldMember): FieldMember => ({
  ...field,
  type: { ...field.type, fresh: true } as FieldType,
});

/** A kind of value, and an example if it is not an object. */
export type Body = Pick<RequestBody, "type" | "example">;

/** An invalid body is never sent as valid: examples, then optional members are left out, and listed. @throws NotExpressible if that fails. */
export function fittingBody(from: RequestBody, context: Describing): Body {
  const { notExpressed } = context;
  const { problem, misfit } = compileSchema(jsonSchemaOf(from.schema, context, "request"));
  if (problem !== undefined) throw from.schema.error(`is not a JSON Schema: ${problem}`);
  let body: Body = { ...from, type: withIdentity(from.type, from.isLogin) };
  for (;;) {
    const wrong = misfit(JSON.parse(sentBody(body)));
    if (wrong === undefined) {
      if (context.discriminated.size > 0) noteDiscriminated(body, from.schema, context);
      return body;
    }
    const plain = withoutExample(body, wrong.path);
    if (plain !== undefined && misfit(JSON.parse(sentBody(plain)))?.text !== wrong.text) {
      notExpressed.add(from.schema, `${wrong.text}: the example is not sent`);
      body = plain;
      continue;
    }
    const type = withoutOptional(body.type, wrong.path) ?? withoutOne(body.type, misfit);
    if (type === undefined)
      throw new NotExpressible(
        from.schema,
        `the generated body does not match its schema: ${wrong.text}`,
      );
    notExpressed.add(from.schema, `${wrong.text}: it is left out`);
    body = { ...body, type };
  }
}

/** Servers that do not read the discriminator may refuse what matches several alternatives of `oneOf`. */
function noteDiscriminated(body: Body, part: DocumentPart, context: Describing): void {
  const exact = jsonSchemaOf(
    part,
    { ...context, notExpressed: new NotExpressed() },
    "request",
    "exact",
  );
  const wrong = compileSchema(exact).misfit(JSON.parse(sentBody(body)));
  if (wrong === undefined) return;
  context.guesses.add(part.at);
  context.notExpressed.add(part, `${wrong.text}: only the discriminator tells them apart`);
}

/** Without the innermost example on this path; undefined if there is none. */
function withoutExample(
  { type, example }: Body,
  [name, ...rest]: readonly string[],
): Body | undefined {
  const own = example === undefined ? undefined : { type };
  if (name === undefined) return own;
  if (type.kind === "list") {
    const items = withoutExample({ type: type.items }, rest);
    return own ?? (items && { type: { ...type, items: items.type } });
  }
  if (type.kind !== "object") return own;
  const field = type.fields.find((each) => each.name === name);
  const { example: _, ...about } = field ?? { name, type };
  const inner = field && withoutExample(field, rest);
  if (inner === undefined) return undefined;
  const fields = type.fields.map((each) => (each === field ? { ...about, ...inner } : each));
  return { type: { ...type, fields } };
}

function withoutOne(type: FieldType, misfit: (value: unknown) => unknown): FieldType | undefined {
  if (type.kind !== "object") return undefined;
  return type.fields
    .filter((field) => field.required !== true)
    .map((field) => ({ ...type, fields: type.fields.filter((each) => each !== field) }))
    .find((less) => misfit(JSON.parse(sentBody({ type: less }))) === undefined);
}

export function sentBody({ type: body, example }: Body): string {
  const about = example === undefined ? {} : { bodyExample: z.json().parse(example) };
  const from = { name: "body", method: "POST", path: "/", body, ...about, clauses: [] };
  return exampleBytes(requestsOf(from).body(), from).toString("utf8");
}

/** Removes the innermost optional member on this path; undefined if there is none. */
function withoutOptional(type: FieldType, path: readonly string[]): FieldType | undefined {
  const [name, ...rest] = path;
  if (name === undefined) return undefined;
  if (type.kind === "list") {
    const items = withoutOptional(type.items, rest);
    return items && { ...type, items };
  }
  if (type.kind !== "object") return undefined;
  const field = type.fields.find((each) => each.name === name);
  if (field === undefined) return undefined;
  const inner = withoutOptional(field.type, rest);
  if (inner === undefined && field.required === true) return undefined;
  const kept: FieldMember[] = inner === undefined ? [] : [{ ...field, type: inner }];
  return { ...type, fields: type.fields.flatMap((each) => (each === field ? kept : [each])) };
}

export type RequestBody = {
  type: FieldType;
  form: BodyForm;
  media: DocumentPart;
  isLogin: boolean;
  /** A value to send, or its items; an object has examples in its members. */
  example?: unknown;
  contentType?: string;
  schema: DocumentPart;
};

/** JSON media types, best first; ranges include it. */
const JSON_TYPES = [
  /^application\/json\b/i,
  /^[\w.-]+\/[\w.+-]+\+json\b/i,
  /^(application|\*)\/\*$/,
  /^text\/json\b/i,
];

type BodyForm = "json" | "pairs" | "parts" | "text";

const SENT: readonly (readonly [RegExp, BodyForm])[] = [
  ...JSON_TYPES.map((type) => [type, "json"] as const),
  [/^application\/x-www-form-urlencoded\b/i, "pairs"],
  [/^multipart\/form-data\b/i, "parts"],
  [/^(text\/(plain|\*)|application\/octet-stream)(?![\w.+-])/i, "text"],
];

/** Stands in no value. */
const BOUNDARY = "api-witness-boundary";

function contentTypeOf(mediaType: string, form: BodyForm): string | undefined {
  const type = mediaType.replace("/*", "/plain");
  if (form === "parts") return `${type}; boundary=${BOUNDARY}`;
  if (form === "text") return type;
  const isUsual =
    mediaType.includes("*") || /^application\/(?:json|x-www-form-urlencoded)\s*$/i.test(mediaType);
  return isUsual ? undefined : mediaType;
}

const notSent = (body: DocumentPart, types: readonly string[]): NotExpressible =>
  new NotExpressible(
    body,
    types.length === 0
      ? "the content is not stated"
      : `the body is ${types.join(" or ")}, but witness only sends JSON, forms and text`,
  );

/** The media types of a request or a response; one may be a `$ref` since OpenAPI 3.2. */
export const mediaTypesOf = (of: DocumentPart): [string, DocumentPart][] =>
  (of.member("content")?.entries ?? []).map(([type, media]) => [type, media.followed()]);

/** JSON, else a form, else text; undefined without a body. @throws NotExpressible if it requires an unsupported one. */
export function requestBodyOf(
  { part, path: at }: Operation,
  context: Describing,
): RequestBody | undefined {
  const body = part.member("requestBody");
  if (body === undefined) return undefined;
  const content = mediaTypesOf(body);
  const isRequired = body.flag("required") === true;
  const chosen = SENT.flatMap(([pattern, form]) =>
    content.flatMap(([type, media]) => (pattern.test(type) ? [{ type, media, form }] : [])),
  )[0];
  for (const [type] of content)
    if (type !== chosen?.type) context.notExpressed.add(body, `a body of ${type}`);
  try {
    if (chosen === undefined)
      throw notSent(
        body,
        content.map(([type]) => type),
      );
    const { media, form } = chosen;
    const contentType = contentTypeOf(chosen.type, form);
    const about = {
      form,
      media,
      isLogin: isLoginPath(at),
      ...(contentType !== undefined && { contentType }),
    };
    const schema = media.own("schema");
    // Bytes need none.
    if (schema === undefined && form === "text")
      return { ...about, type: { kind: "text" }, schema: media };
    if (schema === undefined) throw new NotExpressible(media, "the body has no schema");
    const examples = examplesOf(media, schema, context);
    const path = form === "json" ? "" : form === "text" ? "form.body" : "form";
    const spot = { path, through: [], examples };
    const { guess, ...described } = context.notExpressed.attempt(() =>
      describeSchema([schema], context, spot),
    );
    if (guess !== undefined) context.guesses.add(guess);
    return { ...described, ...about, schema };
  } catch (error) {
    if (!(error instanceof NotExpressible) || isRequired) throw error;
    context.notExpressed.addLine(`${error.message}: no body is sent`);
    return undefined;
  }
}
