import { type Paint, unitAfter, whole } from "../../text/index.ts";
import type { AxisSummary, BoundarySummary, Stretch } from "../../model/index.ts";
import {
  blanksAfter,
  fitText,
  hangingText,
  mostColumns,
  padText,
  paintSignature,
  type Screen,
  widthOf,
  wrapText,
} from "./screen-text.ts";
import { axisScale } from "../axis-scale.ts";

const BAR = 26;
/** Longer titles stand above their axis. */
const MOST_TITLE = { narrow: 32, wide: 44 };
const WIDE = 100;
const MOST_SIGNATURE = 14;
const MOST_TOLD = 8;

type Layout = { title: number; signature: number; width: number; paint: Paint };

export function boundaryLines(axes: readonly AxisSummary[], screen: Screen): string[] {
  if (axes.length === 0) return [];
  const drawn = axes.filter(({ stretches }) => stretches.length > 1);
  const ends = drawn.flatMap((axis) => [endOf(axis, 0), endOf(axis, -1)]);
  const layout: Layout = {
    title: Math.min(
      mostColumns(screen.width, MOST_TITLE[screen.width < WIDE ? "narrow" : "wide"]),
      Math.max(...axes.map(({ title }) => widthOf(title))),
    ),
    signature: Math.min(
      mostColumns(screen.width, MOST_SIGNATURE),
      Math.max(3, ...ends.map(widthOf)),
    ),
    width: screen.width,
    paint: screen.paint,
  };
  return [screen.bold("boundaries"), ...axes.flatMap((axis) => axisLines(axis, layout)), ""];
}

function axisLines(axis: AxisSummary, layout: Layout): string[] {
  const { title, signature, width, paint } = layout;
  const bar = axisBar(axis, BAR, paint);
  const column = 2 + title + 2;
  if (widthOf(axis.title) > title)
    return [...hangingText("  ", axis.title, width), ...axisLines({ ...axis, title: "" }, layout)];
  if (bar === undefined || axis.stretches.length === 1) {
    const [first = "", ...others] = sentenceLines(axis, paint, width - column);
    return [
      `  ${padText(axis.title, title)}  ${first}`,
      ...others.map((line) => " ".repeat(column) + line),
    ];
  }
  const [left, right] = [endOf(axis, 0), endOf(axis, -1)];
  const start = fitText(left, signature);
  const drawn = [
    `  ${padText(axis.title, title)}  `,
    paintSignature(paint, left, blanksAfter(start, signature) + start),
    ` ${bar} `,
    paintSignature(paint, right, padText(right, signature)),
  ].join("");
  const used = column + signature * 2 + BAR + 2;
  return beside(drawn, tellings(axis, width - column), { used, column, width });
}

function beside(
  drawn: string,
  texts: readonly string[],
  { used, column, width }: { used: number; column: number; width: number },
): string[] {
  const [only, second] = texts;
  if (only !== undefined && second === undefined && used + 2 + widthOf(only) <= width)
    return [`${drawn}  ${only}`];
  return [drawn.trimEnd(), ...texts.map((text) => " ".repeat(column) + text)];
}

/** The text next to or below a bar: one line for each boundary, or the sentence if there is none. */
function tellings(axis: AxisSummary, room: number): string[] {
  const { boundaries, unit, sentence, cut } = axis;
  if (boundaries.length === 0 || axis.unstable || cut !== undefined)
    return wrapText(sentence, room);
  const shown = boundaries.slice(0, MOST_TOLD);
  const sides = shown.map(({ near, far }) => `${near.signature} │ ${far.signature}`);
  const widest = Math.max(...sides.map(widthOf));
  const lineTexts = shown.map((each, at) => {
    const values = boundaryText(each, unit);
    return boundaries.length === 1 ? values : `${padText(sides[at] ?? "", widest)}   ${values}`;
  });
  const more = boundaries.length - lineTexts.length;
  return [...lineTexts, ...(more > 0 ? [`… and ${whole(more)} more`] : [])].flatMap((text) =>
    wrapText(text, room),
  );
}

function boundaryText({ near, far, known }: BoundarySummary, unit: string | undefined): string {
  const hint = known === undefined ? "" : `   ${known}`;
  return `${near.text} │ ${far.text}${unitAfter(far.text, unit)}${hint}`;
}

function sentenceLines(axis: AxisSummary, paint: Paint, room: number): string[] {
  const signature = fitText(endOf(axis, 0), room);
  if (axis.along === undefined || widthOf(signature) + 2 > room)
    return wrapText(axis.sentence, room);
  return hangingText(`${paintSignature(paint, endOf(axis, 0), signature)} `, axis.along, room);
}

function endOf({ stretches }: AxisSummary, at: 0 | -1): string {
  const signatures = stretches.at(at)?.signatures ?? [];
  return signatures.length > 1 ? "unstable" : (signatures[0] ?? "");
}

/** A shorter segment cannot be distinguished from the marks at its ends. */
const LEAST = 2;

/**
 * An axis as a bar of `width` columns: a mark where the response changes, each range in the colour
 * of its response, dotted if unstable. Undefined if there is nothing to draw, or too little room.
 */
function axisBar(axis: AxisSummary, width: number, paint: Paint): string | undefined {
  const { stretches } = axis;
  const inner = width - 2;
  if (stretches.length === 0 || stretches.length * LEAST > inner) return undefined;
  const ends = endsOf(axis, inner);
  const segments = stretches.map((stretch, at) => {
    const from = ends[at - 1] ?? 0;
    const columns = (ends[at] ?? inner) - from;
    const mark = at < stretches.length - 1;
    return segment(stretch, columns - (mark ? 1 : 0), paint) + (mark ? "┼" : "");
  });
  return `├${segments.join("")}┤`;
}

function segment({ signatures }: Stretch, columns: number, paint: Paint): string {
  if (signatures.length > 1) return "┄".repeat(columns);
  return paintSignature(paint, signatures[0] ?? "", "─".repeat(columns));
}

/** Where each range ends, in columns: in proportion, but always visible. */
function endsOf(axis: AxisSummary, inner: number): number[] {
  const place = axisScale(axis);
  const { stretches } = axis;
  const ends: number[] = [];
  for (const [at, { to }] of stretches.entries()) {
    const wanted = at === stretches.length - 1 ? inner : Math.round(place(to.at) * inner);
    const least = (ends[at - 1] ?? 0) + LEAST;
    const most = inner - (stretches.length - 1 - at) * LEAST;
    ends.push(Math.min(most, Math.max(least, wanted)));
  }
  return ends;
}
