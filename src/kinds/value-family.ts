import type { Template, TemplatePart } from "../template/template.ts";
import type { ValueCase } from "./kind.ts";

/** A value with its name and reason; `value` is JSON text, or what is no JSON. */
export type ValueRow = [name: string, reason: string, value: TemplatePart | Template];

/** Values that have all but name, reason and text in common. */
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
