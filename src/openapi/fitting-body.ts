import { z } from "zod";
import { exampleBytes, requestsOf } from "../generate/index.ts";
import type { FieldMember, FieldType } from "../kinds/index.ts";
import { compileSchema } from "../contract/index.ts";
import { withIdentity } from "./choose-identity.ts";
import { jsonSchemaOf } from "./json-schema.ts";
import { NotExpressible } from "./not-expressed.ts";
import type { RequestBody } from "./request-body.ts";
import type { Describing } from "./schema-type.ts";

/** A kind of value, and an example if it is not an object. */
type Body = Pick<RequestBody, "type" | "example">;

/**
 * The body, validated against its schema. Examples that do not match are not sent, then optional members that do not
 * match are left out; both are listed. An invalid body is never sent as a valid request. @throws NotExpressible if the
 * body does not match without them either.
 */
export function fittingBody(from: RequestBody, context: Describing): Body {
  const { notExpressed } = context;
  const { problem, misfit } = compileSchema(jsonSchemaOf(from.schema, context, "request"));
  if (problem !== undefined) throw from.schema.error(`is not a JSON Schema: ${problem}`);
  let body: Body = { ...from, type: withIdentity(from.type) };
  for (;;) {
    const wrong = misfit(JSON.parse(sentBody(body)));
    if (wrong === undefined) return body;
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

/** Without the optional member, if there is one, that makes the body match two alternatives. */
function withoutOne(type: FieldType, misfit: (value: unknown) => unknown): FieldType | undefined {
  if (type.kind !== "object") return undefined;
  return type.fields
    .filter((field) => field.required !== true)
    .map((field) => ({ ...type, fields: type.fields.filter((each) => each !== field) }))
    .find((less) => misfit(JSON.parse(sentBody({ type: less }))) === undefined);
}

/** The body as text, made like requests. */
function sentBody({ type: body, example }: Body): string {
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
