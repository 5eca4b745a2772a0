import { all, at } from "./shared.ts";

const KEYS = [
  ["/", "go to the filter"],
  ["↓ ↑", "next and previous row, from the filter or a row"],
  ["→ ←", "open and close a row"],
  ["?", "this list"],
  ["Esc", "close it"],
] as const;

function showKeys(): void {
  let dialog = at("keys") as HTMLDialogElement | null;
  if (!dialog) {
    dialog = document.createElement("dialog");
    dialog.id = "keys";
    dialog.setAttribute("aria-label", "Keys of this page");
    const list = document.createElement("dl");
    for (const [key, words] of KEYS) {
      const [term, meaning] = [document.createElement("dt"), document.createElement("dd")];
      term.append(
        ...key
          .split(" ")
          .map((each) => Object.assign(document.createElement("kbd"), { textContent: each })),
      );
      meaning.textContent = words;
      list.append(term, meaning);
    }
    dialog.append(list);
    document.body.append(dialog);
  }
  if (dialog.open) dialog.close();
  else dialog.showModal();
}

/** Opens or closes the row that has the focus, or moves to the next one; false where the key is not about rows. */
function moveIn(rows: string, from: Element, key: string): boolean {
  const row = from.closest("summary")?.parentElement;
  const isRow = row instanceof HTMLDetailsElement && row.matches(rows);
  if (!isRow && !(from.id === "filter-text" && key === "ArrowDown")) return false;
  if (isRow && (key === "ArrowRight" || key === "ArrowLeft")) row.open = key === "ArrowRight";
  else if (key === "ArrowDown" || key === "ArrowUp") {
    const shown = all(rows).filter((each) => each.checkVisibility());
    const place = isRow ? shown.indexOf(row) : -1;
    shown[key === "ArrowDown" ? place + 1 : place - 1]?.querySelector("summary")?.focus();
  } else return false;
  return true;
}

/** Listens for the keys of a page with a filter and rows that open; `rows` selects the rows. */
export function listenForKeys(rows: string): void {
  addEventListener("keydown", (event) => {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    if (event.defaultPrevented || ctrlKey || metaKey || altKey) return;
    const from = target as Element;
    const isTyping = from.closest("input, select, textarea") !== null;
    if (!isTyping && key === "/") at("filter-text")?.focus();
    else if (!isTyping && key === "?") showKeys();
    else if (!moveIn(rows, from, key)) return;
    event.preventDefault();
  });
}
