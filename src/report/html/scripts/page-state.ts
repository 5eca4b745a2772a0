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
