import type { Template, TemplatePart } from "../template/index.ts";
import type { ValueCase } from "./kind.ts";

/** A value with its name and reason; `value` is JSON text, or text that is not JSON. */
export type ValueRow = [name: string, reason: string, value: TemplatePart | Template];

/** Values that share everything except name, reason and text. */
export const valueFamily = (
  more: Omit<ValueCase, "name" | "reason" | "value">,
  rows: readonly ValueRow[],
): ValueCase[] =>
  rows.map(([name, reason, value]) => ({
    name,
    reason,
    value: Array.isArray(value) ? value : [value],
    ...more,
  }));
