import { type Accepting, fittingItems, meantFirst, shownBy, shownFirst } from "./examples.ts";
import { shownItems, shownObjects, typeOfValue, withDefault, withFitting } from "./examples.ts";
import { memberPath, type FieldMember, type FieldType } from "../kinds/index.ts";
import type { Dialect } from "./find-operation.ts";
import type { FlatSchema, JsonType } from "./flat-schema.ts";
import { flatSchema, hasFlag, numbersOf, jsonTypes, listUnused } from "./flat-schema.ts";
import { discriminatorOf, mayOverlap, branchMembers, nextChoice } from "./alternatives.ts";
import { withDiscriminator, type Choice } from "./alternatives.ts";
import { anyText, choiceType, leafType, type Leaf } from "./leaf-type.ts";
import { NO_MATCH, NotExpressible, type NotExpressed } from "./not-expressed.ts";
import { furtherMembers, isReadOnly } from "./flat-schema.ts";
import type { DocumentPart } from "./document-part.ts";
import { withNames, withSpans } from "./spans.ts";

export type Describing = Accepting & {
  dialect: Dialect;
  notExpressed: NotExpressed;
  /** Paths of values whose type the document does not state. */
  untyped: Set<string>;
  /** Paths of members that only some alternatives describe: nothing is stated about them and the values in them. */
  optional: Set<string>;
  /** Paths of members that only some of several alternatives require. */
  unrequired: Set<string>;
  /** Places of keywords that limit the valid values, and are not expressed. */
  loose: Set<string>;
  /** Places of required parts for which a value was made that may not be valid. */
  guesses: Set<string>;
  /** Places of alternatives that a value may match together, if no discriminator decides. */
  discriminated: Set<string>;
};

/** The limits of a description: the number of values left, and how deeply optional members and lists may be nested. */
type Bounds = { left: number; depth: number };
type Bounded = Describing & { bounds: Bounds };

type Spot = {
  /** Its name in slots: `items[0].sku`. */
  path: string;
  through: readonly string[];
  /** The values of outer examples at this place, best first. */
  examples?: readonly DocumentPart[];
  decided?: readonly string[];
  /** Optional members and lists in which it stands. */
  depth?: number;
  /** It is a parameter, which is written without JSON. */
  asText?: true;
};

/** A value that has more values than these within it is described to a smaller depth. */
const MOST_VALUES = 500;
const DEPTHS = [32, 16, 8, 4, 3, 2, 1, 0];
/** Required values have no bound of depth. */
const MOST_REQUIRED = 20_000;

class TooManyValues extends Error {}

/** Schemas that lead to each other may describe billions of values: then optional ones are left out. @throws NotExpressible without a kind. */
export function describeSchema(
  parts: readonly DocumentPart[],
  context: Describing,
  spot: Spot = { path: "", through: [] },
): Leaf {
  for (const depth of DEPTHS) {
    const untyped = new Set(context.untyped);
    const bounds = { left: depth === 0 ? MOST_REQUIRED : MOST_VALUES, depth };
    try {
      const described = context.notExpressed.attempt(() =>
        describe(parts, { ...context, untyped, bounds }, spot),
      );
      for (const path of untyped) context.untyped.add(path);
      return described;
    } catch (error) {
      if (!(error instanceof TooManyValues)) throw error;
    }
  }
  const [at] = parts;
  if (at === undefined) throw new Error("a value has at least one schema");
  throw new NotExpressible(at, `more than ${MOST_REQUIRED} values are required`);
}

function describe(parts: readonly DocumentPart[], context: Bounded, spot: Spot): Leaf {
  context.bounds.left -= 1;
  if (context.bounds.left < 0) throw new TooManyValues();
  const schema = flatSchema(parts, { through: spot.through, dialect: context.dialect });
  const chosen = chooseAlternative(parts, schema, context, spot);
  if (chosen !== undefined) return chosen;
  listUnused(schema, context.notExpressed, context.loose);
  const stated = jsonTypes(schema, context.notExpressed);
  const { nullable, mayBeNull = false } = stated;
  const own = shownBy(schema, stated.types[0] === "object" ? "object" : "value");
  const examples = [...(spot.examples ?? []), ...own];
  const types = shownFirst(stated.types, examples);
  const one = describeAs(types, schema, context, { ...spot, examples });
  const described = types.length > 1 ? amongOthers(one) : one;
  const fitting = withFitting(described, examples, { ...context, asText: spot.asText === true });
  const known = mayBeNull ? perhapsNull(fitting) : fitting;
  return withDefault(nullable ? orNull(known) : known, schema);
}

const perhapsNull = ({ type, ...about }: Leaf): Leaf => ({
  type: { alternatives: "null", ...type },
  ...about,
});

const orNull = ({ type, ...about }: Leaf): Leaf => ({
  type: { ...type, nullable: true },
  ...about,
});

/** With what is inside of it: another alternative may state something else of a member of the same name. */
const amongOthers = (leaf: Leaf): Leaf => ({ ...leaf, type: withOthers(leaf.type) });

function withOthers(type: FieldType): FieldType {
  const alternatives = "all" as const;
  if (type.kind === "list") return { ...type, items: withOthers(type.items), alternatives };
  if (type.kind !== "object") return { ...type, alternatives };
  const fields = type.fields.map((field) => ({ ...field, type: withOthers(field.type) }));
  return { ...type, fields, alternatives };
}

/** The first alternative of `oneOf` and `anyOf` that can be sent; null as an alternative is handled separately. */
function chooseAlternative(
  parts: readonly DocumentPart[],
  schema: FlatSchema,
  context: Bounded,
  spot: Spot,
): Leaf | undefined {
  const { decided = [] } = spot;
  const choice = nextChoice(schema, decided);
  if (choice === undefined) return undefined;
  const { part, branches, isNullable } = choice;
  if (branches.length > 1)
    context.notExpressed.add(
      part,
      `${part.key}: only one of the ${branches.length} alternatives is sent`,
    );
  const all = meantFirst(choice, { schema, examples: spot.examples ?? [] }, context);
  if (all.length === 0) throw new NotExpressible(part, "only null is valid");
  const next = { ...spot, decided: [...decided, part.at] };
  const { result: described, item: branch } = context.notExpressed.firstOf(all, (each) =>
    describe([...parts, each], context, next),
  );
  const own =
    branches.length === 1
      ? described
      : ofAlternative(described, { schema, choice, branch }, context, next);
  return isNullable ? orNull(own) : own;
}

/** The type of one of several alternatives: little is stated, because others differ. */
function ofAlternative(
  described: Leaf,
  { schema, choice, branch }: { schema: FlatSchema; choice: Choice; branch: DocumentPart },
  { dialect, untyped, optional, unrequired, loose, discriminated }: Bounded,
  { path, through }: Spot,
): Leaf {
  const reading = { dialect, through };
  untyped.add(path);
  const members = branchMembers(branch, choice, reading);
  for (const name of members.described) optional.add(memberPath(path, name));
  for (const name of members.required)
    if (!schema.required.has(name)) unrequired.add(memberPath(path, name));
  const mark = discriminatorOf(schema, branch);
  // A valid value of one alternative is not valid if another one matches it, too.
  if (choice.part.key === "oneOf" && mayOverlap(choice.branches, reading))
    (mark === undefined ? loose : discriminated).add(choice.part.at);
  if (mark === undefined) return amongOthers(described);
  optional.add(memberPath(path, mark.name));
  return { ...described, type: withDiscriminator(described.type, mark) };
}

function describeAs(
  types: readonly JsonType[],
  schema: FlatSchema,
  context: Bounded,
  spot: Spot,
): Leaf {
  const { result: described } = context.notExpressed.firstOf(types, (type) =>
    describeType(type, schema, context, spot),
  );
  if (schema.keywords.has("type") || types[0] === "choice") return described;
  context.untyped.add(spot.path);
  return { ...described, type: { alternatives: "types", ...described.type } };
}

function describeType(type: JsonType, schema: FlatSchema, context: Bounded, spot: Spot): Leaf {
  switch (type) {
    case "object":
      if ((spot.depth ?? 0) > context.bounds.depth)
        throw new NotExpressible(
          schema.at,
          `it is left out, as there are more than ${MOST_VALUES} values`,
        );
      return objectType(schema, context, spot);
    case "array":
      return listType(schema, context, spot);
    case "choice":
      return choiceType(schema, context);
    default:
      return leafType(schema, type, context);
  }
}

function objectType(schema: FlatSchema, context: Bounded, spot: Spot): Leaf {
  const shown = shownObjects(spot.examples ?? [], context);
  const names = new Set([...schema.properties.keys(), ...schema.required]);
  const further = furtherMembers(schema, { names, shown }, context);
  const guesses: string[] = [];
  const fields = [...names, ...further.names].flatMap((name): FieldMember[] => {
    const required = schema.required.has(name);
    const inner = {
      path: memberPath(spot.path, name),
      through: schema.through,
      examples: shown.flatMap((each) => each.own(name) ?? []),
      depth: (spot.depth ?? 0) + (required ? 0 : 1),
    };
    const parts = schema.properties.get(name) ?? (names.has(name) ? [] : further.parts);
    const instead = `${inner.path} is not sent`;
    const found = context.notExpressed.attemptOptional(!required, instead, (): FieldMember[] => {
      if (isReadOnly(parts, schema, context)) return [];
      const { guess, ...described } = memberType(parts, schema, context, inner);
      if (guess !== undefined && !required)
        throw new NotExpressible(parts[0] ?? schema.at, NO_MATCH);
      if (guess !== undefined) guesses.push(guess);
      return [{ name, ...described, required } as FieldMember];
    });
    return found ?? [];
  });
  const [guess] = guesses;
  const { accepted } = further;
  return {
    type: {
      kind: "object",
      fields: withNames(withSpans(fields)),
      ...(accepted !== undefined && { further: accepted }),
    },
    ...(guess !== undefined && { guess }),
  };
}

function memberType(
  parts: readonly DocumentPart[],
  schema: FlatSchema,
  context: Bounded,
  spot: Spot,
): Leaf {
  if (parts.length > 0) return describe(parts, context, spot);
  context.untyped.add(spot.path);
  const value = spot.examples?.[0]?.value;
  const type = typeOfValue(value);
  return type === undefined ? { type: anyText(schema) } : { type, example: value };
}

function listType(schema: FlatSchema, context: Bounded, spot: Spot): Leaf {
  const items = schema.keywords.get("items") ?? [];
  const minItems = Math.max(0, ...numbersOf(schema, "minItems"));
  const maxItems = Math.min(...numbersOf(schema, "maxItems"));
  const unique = hasFlag(schema, "uniqueItems");
  const bounds = {
    ...(minItems > 0 && { minItems }),
    ...(Number.isFinite(maxItems) && { maxItems }),
    ...(unique && { unique: true as const }),
  };
  const shown = shownItems(spot.examples ?? [], bounds, context);
  const inner = {
    path: `${spot.path}[0]`,
    through: schema.through,
    examples: shown.slice(0, 1),
    depth: (spot.depth ?? 0) + 1,
  };
  const instead = `${spot.path || "the body"} is sent as an empty list`;
  const found = context.notExpressed.attemptOptional(minItems === 0, instead, (): Leaf => {
    if (items.length === 0) throw new NotExpressible(schema.at, "its items are not described");
    const { type, example, guess } = describe(items, context, inner);
    if (guess !== undefined && minItems === 0)
      throw new NotExpressible(items[0] ?? schema.at, NO_MATCH);
    const values = fittingItems(shown, type, context);
    const sent = values.length > 0 ? values : example === undefined ? undefined : [example];
    return {
      type: { kind: "list", items: type, ...bounds },
      ...(sent !== undefined && { example: sent }),
      ...(guess !== undefined && { guess }),
    };
  });
  if (found !== undefined) return found;
  context.untyped.add(spot.path);
  const of = { kind: "object" as const, fields: [] };
  return { type: { kind: "list", items: of, maxItems: 0, alternatives: "all" } };
}
