import type { ComparedAxis, AxisSummary, Place } from "../../model/index.ts";
import { textWidth, spacedTicks } from "./load/labels.ts";
import { firstCharacters } from "./text.tsx";
import { escapeUnseen } from "../../text/index.ts";
import { markOfSignature } from "./status-class.tsx";
import { scaleLinear } from "d3-scale";

type Line = Pick<ComparedAxis["targets"][number], "stretches">;
type Scale = (at: string) => number;

/** The minimum width of a line, in pixels: texts are placed for it. */
const NARROWEST = 280;
const HEIGHT = 22;
const LEAST_SHARE = 0.012;

/** A place on an axis, from 0 to 1, as a coordinate of a drawing. */
export const axisPercent = (share: number): string => `${Math.round(share * 10_000) / 100}%`;

/** The start and end of each range on the line, none too narrow to be seen: it reaches to the next one, so that there is no gap. */
export function bandsOf({ stretches }: Line, scale: Scale) {
  let end = 0;
  return stretches.map(({ to, signatures }, at) => {
    const start = end;
    // The next ones need their own room.
    const most = 1 - (stretches.length - 1 - at) * LEAST_SHARE;
    const wanted = scale((stretches[at + 1]?.from ?? to).at);
    end = Math.min(most, Math.max(start + LEAST_SHARE, wanted));
    return { start, width: end - start, signatures };
  });
}

function Band({ start, width, signatures }: ReturnType<typeof bandsOf>[number]) {
  const text = escapeUnseen(signatures.join(" or "));
  const label = firstCharacters(text, 24);
  const mark = signatures.length > 1 ? "ku" : markOfSignature(signatures[0] ?? "");
  const room = width * NARROWEST >= textWidth(label) + 10;
  return (
    <g class={mark}>
      <rect x={axisPercent(start)} y={2} width={axisPercent(width)} height={HEIGHT - 4} />
      {room && (
        <text x={axisPercent(start + width / 2)} y={15}>
          {label}
        </text>
      )}
    </g>
  );
}

/** How one target responds along an axis, drawn as bands; the sentence says the same. */
export function AxisBands({ line, scale }: { line: Line; scale: Scale }) {
  const bands = bandsOf(line, scale);
  return (
    <svg class="along" width="100%" height={HEIGHT} aria-hidden="true">
      {bands.map((band) => (
        <Band {...band} />
      ))}
      {bands.slice(1).map(({ start }) => (
        <line class="edge" x1={axisPercent(start)} x2={axisPercent(start)} y1={0} y2={HEIGHT} />
      ))}
    </svg>
  );
}

const ROW = 15;
const MOST_ROWS = 3;

/** Places of an axis in up to three rows: what does not fit into one is below it. */
export function AxisTicks(props: {
  places: readonly { at: string; text: string }[];
  scale: Scale;
}) {
  const all = props.places.map(({ at, text }) => {
    const share = props.scale(at);
    const label = cutTick(text);
    return { at: anchored(share, textWidth(label)), label, share };
  });
  const rows = rowsOf(all);
  return (
    <svg class="along ticks" width="100%" height={ROW * rows.length} aria-hidden="true">
      {rows.map((ticks, row) =>
        ticks.map(({ share, label }) => (
          <text
            x={axisPercent(share)}
            y={11 + row * ROW}
            class={share < 0.08 ? "start" : share > 0.92 ? "end" : ""}
          >
            {label}
          </text>
        )),
      )}
    </svg>
  );
}

/** Labels that fit side by side; the others in rows below. */
function rowsOf<T extends { at: number; label: string }>(ticks: readonly T[]): T[][] {
  const first = spacedTicks(ticks);
  const rest = ticks.filter((tick) => !first.includes(tick));
  return rest.length === 0 ? [first] : [first, ...rowsOf(rest)].slice(0, MOST_ROWS);
}

const cutTick = (text: string): string => {
  const seen = escapeUnseen(text);
  return seen.length > 17 ? `${firstCharacters(seen, 16)}…` : seen;
};

/** The middle of a text in pixels: at the ends it stays within the line. */
function anchored(share: number, width: number): number {
  const at = share * NARROWEST;
  if (share < 0.08) return at + width / 2;
  return share > 0.92 ? at - width / 2 : at;
}

/** Steps of a linear scale: finer than any drawing. */
const STEPS = 1_000_000n;

/**
 * The position of a place on its axis, from 0 at the start to 1 at the end. Exact decimal text of any length. A log
 * scale uses the logarithm of the distance from zero; for hundreds of digits, the logarithm of their number.
 */
export function axisScale({
  stretches,
  scale,
}: Pick<AxisSummary, "scale"> & { stretches: readonly { from: Place; to: Place }[] }): (
  at: string,
) => number {
  const from = wholeOf(stretches[0]?.from.at);
  const to = wholeOf(stretches.at(-1)?.to.at);
  if (from === to) return () => 0;
  const share =
    scale === "linear"
      ? (at: string) => Number(((wholeOf(at) - from) * STEPS) / (to - from)) / Number(STEPS)
      : logShare(from, to);
  return (at) => Math.min(1, Math.max(0, share(at)));
}

/** With more digits than this, a log scale would squeeze all interesting places into a corner. */
const MOST_DIGITS = 30;

function logShare(from: bigint, to: bigint): (at: string) => number {
  const far = Math.max(Math.abs(signedLog(from)), Math.abs(signedLog(to)));
  const scale = scaleLinear();
  const value =
    far <= MOST_DIGITS
      ? signedLog
      : (at: bigint) => Math.sign(signedLog(at)) * Math.log1p(Math.abs(signedLog(at)));
  scale.domain([value(from), value(to)]);
  return (at) => scale(value(wholeOf(at)));
}

export const wholeOf = (at = "0"): bigint => (/^-?\d+$/.test(at) ? BigInt(at) : 0n);

/** log10(1 + |x|) with the sign of x: 0 at 0, and no number is too large. */
function signedLog(value: bigint): number {
  const digits = String((value < 0n ? -value : value) + 1n);
  const leading = digits.slice(0, 15);
  const log = Math.log10(Number(leading)) + digits.length - leading.length;
  return value < 0n ? -log : log;
}
