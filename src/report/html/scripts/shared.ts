/** What the scripts of both pages use. */
export const at = (id: string): HTMLElement | null => document.getElementById(id);

export const all = <T extends HTMLElement>(
  selector: string,
  within: ParentNode = document,
): T[] => [...within.querySelectorAll<T>(selector)];

/** The id that the address names, decoded if it can be. */
export function idInAddress(): string {
  const id = location.hash.slice(1);
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

export function putIntoAddress(id: string): void {
  const fragment = id.replace(/[^\w.~/=-]/gu, encodeURIComponent);
  try {
    history.replaceState(null, "", `#${fragment}`);
  } catch {
    // The address stays as it is: not every place that shows the page lets it change.
  }
}

/** Parts of a page that are one text until they are needed, so that it opens fast, become elements. */
export function makeElements(within: ParentNode): void {
  for (const kept of all("noscript", within)) {
    const made = document.createElement("template");
    made.innerHTML = kept.textContent;
    kept.replaceWith(made.content);
  }
}

/** The part of a page that has an element of this id in its text, made into elements. */
export function makeAround(id: string, parts: readonly HTMLElement[]): void {
  const inText = (part: Element) =>
    all("noscript", part).some(({ textContent }) => textContent.includes(`id="${id}"`));
  for (const part of parts.filter(inText)) makeElements(part);
  // The text may have the id in another spelling.
  if (!at(id)) for (const part of parts) makeElements(part);
}

export function openFolds(inner: Element): void {
  for (let up: Element | null = inner; up !== null; up = up.parentElement)
    if (up instanceof HTMLDetailsElement) up.open = true;
}

export function focusOn(target: HTMLElement): void {
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

export function addCopyButtons(codes: Iterable<Element>): void {
  for (const code of codes) {
    if (code.nextElementSibling?.matches("button.copy")) continue;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    code.after(button);
  }
}

/** Copies a command when its button is pressed; without the clipboard, the command is selected. */
export function listenForCopies(): void {
  addEventListener("click", async ({ target }) => {
    const button = (target as Element).closest("button.copy");
    const code = button?.previousElementSibling;
    if (!button || !code) return;
    try {
      await navigator.clipboard.writeText(code.textContent);
      button.textContent = "Copied";
    } catch {
      getSelection()?.selectAllChildren(code);
      button.textContent = document.execCommand("copy") ? "Copied" : "Selected";
    }
  });
}

/** What a reader chose on a page, as the query of its address: a link shows the same, and back and forward work. */
export const stateOf = (name: string): string =>
  new URLSearchParams(location.search).get(name) ?? "";

/** Puts choices into the address, empty ones out of it; `replace` while a word is typed. */
export function putState(choices: Readonly<Record<string, string>>, replace = false): void {
  const query = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(choices))
    if (value === "") query.delete(name);
    else query.set(name, value);
  const text = query.toString();
  if (text === location.search.slice(1)) return;
  const address = `${text === "" ? location.pathname : `?${text}`}${location.hash}`;
  try {
    if (replace) history.replaceState(null, "", address);
    else history.pushState(null, "", address);
  } catch {
    // The address stays as it is: not every place that shows the page lets it change.
  }
}
