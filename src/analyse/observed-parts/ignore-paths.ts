/**
 * A JSON value without the values at these paths: `$.user.id`, `items[*].createdAt`, `**.timestamp`
 * at any depth. `*` is any key or index; a path without a match changes nothing.
 */
export function ignorePaths(value: unknown, paths: readonly string[]): unknown {
  return paths.reduce((left, path) => without(left, stepsOf(path)), value);
}

function stepsOf(path: string): string[] {
  return path
    .replace(/^\$\.?/, "")
    .replace(/\[(\*|\d+)\]/g, ".$1")
    .split(".")
    .filter((step) => step !== "");
}

function without(value: unknown, steps: string[]): unknown {
  const [step, ...rest] = steps;
  if (step === undefined || typeof value !== "object" || value === null) return value;
  if (step === "**") return anywhere(without(value, rest), steps);
  const keeps = (key: string): boolean => rest.length > 0 || !fits(key, step);
  const inside = (key: string, each: unknown): unknown =>
    fits(key, step) ? without(each, rest) : each;
  if (Array.isArray(value))
    return value
      .map((each, index) => ({ each, key: String(index) }))
      .filter(({ key }) => keeps(key))
      .map(({ each, key }) => inside(key, each));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => keeps(key))
      .map(([key, each]) => [key, inside(key, each)]),
  );
}

/** The same steps from every place inside the value. */
function anywhere(value: unknown, steps: string[]): unknown {
  if (Array.isArray(value)) return value.map((each) => without(each, steps));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, without(each, steps)]),
  );
}

const fits = (key: string, step: string): boolean => step === "*" || step === key;
