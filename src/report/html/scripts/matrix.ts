import type { MatrixDepth, RowGroup } from "./grouping.ts";
import { groupLeaves, matchOf, differenceText, MOST_CELLS, MOST_OPEN, wordAt } from "./grouping.ts";
import { all, at, makeElements } from "./shared.ts";

/** Groups the cases of the matrix again, for a depth of equality and the chosen targets, and filters its rows. */
export const wholeText = (value: number): string => value.toLocaleString("en");

/** Numbers that an attribute lists. */
export const numbersIn = (words: string | undefined): number[] =>
  words ? words.split(" ").map(Number) : [];

function make(tag: string, name: string, words?: string): HTMLElement {
  const made = document.createElement(tag);
  if (name) made.className = name;
  if (words !== undefined) made.textContent = words;
  return made;
}

const readOutcomes = () =>
  all("#outcomes li").map((each) => {
    const group = each.dataset["c"] ?? "";
    const accepted = group === "2xx" ? "2xx" : "not 2xx";
    return { exact: each.textContent, class: group, accepted, mark: each.className };
  });

const readLeaves = () =>
  all(".leaf")
    .map((part) => ({
      part,
      number: Number(part.dataset["g"]),
      size: Number(part.dataset["n"]),
      kinds: numbersIn(part.dataset["v"]),
      suites: numbersIn(part.dataset["s"]),
      name: part.dataset["name"] ?? "",
      example: part.dataset["e"] === "1",
    }))
    .sort((a, b) => a.number - b.number);

type CaseSet = ReturnType<typeof readLeaves>[number];
const joinedNames = new Map(all("#group-names li").map((each) => [each.dataset["k"], each]));
/** The leaves of the page, read before the first change of it. */
let read: { leaves: CaseSet[]; outcomes: ReturnType<typeof readOutcomes> } | undefined;
let rows: ReturnType<typeof readRows> | undefined;

const equalWords: Record<MatrixDepth, string> = {
  accepted: "alike in whether 2xx comes back",
  class: "with the same class",
  exact: "with the same exact response",
};

/** Moves the leaves into new rows; returns how many cases each target alone responds differently to. */
export function regroup(
  names: readonly string[],
  chosen: readonly number[],
  depth: MatrixDepth,
): Map<number, number> {
  read ??= { leaves: readLeaves(), outcomes: readOutcomes() };
  const { groups, alike, alone } = groupLeaves(read.leaves, read.outcomes, chosen, depth);
  const made = groups.map((group) => rowOf(group, names, chosen, depth));
  for (const old of all("#matrix > .row, #matrix > .rest, #overload, #alike-by-class"))
    if (old.matches("#matrix > *")) old.remove();
    else old.hidden = true;
  const matrix = at("matrix");
  matrix?.append(...made.slice(0, MOST_OPEN));
  if (made.length > MOST_OPEN) matrix?.append(foldOf(made.slice(MOST_OPEN)));
  if (alike) {
    const rest = make("div", "");
    rest.hidden = true;
    rest.append(...alike.leaves.map(({ part }) => part));
    matrix?.append(rest);
  }
  rows = undefined;
  const differ = groups.reduce((sum, { size }) => sum + size, 0);
  const of = Number(matrix?.dataset["of"]);
  const every = names.length === 2 ? "Both" : `All ${names.length}`;
  const who = chosen.length === names.length ? every : `These ${chosen.length}`;
  const unlike = `${wholeText(differ)} differ, in ${wholeText(groups.length)}${groups.length === 1 ? " group." : " groups."}`;
  const sentence = `${who} respond to ${wholeText(of - differ)} of ${wholeText(of)} cases ${equalWords[depth]}; ${unlike}`;
  at("alike")?.replaceChildren(sentence);
  return alone;
}

/** Pales the cells that respond as the reference does, and counts for each target the cases in which it responds otherwise. */
export function showReference(
  reference: number | undefined,
  names: readonly string[],
  chosen: readonly number[],
  depth: MatrixDepth,
): void {
  for (const row of all(".row .cells")) {
    const cells = [...row.children];
    const wordOf = (cell?: Element): string =>
      [...(cell?.childNodes ?? [])]
        .slice(1)
        .map(({ textContent }) => textContent)
        .join("");
    const own = reference === undefined ? undefined : wordOf(cells[reference]);
    for (const [target, cell] of cells.entries())
      cell.classList.toggle("same", target !== reference && wordOf(cell) === own);
  }
  const said = at("differ-from");
  if (!said) return;
  said.hidden = reference === undefined;
  if (reference === undefined) return;
  read ??= { leaves: readLeaves(), outcomes: readOutcomes() };
  const { leaves, outcomes } = read;
  const counts = chosen.flatMap((target) => {
    const unlike = leaves.filter(
      (leaf) => wordAt(outcomes, leaf, target, depth) !== wordAt(outcomes, leaf, reference, depth),
    );
    const cases = unlike.reduce((sum, { size }) => sum + size, 0);
    return target === reference ? [] : [`${names[target]} in ${wholeText(cases)}`];
  });
  said.textContent = `Differ from ${names[reference]}: ${counts.join(", ")} of ${wholeText(Number(at("matrix")?.dataset["of"]))} cases.`;
}

function foldOf(rest: readonly HTMLElement[]): HTMLElement {
  const fold = make("details", "rest");
  fold.append(make("summary", "", `${wholeText(rest.length)} more`), ...rest);
  return fold;
}

function nameOf(parts: readonly CaseSet[]): { name: string; example: boolean } {
  const key = parts.map(({ number }) => number).join(" ");
  const found = joinedNames.get(key);
  if (found) return { name: found.textContent, example: found.className === "example" };
  const { name = "", example = false } = parts[0] ?? {};
  return { name, example: example || parts.some((each) => each.name !== name) };
}

function rowOf(
  group: RowGroup<CaseSet>,
  names: readonly string[],
  chosen: readonly number[],
  depth: MatrixDepth,
) {
  const { leaves, size } = group;
  const { name, example } = nameOf(leaves);
  const what = make("span", "what");
  const chosenNames = chosen.map((target) => names[target] ?? "");
  what.append(make("strong", "", `${differenceText(group.words, chosenNames)}: `));
  if (example) what.append(make("em", "", "for example "));
  const suite = at("filter-suite") as HTMLSelectElement;
  const suites = [...new Set(leaves.flatMap((leaf) => leaf.suites))];
  const parts = suites.map((each) => suite.options[each + 1]?.text ?? "");
  if (leaves.length > 1) parts.unshift(`${wholeText(leaves.length)} sets of exact responses`);
  const under = make("small", "");
  for (const [nth, part] of parts.entries())
    under.append(
      nth > 0 ? " " : "",
      make("span", "whole", nth < parts.length - 1 ? `${part} ·` : part),
    );
  what.append(name, " ", under);
  const cases = make("span", "size", `${wholeText(size)} `);
  cases.append(make("i", "", size === 1 ? "case" : "cases"));
  const cells =
    names.length > MOST_CELLS ? mixOf(leaves, chosen, depth) : cellsOf(leaves, names, depth);
  const summary = make("summary", "");
  summary.append(what, cases, cells);
  const inside = make("div", "inside");
  inside.append(...leaves.map(({ part }) => part));
  const row = make("details", "row");
  row.append(summary, inside);
  return row;
}

/** The response of a target, and the class name of its colour. */
function responseOf(
  leaf: CaseSet,
  target: number,
  depth: MatrixDepth,
): { word: string; mark: string } {
  const outcomes = read?.outcomes ?? [];
  const outcome = outcomes[leaf.kinds[target] ?? 0];
  const isRefused = depth === "accepted" && outcome?.class !== "2xx";
  return {
    word: wordAt(outcomes, leaf, target, depth),
    mark: isRefused ? "kn" : (outcome?.mark ?? ""),
  };
}

function cellsOf(
  [leaf]: readonly CaseSet[],
  names: readonly string[],
  depth: MatrixDepth,
): HTMLElement {
  const cells = make("span", "cells");
  for (const [target, name] of names.entries()) {
    if (!leaf) continue;
    const { word, mark } = responseOf(leaf, target, depth);
    const cell = make("b", mark);
    cell.append(make("i", "", `${name} `), word);
    cells.append(cell);
  }
  return cells;
}

function mixOf(
  [leaf]: readonly CaseSet[],
  chosen: readonly number[],
  depth: MatrixDepth,
): HTMLElement {
  const counts = new Map<string, { mark: string; count: number }>();
  for (const target of chosen) {
    if (!leaf) continue;
    const { word, mark } = responseOf(leaf, target, depth);
    counts.set(word, { mark, count: (counts.get(word)?.count ?? 0) + 1 });
  }
  const [mix, bar, words] = [make("span", "mix"), make("span", "bar"), make("span", "counts")];
  bar.setAttribute("aria-hidden", "true");
  const sorted = [...counts].sort(([, a], [, b]) => b.count - a.count);
  for (const [nth, [word, { mark, count }]] of sorted.entries()) {
    const part = make("span", mark);
    part.style.flexGrow = String(count);
    bar.append(part);
    words.append(
      make("span", "whole", `${word} ×${count}${nth < sorted.length - 1 ? " ·" : ""}`),
      " ",
    );
  }
  mix.append(bar, words);
  return mix;
}

const readRows = () => {
  for (const id of ["matrix", "overload", "alike-by-class"]) {
    const part = at(id);
    if (part) makeElements(part);
  }
  return readMadeRows();
};

const readMadeRows = () =>
  all("#matrix .row, #overload > .row, #alike-by-class:not([hidden]) .row").map((row) => {
    const parts = all(".leaf", row);
    const ids = parts.flatMap((part) => all("[id^='case=']", part).map(({ id }) => id.slice(5)));
    const summary = row.firstElementChild?.cloneNode(true) as Element;
    for (const each of all("b > i:first-child, .size i, em", summary)) each.remove();
    const inside = parts.map((part) =>
      [part.querySelector(".clearest span"), ...all(".who .chip", part)]
        .map((each) => each?.textContent)
        .join(" "),
    );
    const suites = new Set(parts.flatMap((part) => numbersIn(part.dataset["s"])));
    const own = summary.textContent.toLowerCase();
    return { row, suites, own, inside: inside.join(" ").toLowerCase(), ids };
  });

/** Shows the rows that have these words and a case of this suite (all if ""); `active` if anything is chosen on the page. */
export function filterRows(text: string, suite: string, active: boolean): void {
  if (!rows && !active && !read) return;
  rows ??= readRows();
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const each of rows) {
    const { row, suites } = each;
    for (const old of all(".hit", row)) old.remove();
    const match = suite === "" || suites.has(Number(suite)) ? matchOf(each, words) : undefined;
    if (match) row.querySelector(".what")?.append(make("small", "hit", match));
    row.hidden = match === undefined;
    if (match !== undefined) count += 1;
  }
  const groups = `${wholeText(count)} of ${wholeText(rows.length)}${rows.length === 1 ? " group" : " groups"}`;
  at("filter-count")?.replaceChildren(active ? groups : "");
  for (const each of all<HTMLDetailsElement>("#matrix > .rest")) {
    each.hidden = all(".row:not([hidden])", each).length === 0;
    if (active) each.open = !each.hidden;
  }
  const fold = at("alike-by-class") as HTMLDetailsElement | null;
  const isFound = fold?.querySelector(".row:not([hidden])") !== null;
  if (fold && active) fold.open = isFound && (words.length > 0 || suite !== "");
  const nothing = at("nothing");
  if (!nothing) return;
  nothing.hidden = count > 0 || rows.length === 0;
  nothing.textContent = `No group matches these words${suite === "" ? "." : " in this suite."}`;
}
