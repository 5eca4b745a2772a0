type Keywords = Record<string, unknown>;

/** More keys than this are a map, not members with names. */
const MOST_KEYS = 60;
const DEEPEST = 8;

/** A JSON Schema of these values: types, members, and which members every object has. Never values. */
export function schemaOfValues(values: readonly unknown[], depth = 0): Keywords {
  const types = [...new Set(values.map(typeOf))].toSorted();
  if (types.length === 0 || depth > DEEPEST) return {};
  const objects = values.filter((value) => typeOf(value) === "object") as Record<string, unknown>[];
  const items = values.filter((value) => Array.isArray(value)).flat();
  return {
    type: types.length === 1 ? types[0] : withoutInteger(types),
    ...(objects.length > 0 && membersOf(objects, depth)),
    ...(items.length > 0 && { items: schemaOfValues(items, depth + 1) }),
  };
}

/** A number is an integer too. */
const withoutInteger = (types: readonly string[]): string[] =>
  types.includes("number") ? types.filter((type) => type !== "integer") : [...types];

function membersOf(objects: readonly Record<string, unknown>[], depth: number): Keywords {
  const keys = [...new Set(objects.flatMap((each) => Object.keys(each)))];
  if (keys.length > MOST_KEYS) return {};
  const required = keys.filter((key) => objects.every((each) => Object.hasOwn(each, key)));
  return {
    properties: Object.fromEntries(
      keys.map((key) => [
        key,
        schemaOfValues(
          objects.filter((each) => Object.hasOwn(each, key)).map((each) => each[key]),
          depth + 1,
        ),
      ]),
    ),
    ...(required.length > 0 && { required }),
  };
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value;
}
