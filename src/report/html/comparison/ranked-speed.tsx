import type { SpeedPair, SpeedRank, Speed } from "../../../model/index.ts";
import { intervalText, rankTexts, rateText } from "../../../stats/index.ts";
import { rivalText } from "../../comparison-words.ts";
import { Interval, IntervalAxis, type IntervalScale, rateScale } from "./axis-scales.tsx";
import { advice, cutText } from "../text.tsx";

/** Where the generator was the limit, only a lower bound is known. */
function spanOf({ perSecond, low, high, limited }: SpeedRank, { share }: IntervalScale) {
  const at = share(perSecond);
  if (limited) return { at, to: 1, openRight: true };
  return low === undefined || high === undefined
    ? { at }
    : { at, from: share(low), to: share(high) };
}

function renderComparedWith(speed: Speed, names: readonly string[], target: number) {
  const pairs = speed.pairs.filter(({ a, b }) => a === target || b === target);
  const other = ({ a, b }: SpeedPair): number => (a === target ? b : a);
  return (
    <details class="more">
      <summary>compare with …</summary>
      <ul class="rests">
        {pairs.map((pair) => (
          <li data-t={other(pair)}>
            {pair.throughput === undefined ? (
              <>
                {names[other(pair)]}: not comparable: {cutText(pair.notComparable.join("; "), 320)}
              </>
            ) : (
              <>
                {pair.throughput.verdict === "cannot-tell" && `${names[other(pair)]}: `}
                {cutText(pair.throughput.text, 240)}
              </>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}

function renderRow(
  speed: Speed,
  names: readonly string[],
  at: number,
  scale: IntervalScale,
  rank: string,
) {
  const { ranking } = speed;
  const [each, next] = [ranking[at], ranking[at + 1]];
  if (each === undefined) return null;
  return (
    <li data-t={each.target}>
      <b>
        <span class="rank">{rank}</span> {names[each.target]}
      </b>
      <Interval
        span={spanOf(each, scale)}
        lines={scale.ticks.map(({ share }) => share)}
        line="grid"
      />
      <span>
        <b>{rateText(each)}</b> <span class="unbroken quiet">{intervalText(each)}</span>
        {next !== undefined && (
          <span class="found">{advice(rivalText(speed, each, next, names), 320)}</span>
        )}
        {renderComparedWith(speed, names, each.target)}
      </span>
    </li>
  );
}

export function RankedSpeed({ speed, names }: { speed: Speed; names: readonly string[] }) {
  const scale = rateScale(speed.ranking);
  const ranks = rankTexts(speed);
  return (
    <div class="card chart whole">
      <h3>Responses per second</h3>
      <p class="quiet">
        The median of the rounds with the interval that they allow, on a logarithmic axis; an arrow
        and ≥ mark a lower bound. A target that the rounds cannot tell from others has all the ranks
        that it may have.
      </p>
      <ul class="forest ranked">
        {speed.ranking.map((_, at) => renderRow(speed, names, at, scale, ranks[at] ?? ""))}
        <IntervalAxis ticks={scale.ticks} />
      </ul>
      {speed.apart.length > 0 && (
        <>
          <h4 class="part">Not comparable</h4>
          <ul class="rests">
            {speed.apart.map(({ target, reasons }) => (
              <li data-t={target}>
                <b>{names[target]}</b>: {cutText(reasons.join("; "), 400)}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
