/**
 * The part of the page's script that makes the cells of a wide agreement reachable by keyboard: the table is one tab stop,
 * arrows move within it, and Enter compares the two targets.
 */
export const gridScript = `
  const grids = [...document.querySelectorAll(".likeness.wide table:has([data-pair])")];
  const isUsable = (cell) => cell?.dataset.pair && !cell.hidden;
  const stop = (grid, cell) => {
    for (const old of grid.querySelectorAll("[tabindex='0']")) old.tabIndex = -1;
    const [a, b] = numbers(cell.dataset.pair);
    cell.tabIndex = 0;
    cell.setAttribute("aria-label", "compare " + names[a] + " with " + names[b] + ": " + cell.textContent + " percent alike");
  };
  const prepareGrids = () => {
    for (const grid of grids) {
      grid.setAttribute("role", "grid");
      if (isUsable(grid.querySelector("[tabindex='0']"))) continue;
      const first = [...grid.querySelectorAll("tr:not([hidden]) [data-pair]")].find(isUsable);
      if (first) stop(grid, first);
    }
  };
  const inRow = (row) => [...row.querySelectorAll("td:not(.tree)")];
  const nextOf = (cell, { key }) => {
    const row = cell.parentElement, cells = inRow(row), at = cells.indexOf(cell);
    const rows = [...row.parentElement.rows], nth = rows.indexOf(row);
    const column = () => rows.map((each) => each.hidden ? undefined : inRow(each)[at]);
    const lines = {
      ArrowRight: () => cells.slice(at + 1), ArrowLeft: () => cells.slice(0, at).reverse(),
      ArrowDown: () => column().slice(nth + 1), ArrowUp: () => column().slice(0, nth).reverse(),
      Home: () => cells, End: () => cells.toReversed(),
    };
    return lines[key]?.().find(isUsable);
  };
  addEventListener("keydown", (event) => {
    const cell = event.target.closest(".likeness.wide td[data-pair]");
    if (!cell) return;
    if (event.key === "Enter" || event.key === " ") { event.preventDefault(); cell.click(); return; }
    const found = nextOf(cell, event);
    if (!found) return;
    event.preventDefault();
    stop(cell.closest("table"), found);
    found.focus();
  });
`;
