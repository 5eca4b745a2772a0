import type { Comparison, SpeedPair, SpeedRank } from "../../../model/index.ts";
import { intervalText, rateText, rivalText } from "../../comparison/ranking-text.ts";
import { advice, cutText } from "../cut-text.tsx";
import { rateScale, type RateScale } from "./rate-scale.ts";
import { ArrowBeyond, axisPercent, INTERVAL_HEIGHT, IntervalAxis } from "./interval-axis.tsx";

type Speed = NonNullable<Comparison["speed"]>;
type Props = { speed: Speed; names: readonly string[] };

const MIDDLE = INTERVAL_HEIGHT / 2;

/** A dot and its interval; a lower bound has an arrow to the right instead. */
function Dot({ each, scale }: { each: SpeedRank; scale: RateScale }) {
  const { perSecond, low, high, limited } = each;
  const at = axisPercent(scale.share(perSecond));
  return (
    <svg class="interval" width="100%" height={INTERVAL_HEIGHT} aria-hidden="true">
      {scale.ticks.map(({ share }) => (
        <line
          class="grid"
          x1={axisPercent(share)}
          x2={axisPercent(share)}
          y1={0}
          y2={INTERVAL_HEIGHT}
        />
      ))}
      {limited && <line class="span" x1={at} x2="100%" y1={MIDDLE} y2={MIDDLE} />}
      {limited && <ArrowBeyond />}
      {!limited && low !== undefined && high !== undefined && (
        <line
          class="span"
          x1={axisPercent(scale.share(low))}
          x2={axisPercent(scale.share(high))}
          y1={MIDDLE}
          y2={MIDDLE}
        />
      )}
      <circle class="point" cx={at} cy={MIDDLE} r={4.5} />
    </svg>
  );
}

/** The results of the rounds for one target against each of the others. */
function ComparedWith({ speed, names, target }: Props & { target: number }) {
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

function Row({ speed, names, at, scale }: Props & { at: number; scale: RateScale }) {
  const { ranking } = speed;
  const [each, next] = [ranking[at], ranking[at + 1]];
  if (each === undefined) return null;
  const tied = each.previous === "cannot-tell" || each.previous === "no-difference";
  return (
    <li data-t={each.target}>
      <b>
        <span class={`rank ${tied ? "tied" : ""}`}>{each.rank}</span> {names[each.target]}
      </b>
      <Dot each={each} scale={scale} />
      <span>
        <b>{rateText(each)}</b> <span class="unbroken quiet">{intervalText(each)}</span>
        {next !== undefined && (
          <span class="found">{advice(rivalText(speed, each, next, names), 320)}</span>
        )}
        <ComparedWith speed={speed} names={names} target={each.target} />
      </span>
    </li>
  );
}

/** Targets by throughput on a logarithmic axis; targets that cannot be compared are separate. */
export function RankedSpeed({ speed, names }: Props) {
  const scale = rateScale(speed.ranking);
  return (
    <div class="card chart whole">
      <h3>Responses per second</h3>
      <p class="quiet">
        The median of the rounds with the interval that they allow, on a logarithmic axis; an arrow
        and ≥ mark a lower bound. Neighbours that the rounds cannot tell apart share a rank, unless
        more targets are faster than the second of them.
      </p>
      <ul class="forest ranked">
        {speed.ranking.map((_, at) => (
          <Row speed={speed} names={names} at={at} scale={scale} />
        ))}
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
