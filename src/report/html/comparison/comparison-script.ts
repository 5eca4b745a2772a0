import { copyScript } from "../copy-script.ts";
import { gridScript } from "./grid-script.ts";
import { groupingScript } from "./grouping-script.ts";

/**
 * The page's only script. It adds comfort: links open the folds they point into, and a filter
 * selects words, a suite, targets and the depth of equality; groups, counts and agreement follow.
 * Without it everything is still there.
 */
export const comparisonScript = `(() => {
  const at = (id) => document.getElementById(id);
  const text = at("filter-text"), suite = at("filter-suite"), shown = at("filter-count"), matrix = at("matrix");
  const boxes = [...document.querySelectorAll("#filter-targets input")];
  const depths = [...document.querySelectorAll("#filter-depth input")];
  const numbers = (words) => (words ? words.split(" ").map(Number) : []);
  const decoded = (id) => { try { return decodeURIComponent(id); } catch { return id; } };
  const chosenTargets = () => boxes.filter((box) => box.checked).map((box) => Number(box.value));
  const chosenDepth = () => (depths.find((box) => box.checked) || depths[1]).value;
  ${copyScript}
  ${groupingScript}
  ${gridScript}
  let parts, before = "";
  const read = () => {
    parts = [...document.querySelectorAll("[data-v]:not(.leaf), [data-t], [data-both], [data-alone], .by-depth")];
  };
  const showParts = (chosen, depth) => {
    if (!parts) read();
    const all = chosen.length === boxes.length, has = new Set(chosen);
    for (const part of parts) {
      const { v, t, both, alone } = part.dataset;
      if (part.matches(".by-depth")) part.hidden = part.dataset.depth !== depth;
      else if (v) { const kinds = numbers(v); part.hidden = !all && chosen.every((one) => kinds[one] === kinds[chosen[0]]); }
      else if (both) part.hidden = !both.split("|").every((side) => numbers(side).some((one) => has.has(one)));
      else if (alone) {
        const cases = aloneOf(Number(alone));
        part.textContent = whole(cases);
        part.parentNode.classList.toggle("never", cases === 0);
      }
      else part.hidden = !numbers(t).some((one) => has.has(one));
    }
    for (const part of document.querySelectorAll(".if-all")) part.hidden = !all;
    prepareGrids();
    for (const box of boxes) {
      box.disabled = box.checked && chosen.length <= 2;
      for (const each of document.querySelectorAll(".matrix")) each.classList.toggle("no" + box.value, !box.checked);
    }
  };
  const update = () => {
    const chosen = chosenTargets(), depth = chosenDepth(), state = depth + " " + chosen.join();
    if (state !== (before || "class " + boxes.map((box) => Number(box.value)).join())) {
      regroup(chosen, depth);
      showParts(chosen, depth);
      before = state;
    }
    filterRows();
  };
  const reset = () => {
    text.value = ""; suite.value = "";
    for (const box of boxes) box.checked = true;
    for (const box of depths) box.checked = box.value === "class";
    update();
  };
  const go = (target) => {
    const head = matrix.querySelector(".head");
    const margin = (head ? head.offsetHeight : 0) + 8;
    const row = target.closest(".row") || target;
    scrollTo(0, row.getBoundingClientRect().top + scrollY - margin);
    if (target.getBoundingClientRect().bottom > innerHeight) scrollTo(0, target.getBoundingClientRect().top + scrollY - margin);
    target.tabIndex = -1;
    target.focus({ preventScroll: true });
  };
  const reveal = () => {
    const id = decoded(location.hash.slice(1));
    const target = at(id);
    if (!target) {
      if (id.startsWith("case=")) shown.textContent = "no group on this page has " + id.slice(5, 165);
      return;
    }
    if (target.closest("[hidden]")) reset();
    for (let up = target; up; up = up.parentElement) if (up.tagName === "DETAILS") up.open = true;
    if (id.startsWith("case=")) go(target); else target.scrollIntoView();
  };
  addEventListener("toggle", ({ target }) => {
    if (target.open) copyable(target.querySelectorAll(".again code, .responses code"));
    if (!target.open || !target.matches(".row")) return;
    const link = target.querySelector("[id^='case=']");
    const here = at(decoded(location.hash.slice(1)));
    if (!link || (here && target.contains(here))) return;
    try { history.replaceState(null, "", "#" + link.id.replace(/[^\\w.~/=-]/gu, encodeURIComponent)); } catch { /* the address stays */ }
  }, true);
  addEventListener("click", (event) => {
    const cell = event.target.closest("[data-pair], [data-suite]");
    if (!cell) return;
    event.preventDefault();
    const { pair, suite: wanted } = cell.dataset;
    if (pair) {
      const two = numbers(pair);
      for (const box of boxes) { box.disabled = false; box.checked = two.includes(Number(box.value)); }
    } else suite.value = wanted;
    update();
    at("filter").scrollIntoView();
  });
  at("filter").addEventListener("input", update);
  at("filter").addEventListener("submit", (event) => event.preventDefault());
  at("filter").hidden = false;
  prepareGrids();
  // The page is made by class; a browser may also keep what was chosen before.
  update();
  addEventListener("hashchange", reveal);
  // The browser scrolls to the anchor when everything is loaded; readers start at the row.
  if (location.hash) { reveal(); addEventListener("load", () => setTimeout(reveal)); }
})();`;

/** SHA-256 of the script, which the page's policy allows; a test checks that both match. */
export const comparisonScriptHash = "sha256-TDOlBR96zGc3sBNXOosmtzf7uXFa+ogX6FTOILtLh8Y=";
