import { putState, stateOf, all } from "./shared.ts";

/**
 * Tables that sort by any column, a first press with the largest figure on top, a second one the other way; and a button that
 * saves a table as CSV. The choice is in the address.
 */
const tables = all<HTMLTableElement>("table.sortable");

/** Whether a row has the texts of the row above it, and moves with it. */
const isBelow = (row: Element | null): row is HTMLTableRowElement =>
  row?.classList.contains("why") === true;

const textsBelow = ({ nextElementSibling: next }: HTMLTableRowElement): HTMLTableRowElement[] =>
  isBelow(next) ? [next] : [];

type Order = "ascending" | "descending";

const cellOf = (row: HTMLTableRowElement, at: number) => row.cells[at];

function sortBy(table: HTMLTableElement, at: number, order: Order): void {
  const body = table.tBodies[0];
  if (!body) return;
  const sign = order === "ascending" ? 1 : -1;
  const compared = (a: HTMLTableRowElement, b: HTMLTableRowElement): number => {
    const [one, other] = [a, b].map((row) => cellOf(row, at)?.dataset["sort"]);
    // Cells without a figure come last, in either order.
    if (one !== undefined && other !== undefined) return sign * (Number(one) - Number(other));
    if (one !== undefined || other !== undefined) return one === undefined ? 1 : -1;
    const [text = "", next = ""] = [a, b].map((row) => cellOf(row, at)?.textContent);
    return sign * text.localeCompare(next, "en", { numeric: true });
  };
  const rows = [...body.rows].filter((row) => !isBelow(row)).sort(compared);
  body.append(...rows.flatMap((row) => [row, ...textsBelow(row)]));
  for (const [nth, head] of [...(table.tHead?.rows[0]?.cells ?? [])].entries())
    if (nth === at) head.setAttribute("aria-sort", order);
    else head.removeAttribute("aria-sort");
}

const isFigure = (table: HTMLTableElement, at: number): boolean =>
  [...(table.tBodies[0]?.rows ?? [])].some((row) => cellOf(row, at)?.dataset["sort"]);

function press(table: HTMLTableElement, nth: number, at: number): void {
  const now = table.tHead?.rows[0]?.cells[at]?.getAttribute("aria-sort");
  const first: Order = isFigure(table, at) ? "descending" : "ascending";
  const second: Order = first === "ascending" ? "descending" : "ascending";
  const order = now === first ? second : first;
  sortBy(table, at, order);
  putState({ [`sort${nth}`]: `${at} ${order}` });
}

const quoted = (text: string): string =>
  /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** A first character that a spreadsheet would read as a formula gets a quote before it. */
const safe = (text: string): string => (/^[=+@\t\r-]/.test(text) ? `'${text}` : text);

const csvOf = (table: HTMLTableElement): string =>
  [...table.rows]
    .map((row) =>
      [...row.cells]
        .map((cell) => quoted(safe(cell.innerText.trim().replace(/\s+/g, " "))))
        .join(","),
    )
    .join("\r\n");

function save(table: HTMLTableElement, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([csvOf(table), "\r\n"], { type: "text/csv" }));
  link.download = `${name}.csv`;
  link.click();
  URL.revokeObjectURL(link.href);
}

function button(words: string, press: () => void): HTMLButtonElement {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = words;
  made.addEventListener("click", press);
  return made;
}

function restore(): void {
  for (const [nth, table] of tables.entries()) {
    const [at = "", order = ""] = stateOf(`sort${nth}`).split(" ");
    const rows = written.get(table) ?? [];
    table.tBodies[0]?.append(...rows);
    for (const head of table.tHead?.rows[0]?.cells ?? []) head.removeAttribute("aria-sort");
    if (/^\d+$/.test(at) && (order === "ascending" || order === "descending"))
      sortBy(table, Number(at), order);
  }
}

const written = new Map(tables.map((table) => [table, [...(table.tBodies[0]?.rows ?? [])]]));

export function prepareTables(): void {
  for (const [nth, table] of tables.entries()) {
    for (const [at, head] of [...(table.tHead?.rows[0]?.cells ?? [])].entries())
      head.replaceChildren(button(head.textContent, () => press(table, nth, at)));
    const frame = table.parentElement;
    const csv = button("CSV", () => save(table, frame?.getAttribute("aria-label") ?? "table"));
    csv.className = "copy";
    frame?.after(csv);
  }
  restore();
  addEventListener("popstate", restore);
}
