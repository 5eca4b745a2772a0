/**
 * The page's only script. It adds comfort: links open the folds they point into, and a filter
 * selects words, a suite, targets, and differences. Without it everything is still there.
 */
export const comparisonScript = `(() => {
  const at = (id) => document.getElementById(id);
  const text = at("filter-text"), suite = at("filter-suite"), differ = at("filter-differ"), shown = at("filter-count");
  const boxes = [...document.querySelectorAll("#filter-targets input")];
  const numbers = (words) => (words ? words.split(" ").map(Number) : []);
  let rows, like, turns, pairs, total = 0;
  // Every row has the names of all targets, so they do not help a filter.
  const wordsOf = (line) => {
    const copy = line.cloneNode(true);
    for (const name of copy.querySelectorAll("b > i:first-child, .size i")) name.remove();
    return copy.textContent;
  };
  const read = () => {
    rows = [...document.querySelectorAll("#matrix > details")].map((row) => ({
      row,
      kinds: numbers(row.dataset.v),
      suites: numbers(row.dataset.s),
      words: (wordsOf(row.firstElementChild) + " " +
        [...row.querySelectorAll("[id^='case=']")].map((each) => each.id.slice(5)).join(" ")).toLowerCase(),
    }));
    total = rows.length;
    like = [...document.querySelectorAll("[data-v]")].filter((each) => !each.matches("#matrix > details"))
      .map((part) => ({ part, kinds: numbers(part.dataset.v) }));
    turns = [...document.querySelectorAll("[data-t]")].map((part) => ({ part, of: numbers(part.dataset.t) }));
    pairs = [...document.querySelectorAll("[data-both]")].map((part) => ({ part, of: numbers(part.dataset.both) }));
  };
  const filter = () => {
    if (!rows) read();
    const words = text.value.toLowerCase().split(/\\s+/).filter(Boolean);
    const chosen = boxes.filter((box) => box.checked).map((box) => Number(box.value));
    const alike = (kinds) => chosen.every((target) => kinds[target] === kinds[chosen[0]]);
    const only = differ.checked;
    let count = 0;
    for (const { row, kinds, suites, words: has } of rows) {
      const match = !(only && alike(kinds)) && words.every((word) => has.includes(word)) &&
        (suite.value === "" || suites.includes(Number(suite.value)));
      row.hidden = !match;
      if (match) count += 1;
    }
    for (const { part, kinds } of like) part.hidden = only && alike(kinds);
    for (const { part, of } of turns) part.hidden = !of.some((target) => chosen.includes(target));
    for (const { part, of } of pairs) part.hidden = !of.every((target) => chosen.includes(target));
    for (const box of boxes)
      for (const matrix of document.querySelectorAll(".matrix"))
        matrix.classList.toggle("no" + box.value, !box.checked);
    const active = only || words.length > 0 || suite.value !== "" || chosen.length < boxes.length;
    shown.textContent = active ? count + " of " + total + (total === 1 ? " group" : " groups") : "";
  };
  const reset = () => {
    text.value = ""; suite.value = ""; differ.checked = false;
    for (const box of boxes) box.checked = true;
    filter();
  };
  const reveal = () => {
    let id = location.hash.slice(1);
    try { id = decodeURIComponent(id); } catch { /* as it stands */ }
    const target = at(id);
    if (!target) {
      if (id.startsWith("case=")) shown.textContent = "no group on this page has " + id.slice(5, 165);
      return;
    }
    if (target.closest("[hidden]")) reset();
    let row = target;
    for (let up = target; up; up = up.parentElement) if (up.tagName === "DETAILS") { up.open = true; row = up; }
    (target.closest(".row") || row).scrollIntoView();
  };
  addEventListener("toggle", ({ target }) => {
    if (!target.open || !target.matches(".row")) return;
    const link = target.querySelector("[id^='case=']");
    const here = at(decoded(location.hash.slice(1)));
    if (!link || (here && target.contains(here))) return;
    try { history.replaceState(null, "", "#" + link.id.replace(/[^\\w.~/=-]/gu, encodeURIComponent)); } catch { /* the address stays */ }
  }, true);
  const decoded = (id) => { try { return decodeURIComponent(id); } catch { return id; } };
  at("filter").addEventListener("input", filter);
  at("filter").addEventListener("submit", (event) => event.preventDefault());
  at("filter").hidden = false;
  addEventListener("hashchange", reveal);
  // The browser scrolls to the anchor when everything is loaded; readers start at the row.
  if (location.hash) { reveal(); addEventListener("load", () => setTimeout(reveal)); }
})();`;

/** SHA-256 of the script, which the page's policy allows; a test checks that both match. */
export const comparisonScriptHash = "sha256-UUTTeJgR127jxEgPjXuCvXQHrxCfpq9/uP225t903z4=";
