import type { Comparison } from "../../../model/index.ts";
import type { Paint } from "../paint.ts";
import { hangingText } from "../wrap-text.ts";

/** The inferred rules side by side, one row for each part: `id: int64 | safe integer | any number`. */
export function ruleLines(
  { inferred, targets }: Comparison,
  paint: Paint,
  width: number,
): string[] {
  if (inferred === undefined) return [];
  const names = targets.map(({ name }) => name);
  return [
    paint("bold", "Inferred rules"),
    ...hangingText("  ", names.join(" | "), width),
    ...inferred.flatMap((row) => [
      ...besideLines(row, names, width),
      ...(row.common === undefined ? [] : hangingText("    ", `all: ${row.common}`, width)),
      ...(row.stated === undefined ? [] : hangingText("    ", `stated: ${row.stated}`, width)),
    ]),
    "",
  ];
}

type Row = NonNullable<Comparison["inferred"]>[number];

/** In one line if that has room, otherwise a line for each target. */
function besideLines({ name, rules, same }: Row, names: readonly string[], width: number) {
  if (same) return hangingText("  ", `${name}: all the same: ${rules[0] ?? ""}`, width);
  const line = `  ${name}: ${rules.join(" | ")}`;
  if (line.length <= width) return [line];
  return [
    `  ${name}`,
    ...rules.flatMap((rule, at) => hangingText("    ", `${names[at] ?? ""}: ${rule}`, width)),
  ];
}
