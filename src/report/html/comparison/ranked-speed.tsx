import type { Comparison, SpeedPair, SpeedRank } from "../../../model/index.ts";
import { intervalText, rankTexts, rateText } from "../../../stats/index.ts";
import { rivalText } from "../../comparison-words.ts";
import {
  ArrowBeyond,
  INTERVAL_HEIGHT,
  IntervalAxis,
  type RateScale,
  axisPercent,
  rateScale,
} from "./axis-scales.tsx";
import { Chips, advice, cutText } from "../text.tsx";
import { counted, latencyText, percent, whole } from "../../../text/index.ts";
import { FigureTable } from "../elements.tsx";

type Speed = NonNullable<Comparison["speed"]>;
type Props = { speed: Speed; names: readonly string[] };

const MIDDLE = INTERVAL_HEIGHT / 2;

/** A dot and its interval; a lower bound has an arrow to the right instead. */
function renderDot(each: SpeedRank, scale: RateScale) {
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
  scale: RateScale,
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
      {renderDot(each, scale)}
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

export function RankedSpeed({ speed, names }: Props) {
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

type Figures = Speed["targets"][number];

/** Of more targets, the doubts about each are folded. */
const MOST_OPEN = 15;

const HEAD = [
  "target",
  "responses/s",
  "rounds",
  "p50",
  "p90",
  "p99",
  "p99.9",
  "CPU per request",
  "of the ceiling",
  "statuses",
];

function rangeOf({ eachPerSecond }: Figures): string {
  if (eachPerSecond.length === 0) return "–";
  return `${whole(Math.min(...eachPerSecond))} – ${whole(Math.max(...eachPerSecond))}`;
}

function cellsOf(figures: Figures): string[] {
  const { perSecond, latencyUs, cpuUsPerRequest, reached } = figures;
  return [
    whole(perSecond),
    rangeOf(figures),
    ...[latencyUs.p50, latencyUs.p90, latencyUs.p99, latencyUs.p999].map(latencyText),
    cpuUsPerRequest === undefined ? "–" : `${whole(cpuUsPerRequest)} µs`,
    reached === undefined ? "–" : percent(reached),
  ];
}

const renderDoubt = (text: string, of = "") => (
  <p class="doubt">
    <b aria-hidden="true">!</b>
    <span>
      {of}
      {advice(text, 300)}
    </span>
  </p>
);

const renderDoubts = (doubts: readonly string[]) => (
  <>{doubts.map((doubt) => renderDoubt(doubt))}</>
);

const renderFoldedDoubts = (doubts: readonly string[]) => (
  <details class="more">
    <summary>
      <b aria-hidden="true">!</b> {counted(doubts.length, "doubt")}
    </summary>
    {renderDoubts(doubts)}
  </details>
);

/** Doubts about the figures of every target, which are said once. */
function sharedDoubts({ targets }: Speed): string[] {
  const [first, ...others] = targets;
  if (first === undefined || others.length === 0) return [];
  return first.doubts.filter((doubt) => others.every(({ doubts }) => doubts.includes(doubt)));
}

function renderRows(figures: Figures, name: string, shared: readonly string[], folded: boolean) {
  const doubts = figures.doubts.filter((doubt) => !shared.includes(doubt));
  return (
    <>
      <tr class={doubts.length > 0 ? "doubtful" : ""}>
        <th scope="row">{name}</th>
        {cellsOf(figures).map((cell) => (
          <td>{cell}</td>
        ))}
        <td class="text">
          <Chips outcomes={figures.statuses} limit={5} />
        </td>
      </tr>
      {doubts.length > 0 && (
        <tr class="why">
          <td colSpan={HEAD.length}>
            <div>{folded ? renderFoldedDoubts(doubts) : renderDoubts(doubts)}</div>
          </td>
        </tr>
      )}
    </>
  );
}

export function SpeedTable({ speed, names }: { speed: Speed; names: readonly string[] }) {
  const shared = sharedDoubts(speed);
  const count = speed.targets.length;
  const of = count === 2 ? "both: " : `all ${whole(count)}: `;
  return (
    <>
      {shared.length > 0 && (
        <div class="shared-doubts">{shared.map((doubt) => renderDoubt(doubt, of))}</div>
      )}
      <FigureTable label="Figures of each target" head={HEAD} words={["statuses"]}>
        {speed.targets.map((figures) =>
          renderRows(figures, names[figures.target] ?? "", shared, count > MOST_OPEN),
        )}
      </FigureTable>
    </>
  );
}
