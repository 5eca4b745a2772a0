import type { Comparison } from "../../../model/comparison.ts";
import type { Paint } from "../paint.ts";
import { hangingText } from "../wrap-text.ts";

/** The inferred rules side by side: a field, then each target's rule. */
export function ruleLines(
  { inferred, targets }: Comparison,
  paint: Paint,
  width: number,
): string[] {
  if (inferred === undefined) return [];
  return [
    paint("bold", "Inferred rules"),
    ...inferred.flatMap(({ name, stated, rules, same }) => [
      `  ${name}${stated === undefined ? "" : ` (stated: ${stated})`}`,
      ...(same
        ? hangingText("    ", `all: ${rules[0] ?? ""}`, width)
        : rules.flatMap((rule, at) =>
            hangingText("    ", `${targets[at]?.name ?? ""}: ${rule}`, width),
          )),
    ]),
    "",
  ];
}
