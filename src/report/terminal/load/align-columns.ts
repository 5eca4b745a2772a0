/** Rows of cells as lines, each column as wide as its widest cell; `toRight` says which columns hold numbers. */
export function alignColumns(
  rows: readonly string[][],
  toRight: (column: number) => boolean,
): string[] {
  const widths = rows.reduce<number[]>((most, row) => {
    row.forEach((cell, at) => (most[at] = Math.max(most[at] ?? 0, cell.length)));
    return most;
  }, []);
  return rows.map((row) =>
    row
      .map((cell, at) =>
        toRight(at) ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0),
      )
      .join("  ")
      .trimEnd(),
  );
}
