import { all } from "./shared.ts";

/**
 * Makes the cells of a wide agreement reachable by keyboard: the table is one tab stop, arrows move within it, and Enter
 * compares the two targets.
 */
const grids = all<HTMLTableElement>(".likeness.wide table:has([data-pair])");

const isUsable = (cell: HTMLElement | null): cell is HTMLElement =>
  cell?.dataset["pair"] !== undefined && !cell.hidden;

function makeStop(grid: ParentNode, cell: HTMLElement, names: readonly string[]): void {
  for (const old of all("[tabindex='0']", grid)) old.tabIndex = -1;
  const [a = 0, b = 0] = (cell.dataset["pair"] ?? "").split(" ").map(Number);
  cell.tabIndex = 0;
  const words = `compare ${names[a]} with ${names[b]}: ${cell.textContent} percent alike`;
  cell.setAttribute("aria-label", words);
}

/** Gives each table a tab stop that can be seen. */
export function prepareGrids(names: readonly string[]): void {
  for (const grid of grids) {
    grid.setAttribute("role", "grid");
    if (isUsable(grid.querySelector<HTMLElement>("[tabindex='0']"))) continue;
    const first = all("tr:not([hidden]) [data-pair]", grid).find(isUsable);
    if (first) makeStop(grid, first, names);
  }
}

function nextOf(cell: HTMLElement, key: string): HTMLElement | undefined {
  const inRow = (row: HTMLElement) => all("td:not(.tree)", row);
  const row = cell.parentElement as HTMLTableRowElement;
  const cells = inRow(row);
  const at = cells.indexOf(cell);
  const rows = [...(row.parentElement as HTMLTableSectionElement).rows];
  const nth = rows.indexOf(row);
  const column = () => rows.map((each) => (each.hidden ? null : (inRow(each)[at] ?? null)));
  const lines: Record<string, () => (HTMLElement | null)[]> = {
    ArrowRight: () => cells.slice(at + 1),
    ArrowLeft: () => cells.slice(0, at).toReversed(),
    ArrowDown: () => column().slice(nth + 1),
    ArrowUp: () => column().slice(0, nth).toReversed(),
    Home: () => cells,
    End: () => cells.toReversed(),
  };
  return lines[key]?.().find(isUsable);
}

export function listenForArrows(names: readonly string[]): void {
  addEventListener("keydown", (event) => {
    const { key, target } = event;
    const cell = (target as Element).closest<HTMLElement>(".likeness.wide td[data-pair]");
    if (!cell) return;
    const isPressed = key === "Enter" || key === " ";
    const found = isPressed ? undefined : nextOf(cell, key);
    if (!isPressed && !found) return;
    event.preventDefault();
    if (isPressed) cell.click();
    const table = cell.closest("table");
    if (!found || !table) return;
    makeStop(table, found, names);
    found.focus();
  });
}
