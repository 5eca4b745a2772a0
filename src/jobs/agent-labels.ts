import { WitnessError } from "../errors.ts";

/** The characters of labels and their values, as in Kubernetes. */
const LABEL = /^([A-Za-z0-9][A-Za-z0-9._/-]{0,62})=([A-Za-z0-9._-]{0,63})$/;

/** Labels of an agent: `zone=a`. @throws WitnessError `fleet` if one is not `key=value`, or a key is given twice. */
export function labelsOf(flag: string, texts: readonly string[]): Record<string, string> {
  const labels = new Map<string, string>();
  for (const text of texts) {
    const [, key, value] = LABEL.exec(text) ?? [];
    if (key === undefined || value === undefined)
      throw new WitnessError("fleet", `${flag}: ${JSON.stringify(text)} is not a label`, {
        hint: "write key=value, of letters, digits, dots, dashes and underscores: zone=a",
      });
    if (labels.has(key))
      throw new WitnessError("fleet", `${flag}: ${key} is given twice`, {
        hint: "give each key one value",
      });
    labels.set(key, value);
  }
  return Object.fromEntries(labels);
}
