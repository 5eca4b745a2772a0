import type { ComponentChildren, VNode } from "preact";
import { seenLine } from "../seen-text.tsx";
import type { ChartSize } from "./chart-size.ts";
import { FigureRows, FigureTable } from "./figure-table.tsx";
import type { Tick } from "./ticks.ts";

type Table = { head: readonly string[]; rows: readonly (readonly string[])[] };

/** A chart with its title, what is to be said against its figures, and the figures beneath. */
export function ChartCard(props: {
  id: string;
  title: string;
  /** What it shows, in a sentence, for those who cannot see it. */
  says: string;
  about: ComponentChildren;
  /** Marks of what did not hold. */
  doubts: ComponentChildren;
  /** What its lines and marks are, where they need a name. */
  names?: ComponentChildren;
  sizes: readonly ChartSize[];
  draw: (size: ChartSize) => VNode;
  table: Table;
}) {
  const { id, title, sizes, table } = props;
  return (
    <figure class={`card chart ${sizes.length > 2 ? "whole" : ""}`} aria-labelledby={id}>
      <figcaption>
        <div>
          <h3 id={id}>{title}</h3>
          {props.doubts}
        </div>
        <p class="quiet">{props.about}</p>
        {props.names}
      </figcaption>
      {sizes.map((size) => (
        <Picture size={size} {...props} />
      ))}
      <details class="more">
        <summary>The figures of this chart</summary>
        <FigureTable label={`The figures of: ${title}`} head={table.head}>
          <FigureRows rows={table.rows} />
        </FigureTable>
      </details>
    </figure>
  );
}

function Picture(props: {
  id: string;
  title: string;
  says: string;
  size: ChartSize;
  draw: (size: ChartSize) => VNode;
}) {
  const { name, width, height } = props.size;
  const [title, says] = [`${props.id}-${name}`, `${props.id}-${name}-says`];
  return (
    <svg
      class={`plot ${name}`}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-labelledby={title}
      aria-describedby={says}
    >
      <title id={title}>{props.title}</title>
      <desc id={says}>{seenLine(props.says)}</desc>
      {props.draw(props.size)}
    </svg>
  );
}

/** Both axes with their titles: the one of `y` stands above it, so that it reads as it is written. */
export function Axes(props: {
  size: ChartSize;
  x: readonly Tick[];
  y: readonly Tick[];
  xTitle: string;
  yTitle: string;
  /** Lines up from the ticks of `x`. */
  upright: boolean;
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

/** A length in pixels, to a tenth. */
export const px = (value: number): number => Math.round(value * 10) / 10;
