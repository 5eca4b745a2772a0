import type { ComponentChildren } from "preact";

/** A table of figures that scrolls in a frame if it is too wide; the first column names the rows. */
export const FigureTable = (props: {
  label: string;
  head: readonly string[];
  /** Titles of the columns with words instead of numbers. */
  words?: readonly string[];
  /** Many columns, which fit a desk's window with less room between them. */
  dense?: boolean;
  children: ComponentChildren;
}) => (
  <div class="scroll" tabIndex={0} role="region" aria-label={props.label}>
    <table class={props.dense ? "figures dense" : "figures"}>
      <thead>
        <tr>
          {props.head.map((title) => (
            <th scope="col" class={props.words?.includes(title) ? "text" : undefined}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{props.children}</tbody>
    </table>
  </div>
);

export const FigureRows = ({ rows }: { rows: readonly (readonly string[])[] }) => (
  <>
    {rows.map(([name, ...cells]) => (
      <tr>
        <th scope="row">{name}</th>
        {cells.map((cell) => (
          <td>{cell}</td>
        ))}
      </tr>
    ))}
  </>
);

/** The figures of a chart, in a fold below it. */
export const ChartFigures = (props: {
  title: string;
  head: readonly string[];
  rows: readonly (readonly string[])[];
  words?: readonly string[];
}) => (
  <details class="more">
    <summary>The figures of this chart</summary>
    <FigureTable label={`The figures of: ${props.title}`} head={props.head} words={props.words}>
      <FigureRows rows={props.rows} />
    </FigureTable>
  </details>
);

/** A part of a page, named by its heading. */
export const PageSection = (props: {
  id: string;
  title: ComponentChildren;
  class?: string;
  children: ComponentChildren;
}) => (
  <section class={props.class} aria-labelledby={props.id}>
    <h2 id={props.id}>{props.title}</h2>
    {props.children}
  </section>
);

/** Children in a fold, or as they are. */
export const Fold = (props: {
  folded: boolean | undefined;
  title: string;
  children: ComponentChildren;
}) =>
  props.folded === true ? (
    <details class="more paper">
      <summary>{props.title}</summary>
      {props.children}
    </details>
  ) : (
    <>{props.children}</>
  );

export const bulletList = (name: string | undefined, items: readonly ComponentChildren[]) => (
  <ul class={name}>
    {items.map((item) => (
      <li>{item}</li>
    ))}
  </ul>
);

/** A table whose rows become blocks on a narrow screen: the roles keep it a table for screen readers. */
export const BlockTable = (props: {
  class: string;
  labelledBy: string;
  head: readonly { class?: string; title: ComponentChildren }[];
  children: ComponentChildren;
}) => (
  <table class={props.class} role="table" aria-labelledby={props.labelledBy}>
    <thead role="rowgroup">
      <tr role="row">
        {props.head.map((column) => (
          <th role="columnheader" scope="col" class={column.class}>
            {column.title}
          </th>
        ))}
      </tr>
    </thead>
    <tbody role="rowgroup">{props.children}</tbody>
  </table>
);

/** A term of a masthead's list, and its value. */
export const Fact = ({ term, children }: { term: string; children: ComponentChildren }) => (
  <div>
    <dt>{term}</dt>
    <dd>{children}</dd>
  </div>
);

export const joinNodes = (parts: readonly ComponentChildren[], separator: string) =>
  parts.flatMap((part, at) => (at > 0 ? [separator, part] : [part]));
