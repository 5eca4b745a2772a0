import type { Comparison, Speed, SpeedRank } from "../../../model/index.ts";
import { mostColumns, padText, widthOf } from "../fit-text.ts";
import { rateText, rivalText } from "../../comparison/ranking-text.ts";
import type { Paint } from "../paint.ts";
import { hangingText } from "../wrap-text.ts";

const MOST_NAMES = 32;

/** The ranking by throughput after the notes: each target against the next, ties included. */
export function speedLines({ speed, targets }: Comparison, paint: Paint, width: number): string[] {
  if (speed === undefined) return [];
  const names = targets.map(({ name }) => name);
  return [
    `${paint("bold", "throughput")} (${speed.rounds} paired rounds)`,
    ...speed.notes.flatMap((note) => hangingText("  ! ", note, width)),
    ...rankLines(speed, names, width),
    ...speed.apart.flatMap(({ target, reasons }) =>
      hangingText("  ", `not comparable: ${names[target]}: ${reasons.join("; ")}`, width),
    ),
    "",
  ];
}

function rankLines(speed: Speed, names: readonly string[], width: number): string[] {
  const { ranking } = speed;
  const column = Math.min(
    mostColumns(width, MOST_NAMES),
    Math.max(0, ...ranking.map(({ target }) => widthOf(names[target] ?? ""))),
  );
  const rates = Math.max(0, ...ranking.map((each) => widthOf(rateText(each))));
  return ranking.flatMap((each: SpeedRank, at) => {
    const next = ranking[at + 1];
    const rate = rateText(each).padStart(rates);
    const label = `  ${String(each.rank).padStart(3)}  ${padText(names[each.target] ?? "", column)}  ${rate}`;
    const text = next === undefined ? "" : rivalText(speed, each, next, names);
    return text === "" ? [label] : hangingText(`${label}  `, text, width);
  });
}
