import type { Summary } from "../../model/summary.ts";
import { counted } from "../../text/numbers.ts";
import { durationText } from "../../text/times.ts";
import type { Paint } from "./paint.ts";

/** How long it took a served target to respond after each start. */
export function startLine({ startsMs = [] }: Summary): string[] {
  const [first] = startsMs;
  if (first === undefined) return [];
  if (startsMs.length === 1) return [`first response ${durationText(first)} after the start`];
  const [least, most] = [Math.min(...startsMs), Math.max(...startsMs)];
  return [
    `first response ${durationText(least)} to ${durationText(most)} after each of ${startsMs.length} starts`,
  ];
}

/** What ended a served target or made it hang: before anything else. */
export function deathLines(
  { deaths = [], growths = [], target }: Summary,
  paint: Paint,
  several = false,
): string[] {
  if (deaths.length + growths.length === 0) return [];
  const of = several ? `${target.name}: ` : "";
  return [
    ...deaths.flatMap(({ text, reason, count, cases }) => [
      `${paint("red", "✗")} ${of}${text}`,
      ...(reason === undefined ? [] : [`    ${cases.at(-1) ?? ""}: ${reason}`]),
      ...(count > 1 ? [paint("dim", `    ${counted(count, "time")} in this run`)] : []),
    ]),
    ...growths.flatMap(({ text, reason, case: id }) => [
      `${paint("yellow", "!")} ${of}${text}`,
      `    ${id}: ${reason}`,
    ]),
    "",
  ];
}
