import type { ComponentChildren } from "preact";

/** A table of figures that scrolls in a frame if it is too wide; the first column names the rows. */
export function FigureTable(props: {
  label: string;
  head: readonly string[];
  /** Titles of the columns with words instead of numbers. */
  words?: readonly string[];
  /** Many columns, which fit a desk's window with less room between them. */
  dense?: boolean;
  children: ComponentChildren;
}) {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={props.label}>
      <table class={props.dense ? "figures dense" : "figures"}>
        <thead>
          <tr>
            {props.head.map((title) => (
              <th scope="col" {...(props.words?.includes(title) && { class: "text" })}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{props.children}</tbody>
      </table>
    </div>
  );
}

/** Rows of plain text cells. */
export function FigureRows({ rows }: { rows: readonly (readonly string[])[] }) {
  return (
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
}
