import type { Parameter } from "../model/index.ts";
import { examplesOf } from "./examples.ts";
import type { Operation } from "./find-operation.ts";
import type { FieldType } from "../kinds/index.ts";
import { NO_MATCH, NotExpressible } from "./not-expressed.ts";
import type { DocumentPart } from "./document-part.ts";
import { describeSchema, type Describing } from "./schema-type.ts";

/** Headers that OpenAPI describes elsewhere. */
const ELSEWHERE = new Set(["accept", "content-type", "authorization"]);
const PLACES = new Set(["path", "query", "header"]);

export type Parameters = { parameters: Parameter[]; cookies: string[] };

/**
 * The parameters of the operation and of its path. @throws NotExpressible if a required one cannot
 * be sent.
 */
export function parametersOf(operation: Operation, context: Describing): Parameters {
  const byName = new Map<string, DocumentPart>();
  for (const owner of [operation.pathItem, operation.part])
    for (const item of owner.own("parameters")?.items ?? []) {
      const part = item.followed();
      byName.set(`${part.text("in") ?? ""} ${part.text("name") ?? ""}`, part);
    }
  const cookies: string[] = [];
  const parameters = [...byName.values()].flatMap((part): Parameter[] => {
    const [name, place] = [part.text("name"), part.text("in")];
    if (name === undefined || place === undefined)
      throw part.error("a parameter must have name and in");
    if (place === "cookie") {
      context.notExpressed.add(part, `cookie ${name} is not sent`);
      if (part.flag("required") === true) cookies.push(name);
      return [];
    }
    if (!PLACES.has(place))
      throw part.error(
        `in: ${JSON.stringify(place)} is not valid`,
        "use path, query, header or cookie",
      );
    if (place === "header" && ELSEWHERE.has(name.toLowerCase())) return [];
    if (place === "path" && !operation.path.includes(`{${name}}`)) {
      context.notExpressed.add(part, `${name} is not in the path ${operation.path}`);
      return [];
    }
    return described(part, { name, in: place as Parameter["in"] }, context);
  });
  for (const [, name = ""] of operation.path.matchAll(/\{([^{}]*)\}/g))
    if (!parameters.some((each) => each.in === "path" && each.name === name))
      throw operation.part.error(
        `the path has {${name}}, but no parameter of that name is described`,
      );
  return { parameters, cookies };
}

function described(
  part: DocumentPart,
  { name, in: place }: Pick<Parameter, "name" | "in">,
  context: Describing,
): Parameter[] {
  const required = place === "path" || part.flag("required") === true;
  try {
    return context.notExpressed.attempt((): Parameter[] => {
      const schema = part.own("schema");
      if (schema === undefined)
        throw new NotExpressible(part, `${name} is described by content, not by a schema`);
      const { type, example, guess } = describeSchema([schema], context, {
        path: `${place}.${name}`,
        through: [],
        examples: examplesOf(part, schema, context),
        asText: true,
      });
      if (guess !== undefined && !required) throw new NotExpressible(schema, NO_MATCH);
      if (guess !== undefined) context.loose.add(guess);
      const sent = asWritten(part, { place, required, type }, context);
      return [
        {
          name,
          in: place,
          type: sent,
          required,
          ...(example !== undefined && { example }),
        } as Parameter,
      ];
    });
  } catch (error) {
    if (!(error instanceof NotExpressible) || required) throw error;
    context.notExpressed.addLine(`${error.message}: ${place} parameter ${name} is not sent`);
    return [];
  }
}

const isFlat = ({ kind }: FieldType): boolean => kind !== "list" && kind !== "object";

/**
 * The type as it can be written in a parameter. Of the many styles of lists and objects, `form` with `explode` is
 * expressed, for a list in a query; a list of one item is written the same in every style. @throws NotExpressible if it
 * cannot be written as the document states.
 */
function asWritten(
  part: DocumentPart,
  { place, required, type }: { place: string; required: boolean; type: FieldType },
  { untyped, notExpressed }: Describing,
): FieldType {
  const { kind } = type;
  if (kind !== "list" && kind !== "object") return type;
  // Written between commas, with or without explode.
  if (place === "header" && kind === "list" && isFlat(type.items)) return type;
  if (place !== "query" || kind === "object")
    throw new NotExpressible(part, `${kind === "list" ? "a list" : "an object"} in the ${place}`);
  const style = part.text("style") ?? "form";
  const isExploded = part.flag("explode") ?? style === "form";
  if (style === "form" && isExploded) return type;
  const name = `style ${style}${isExploded ? "" : " without explode"}`;
  if (!required || (type.minItems ?? 0) > 1) throw new NotExpressible(part, name);
  notExpressed.add(part, `${name}: one item is sent`);
  untyped.add(`query.${part.text("name") ?? ""}`);
  return { ...type, maxItems: 1 };
}
