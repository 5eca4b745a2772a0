import type { Comparison, SpeedPair } from "../../../model/comparison.ts";
import { mostColumns, padText, widthOf } from "../fit-text.ts";
import type { Paint } from "../paint.ts";
import { hangingText } from "../wrap-text.ts";

const MOST_NAMES = 50;

/** Throughput of each pair in words, after the notes. */
export function speedLines({ speed, targets }: Comparison, paint: Paint, width: number): string[] {
  if (speed === undefined) return [];
  const name = (target: number): string => targets[target]?.name ?? "";
  const pairs = speed.pairs.map((pair) => ({ pair, title: `${name(pair.a)} / ${name(pair.b)}` }));
  const column = Math.min(
    mostColumns(width, MOST_NAMES),
    Math.max(0, ...pairs.map(({ title }) => widthOf(title))),
  );
  return [
    `${paint("bold", "throughput")} (${speed.rounds} paired rounds)`,
    ...speed.notes.flatMap((note) => hangingText("  ! ", note, width)),
    ...pairs.flatMap(({ pair, title }) =>
      hangingText(`  ${padText(title, column)}  `, textOf(pair), width),
    ),
    "",
  ];
}

function textOf({ notComparable, throughput }: SpeedPair): string {
  if (notComparable.length > 0) return `not comparable: ${notComparable.join("; ")}`;
  return throughput?.text ?? "not measured";
}
