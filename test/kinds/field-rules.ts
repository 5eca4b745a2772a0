import { kinds, type FieldType, type ValueRule } from "../../src/kinds/index.ts";

/** The rules of every kind of value; those of a choice are about these values, those of an object about these keys. */
export const fieldRules = (
  values: (string | number)[] = ["stated", 1],
  keys: string[] = ["stated"],
): ValueRule[] =>
  kinds.flatMap(({ name, rules }) => {
    const fields = keys.map((key) => ({ name: key, type: { kind: "text" } }));
    const more = { choice: { values }, object: { fields } }[name];
    return rules({ kind: name, ...more } as FieldType);
  });
