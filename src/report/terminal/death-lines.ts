import type { Summary } from "../../model/summary.ts";
import { counted } from "../../text/numbers.ts";
import type { Paint } from "./paint.ts";

/** What ended a served target or made it hang: before anything else. */
export function deathLines(
  { deaths = [], target }: Summary,
  paint: Paint,
  several = false,
): string[] {
  if (deaths.length === 0) return [];
  const of = several ? `${target.name}: ` : "";
  return [
    ...deaths.flatMap(({ text, reason, count, cases }) => [
      `${paint("red", "✗")} ${of}${text}`,
      ...(reason === undefined ? [] : [`    ${cases.at(-1) ?? ""}: ${reason}`]),
      ...(count > 1 ? [paint("dim", `    ${counted(count, "time")} in this run`)] : []),
    ]),
    "",
  ];
}
