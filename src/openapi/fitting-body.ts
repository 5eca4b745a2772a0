import { exampleBytes } from "../generate/render.ts";
import { requestsOf } from "../generate/requests.ts";
import type { FieldMember, FieldType } from "../kinds/field-type.ts";
import { compileSchema } from "../contract/check-value.ts";
import { withIdentity } from "./choose-identity.ts";
import { jsonSchemaOf } from "./json-schema.ts";
import { NotExpressible } from "./not-expressed.ts";
import type { RequestBody } from "./request-body.ts";
import type { Describing } from "./schema-type.ts";

/**
 * The body, validated against its schema. Optional members that do not match are left out, and listed. An
 * invalid body is never sent as a valid request. @throws NotExpressible if the body does not match without
 * them either.
 */
export function fittingBody(body: RequestBody, context: Describing): FieldType {
  const { notExpressed } = context;
  const { problem, misfit } = compileSchema(jsonSchemaOf(body.schema, context, "request"));
  if (problem !== undefined) throw body.schema.error(`is not a JSON Schema: ${problem}`);
  let type = withIdentity(body.type);
  for (;;) {
    const wrong = misfit(JSON.parse(sentBody(type)));
    if (wrong === undefined) return type;
    const less = withoutOptional(type, wrong.path) ?? withoutOne(type, misfit);
    if (less === undefined)
      throw new NotExpressible(
        body.schema,
        `the generated body does not match its schema: ${wrong.text}`,
      );
    notExpressed.add(body.schema, `${wrong.text}: it is left out`);
    type = less;
  }
}

/** Without the optional member, if there is one, that makes the body match two alternatives. */
function withoutOne(type: FieldType, misfit: (value: unknown) => unknown): FieldType | undefined {
  if (type.kind !== "object") return undefined;
  return type.fields
    .filter((field) => field.required !== true)
    .map((field) => ({ ...type, fields: type.fields.filter((each) => each !== field) }))
    .find((less) => misfit(JSON.parse(sentBody(less))) === undefined);
}

/** The body as text, made like requests. */
function sentBody(body: FieldType): string {
  const from = { name: "body", method: "POST", path: "/", body, clauses: [] };
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
