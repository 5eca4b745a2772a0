/**
 * A table in a template literal, one line for each row, with cells between bars. A cell that is one hole has its value; others
 * are text.
 */
export function cellsOf(texts: readonly string[], holes: readonly unknown[]): unknown[][] {
  const table = String.raw({ raw: texts }, ...holes.map((_, at) => `<hole ${at}>`));
  const cellOf = (cell: string): unknown => {
    const whole = /^<hole (\d+)>$/.exec(cell)?.[1];
    if (whole !== undefined) return holes[Number(whole)];
    return cell.replace(/<hole (\d+)>/g, (_, at: string) => String(holes[Number(at)]));
  };
  const lines = table.trim().split("\n");
  return lines.map((line) => line.split("|").map((cell) => cellOf(cell.trim())));
}

/**
 * The rows of a table. Backslashes are literal. A row with an undefined cell is left out. A line that is one hole has several
 * rows.
 */
export const rows = <Row extends unknown[]>(
  strings: TemplateStringsArray,
  ...holes: NoInfer<Row[number] | number | undefined | readonly Row[]>[]
): Row[] =>
  cellsOf(strings.raw, holes).flatMap(([first, ...others]) => {
    if (others.length === 0) return first as Row[];
    return others.includes(undefined) ? [] : [[first, ...others] as Row];
  });
