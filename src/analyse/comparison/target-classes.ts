import { classOf } from "../../model/signature.ts";
import type { SharedCase } from "./share-cases.ts";

/** The compared cases of one target by the status class of its last response. */
export function classesOf(compared: readonly SharedCase[], target: number): Record<string, number> {
  const classes: Record<string, number> = {};
  for (const { signatures } of compared) {
    const name = classOf(signatures[target] ?? "");
    classes[name] = (classes[name] ?? 0) + 1;
  }
  return classes;
}
