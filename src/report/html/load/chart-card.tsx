import { line } from "d3-shape";
import type { ComponentChildren, VNode } from "preact";
import { escapeUnseen } from "../../../text/index.ts";
import { ChartFigures } from "../section-view.tsx";
import type { Tick } from "./labels.ts";

/**
 * A chart is drawn once for each of these sizes, in pixels of the page, and the one that fits is
 * shown: scaled text would be too small on a phone.
 */
export type ChartSize = {
  name: "narrow" | "middle" | "full";
  width: number;
  height: number;
  /** The area of the data: the rest is for the axes. */
  plot: { left: number; right: number; top: number; bottom: number };
};

const sizeOf = (name: ChartSize["name"], width: number, height: number): ChartSize => ({
  name,
  width,
  height,
  plot: { left: 46, right: width - 16, top: 30, bottom: height - 56 },
});

const narrow = sizeOf("narrow", 310, 270);
const middle = sizeOf("middle", 490, 320);
const full = sizeOf("full", 1030, 360);

/** For half of the page's width, and for all of it. */
export const halfPage: readonly ChartSize[] = [narrow, middle];
export const wholePage: readonly ChartSize[] = [narrow, middle, full];

type Chart = {
  id: string;
  /** What it draws: `Latency by percentile`. */
  title: string;
  /** What it shows: `99% of the responses came within 57 ms`. It stands above the title, and describes the picture. */
  finding?: string | undefined;
  about: ComponentChildren;
  doubts?: ComponentChildren;
  /** A legend of its lines and marks, if they need names. */
  names?: ComponentChildren;
  sizes: readonly ChartSize[];
  draw: (size: ChartSize) => VNode;
  table: { head: readonly string[]; rows: readonly (readonly string[])[] };
};

export function ChartCard(props: Chart) {
  const { id, title, finding, sizes, table } = props;
  return (
    <figure class={`card chart ${sizes.length > 2 ? "whole" : ""}`} aria-labelledby={id}>
      <figcaption>
        <div>
          <h3 id={id}>{finding ?? title}</h3>
          {props.doubts}
        </div>
        <p class="quiet">
          {finding !== undefined && `${title}. `}
          {props.about}
        </p>
        {props.names}
      </figcaption>
      {sizes.map((size) => (
        <Picture size={size} {...props} />
      ))}
      <ChartFigures title={title} head={table.head} rows={table.rows} />
    </figure>
  );
}

function Picture(props: Chart & { size: ChartSize }) {
  const { name, width, height } = props.size;
  const [title, says] = [`${props.id}-${name}`, `${props.id}-${name}-says`];
  return (
    <svg
      class={`plot ${name}`}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-labelledby={title}
      aria-describedby={props.finding === undefined ? undefined : says}
    >
      <title id={title}>{props.title}</title>
      {props.finding !== undefined && <desc id={says}>{escapeUnseen(props.finding)}</desc>}
      {props.draw(props.size)}
    </svg>
  );
}

export function ChartAxes(props: {
  size: ChartSize;
  x: readonly Tick[];
  y: readonly Tick[];
  xTitle: string;
  yTitle: string;
  /** Lines up from the ticks of `x`. */
  upright?: boolean;
}) {
  const { left, right, top, bottom } = props.size.plot;
  return (
    <g class="axes">
      <text class="title" x={0} y={12}>
        {props.yTitle}
      </text>
      <text class="title end" x={right} y={props.size.height - 6}>
        {props.xTitle}
      </text>
      {props.y.map(({ at, label }) => (
        <>
          <line x1={left} x2={right} y1={px(at)} y2={px(at)} />
          <text class="end" x={left - 7} y={px(at + 4)}>
            {label}
          </text>
        </>
      ))}
      {props.x.map(({ at, label, below }) => (
        <>
          {props.upright && <line x1={px(at)} x2={px(at)} y1={top} y2={bottom} />}
          <text class="middle" x={px(at)} y={bottom + 16}>
            {label}
          </text>
          {below !== undefined && (
            <text class="middle value" x={px(at)} y={bottom + 31}>
              {below}
            </text>
          )}
        </>
      ))}
    </g>
  );
}

const lineThrough = line<{ x: number; y: number }>(
  ({ x }) => px(x),
  ({ y }) => px(y),
);

export const pathOf = (points: { x: number; y: number }[]): string => lineThrough(points) ?? "";

/** A length in pixels, to a tenth. */
export const px = (value: number): number => Math.round(value * 10) / 10;

type Entry = { label: string; sample: "main" | "second" | "hollow" };

const WIDTH = 26;
const HEIGHT = 10;

/** A legend of the lines and marks of a chart, with a sample of each. It is above the plot, because data may be anywhere within it. */
export const Key = ({ entries }: { entries: readonly Entry[] }) => (
  <ul class="key">
    {entries.map(({ label, sample }) => (
      <li>
        <svg width={WIDTH} height={HEIGHT} aria-hidden="true">
          {sample === "hollow" ? (
            <circle class="dot hollow" cx={WIDTH / 2} cy={HEIGHT / 2} r={3.5} />
          ) : (
            <path class={`line ${sample}`} d={`M1 ${HEIGHT / 2}h${WIDTH - 2}`} />
          )}
        </svg>
        {label}
      </li>
    ))}
  </ul>
);

/** A ring around the step at the knee, and a line down to the axis. */
export const Knee = ({ at, size }: { at: { x: number; y: number }; size: ChartSize }) => (
  <g class="knee">
    <path class="line" d={`M${px(at.x)} ${px(at.y + 9)}V${size.plot.bottom}`} />
    <circle cx={px(at.x)} cy={px(at.y)} r={8} />
  </g>
);
