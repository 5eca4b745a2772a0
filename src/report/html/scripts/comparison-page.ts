import { markDifferences } from "./differences.ts";
import { listenForArrows, prepareGrids } from "./grid.ts";
import type { MatrixDepth } from "./grouping.ts";
import { listenForKeys } from "./keys.ts";
import { filterRows, numbersIn, regroup, showReference, wholeText } from "./matrix.ts";
import {
  putState,
  stateOf as chosenIn,
  addCopyButtons,
  all,
  at,
  focusOn,
  idInAddress,
  listenForCopies,
  makeAround,
  makeElements,
  openFolds,
  putIntoAddress,
} from "./shared.ts";
import { prepareTables } from "./sortable.ts";

/**
 * The script of a comparison's page. It adds comfort: links open the folds they point into, and a filter selects words, a
 * suite, targets and the depth of equality; groups, counts and agreement follow. Without it everything is still there.
 */
const text = at("filter-text") as HTMLInputElement;
const suite = at("filter-suite") as HTMLSelectElement;
const compared = at("filter-reference") as HTMLSelectElement;
const form = at("filter") as HTMLFormElement;
const boxes = all<HTMLInputElement>("#filter-targets input");
const depths = all<HTMLInputElement>("#filter-depth input");
const names = boxes.map((box) => (box.parentElement?.textContent ?? "").trim());
const PARTS = "[data-v]:not(.leaf), [data-t], [data-both], [data-alone], .by-depth";

const chosenTargets = (): number[] =>
  boxes.filter((box) => box.checked).map((box) => Number(box.value));
const chosenDepth = (): MatrixDepth =>
  (depths.find((box) => box.checked) ?? depths[1])?.value as MatrixDepth;
const chosenReference = (): number | undefined =>
  compared.value === "" ? undefined : Number(compared.value);
const isAny = (words: string | undefined, chosen: ReadonlySet<number>): boolean =>
  numbersIn(words).some((one) => chosen.has(one));

function showPart(
  part: HTMLElement,
  chosen: ReadonlySet<number>,
  depth: MatrixDepth,
  alone: ReadonlyMap<number, number>,
): void {
  const { v, t, both, alone: target } = part.dataset;
  if (part.matches(".by-depth")) part.hidden = part.dataset["depth"] !== depth;
  else if (v) {
    const kinds = numbersIn(v);
    const differ = new Set([...chosen].map((one) => kinds[one])).size > 1;
    part.hidden = chosen.size < boxes.length && !differ;
  } else if (both) part.hidden = !both.split("|").every((side) => isAny(side, chosen));
  else if (target) {
    const cases = alone.get(Number(target)) ?? 0;
    part.textContent = wholeText(cases);
    part.parentElement?.classList.toggle("never", cases === 0);
  } else part.hidden = !isAny(t, chosen);
}

let parts: HTMLElement[] | undefined;

function showParts(
  chosen: readonly number[],
  depth: MatrixDepth,
  alone: ReadonlyMap<number, number>,
) {
  // What is made later has no part of the choice.
  makeElements(document.body);
  parts ??= all(PARTS);
  const some = new Set(chosen);
  for (const part of parts) showPart(part, some, depth, alone);
  for (const part of all(".if-all")) part.hidden = chosen.length < boxes.length;
  prepareGrids(names);
  for (const box of boxes) {
    box.disabled = box.checked && chosen.length <= 2;
    for (const each of all(".matrix")) each.classList.toggle(`no${box.value}`, !box.checked);
  }
}

const stateOf = (chosen: readonly number[], depth: MatrixDepth): string =>
  `${depth} ${chosen.join(",")}`;
// The page is made by class, for all targets.
let before = stateOf(
  boxes.map((box) => Number(box.value)),
  "class",
);

function update(): void {
  const [chosen, depth] = [chosenTargets(), chosenDepth()];
  const state = stateOf(chosen, depth);
  const reference = chosenReference();
  if (reference !== undefined) makeElements(document.body);
  if (state !== before) showParts(chosen, depth, regroup(names, chosen, depth));
  before = state;
  showReference(reference, names, chosen, depth);
  markDifferences(reference);
  const isNarrowed = chosen.length < boxes.length || depth !== "class";
  filterRows(text.value, suite.value, text.value.trim() !== "" || suite.value !== "" || isNarrowed);
}

/** Puts the filter into the address. */
function keep(replace = false): void {
  const [chosen, depth] = [chosenTargets(), chosenDepth()];
  const between = chosen.length < boxes.length ? chosen.join(" ") : "";
  const state = { filter: text.value, suite: suite.value, reference: compared.value, between };
  putState({ ...state, depth: depth === "class" ? "" : depth }, replace);
}

/** Takes the filter from the address. */
function restore(): void {
  text.value = chosenIn("filter");
  suite.value = chosenIn("suite");
  compared.value = chosenIn("reference");
  const wanted = numbersIn(chosenIn("between"));
  for (const box of boxes) box.checked = wanted.length < 2 || wanted.includes(Number(box.value));
  const depth = chosenIn("depth") || "class";
  for (const box of depths) box.checked = box.value === depth;
  if (!depths.some((box) => box.checked)) reset();
  else update();
}

function reset(): void {
  text.value = "";
  compared.value = "";
  suite.value = "";
  for (const box of boxes) box.checked = true;
  for (const box of depths) box.checked = box.value === "class";
  update();
}

/** Scrolls to a case, below the names of the columns. */
function goTo(target: HTMLElement): void {
  const heights = all("#matrix .head, .top").map(({ offsetHeight }) => offsetHeight);
  const margin = heights.reduce((sum, each) => sum + each, 8);
  const topOf = (each: Element): number => each.getBoundingClientRect().top + scrollY - margin;
  scrollTo(0, topOf(target.closest(".row") ?? target));
  if (target.getBoundingClientRect().bottom > innerHeight) scrollTo(0, topOf(target));
  focusOn(target);
}

function reveal(): void {
  const id = idInAddress();
  const isCase = id.startsWith("case=");
  if (isCase && !at(id)) makeAround(id, all(".leaf, .inside, .lazy"));
  const target = at(id);
  if (!target) {
    if (isCase)
      at("filter-count")?.replaceChildren(`no group on this page has ${id.slice(5, 165)}`);
    return;
  }
  if (target.closest("[hidden]")) reset();
  openFolds(target);
  if (isCase) goTo(target);
  else target.scrollIntoView();
}

/** Makes the elements of a fold, but not those of folds within it. */
function makeOwn(fold: HTMLElement): void {
  for (const kept of all("noscript", fold))
    if (kept.parentElement?.closest("details") === fold && kept.parentElement)
      makeElements(kept.parentElement);
}

addEventListener(
  "toggle",
  ({ target }) => {
    const fold = target as HTMLDetailsElement;
    if (!fold.open) return;
    if (fold.matches(".row, .suite, .clause")) makeOwn(fold);
    addCopyButtons(all(".again code, .responses code", fold));
    if (!fold.matches(".row")) return;
    markDifferences(chosenReference());
    const link = fold.querySelector("[id^='case=']");
    const here = at(idInAddress());
    if (link && !(here && fold.contains(here))) putIntoAddress(link.id);
  },
  true,
);
addEventListener("click", (event) => {
  const cell = (event.target as Element).closest<HTMLElement>("[data-pair], [data-suite]");
  if (!cell) return;
  event.preventDefault();
  const { pair, suite: wanted = "" } = cell.dataset;
  if (pair) {
    const two = numbersIn(pair);
    for (const box of boxes) {
      box.disabled = false;
      box.checked = two.includes(Number(box.value));
    }
  } else suite.value = wanted;
  update();
  keep();
  form.scrollIntoView();
});
listenForCopies();
listenForArrows(names);
// A word that is typed is one step back, not one for each letter.
let typing = false;
form.addEventListener("input", ({ target }) => {
  update();
  keep(typing);
  typing = target === text;
});
form.addEventListener("change", () => (typing = false));
addEventListener("popstate", restore);
listenForKeys(".row");
prepareTables();
form.addEventListener("submit", (event) => event.preventDefault());
form.hidden = false;
prepareGrids(names);
// A browser may keep what was chosen before; the address says what a link is about.
if (location.search) restore();
else update();
addEventListener("hashchange", reveal);
// The browser scrolls to the anchor when everything is loaded; readers start at the row.
if (location.hash) {
  reveal();
  addEventListener("load", () => setTimeout(reveal));
}
