import { MOST_CELLS } from "./matrix-row.tsx";

/**
 * The part of the page's script that groups cases again, for a depth of equality and the chosen
 * targets: sets of equal exact responses (leaves) are moved into rows.
 */
export const groupingScript = `
  const whole = (value) => value.toLocaleString("en");
  const make = (tag, name, words) => {
    const made = document.createElement(tag);
    if (name) made.className = name;
    if (words !== undefined) made.textContent = words;
    return made;
  };
  let leaves, outcomes, known, rows, groups, alone;
  const names = boxes.map((box) => box.parentElement.textContent.trim());
  const readLeaves = () => {
    outcomes = [...document.querySelectorAll("#outcomes li")].map((each) => ({
      exact: each.textContent, class: each.dataset.c, mark: each.className,
      accepted: each.dataset.c === "2xx" ? "2xx" : "not 2xx",
    }));
    known = new Map([...document.querySelectorAll("#group-names li")].map((each) => [each.dataset.k, each]));
    leaves = [...document.querySelectorAll(".leaf")].map((part) => ({
      part, number: Number(part.dataset.g), size: Number(part.dataset.n), kinds: numbers(part.dataset.v),
      suites: numbers(part.dataset.s), name: part.dataset.name, example: part.dataset.e === "1",
    })).sort((a, b) => a.number - b.number);
  };
  const wordAt = (kind, depth) => outcomes[kind][depth];
  const regroup = (chosen, depth) => {
    if (!leaves) readLeaves();
    const sets = new Map();
    alone = new Map();
    for (const leaf of leaves) {
      const words = chosen.map((target) => wordAt(leaf.kinds[target], depth));
      const key = new Set(words).size < 2 ? "" : words.join("\\n");
      if (!sets.has(key)) sets.set(key, { words, leaves: [], size: 0 });
      const set = sets.get(key);
      set.leaves.push(leaf);
      set.size += leaf.size;
    }
    const alike = sets.get("");
    sets.delete("");
    groups = [...sets.values()];
    for (const group of groups) {
      const classes = new Set(chosen.map((target) => wordAt(group.leaves[0].kinds[target], depth === "accepted" ? "accepted" : "class")));
      group.weight = group.size * classes.size;
      for (const word of new Set(group.words))
        if (group.words.indexOf(word) === group.words.lastIndexOf(word) && new Set(group.words).size === 2) {
          const target = chosen[group.words.indexOf(word)];
          alone.set(target, (alone.get(target) || 0) + group.size);
        }
    }
    groups.sort((a, b) => b.weight - a.weight);
    const made = groups.map((group) => rowOf(group, chosen, depth));
    for (const old of document.querySelectorAll("#matrix > .row, #overload, #alike-by-class"))
      if (old.matches("#matrix > .row")) old.remove(); else old.hidden = true;
    matrix.append(...made);
    if (alike) {
      const rest = make("div");
      rest.hidden = true;
      rest.append(...alike.leaves.map((leaf) => leaf.part));
      matrix.append(rest);
    }
    rows = undefined;
    const differ = groups.reduce((sum, { size }) => sum + size, 0);
    const of = Number(matrix.dataset.of);
    at("alike").textContent = (chosen.length === 2 && boxes.length === 2 ? "Both" : chosen.length === boxes.length ? "All " + chosen.length : "These " + chosen.length) +
      " respond to " + whole(of - differ) + " of " + whole(of) + " cases " +
      { accepted: "alike in whether 2xx comes back", class: "with the same class", exact: "with the same exact response" }[depth] +
      "; " + whole(differ) + " differ, in " + whole(groups.length) + (groups.length === 1 ? " group." : " groups.");
  };
  const aloneOf = (target) => alone.get(target) || 0;
  const nameOf = ({ leaves: parts }) => {
    const found = known.get(parts.map(({ number }) => number).join(" "));
    if (found) return { name: found.textContent, example: found.className === "example" };
    const [first] = parts;
    return { name: first.name, example: first.example || parts.some(({ name }) => name !== first.name) };
  };
  const rowOf = (group, chosen, depth) => {
    const row = make("details", "row"), summary = make("summary"), what = make("span", "what");
    const { name, example } = nameOf(group);
    if (example) what.append(make("em", "", "for example "));
    what.append(name);
    const counted = new Map();
    for (const leaf of group.leaves) for (const each of leaf.suites) counted.set(each, (counted.get(each) || 0) + 1);
    const parts = [...counted.keys()].map((each) => suite.options[each + 1].text);
    if (group.leaves.length > 1) parts.unshift(whole(group.leaves.length) + " sets of exact responses");
    const under = make("small");
    parts.forEach((part, at) => under.append(at > 0 ? " " : "", make("span", "whole", at < parts.length - 1 ? part + " ·" : part)));
    what.append(under);
    const size = make("span", "size", whole(group.size) + " ");
    size.append(make("i", "", group.size === 1 ? "case" : "cases"));
    summary.append(what, size, boxes.length > ${MOST_CELLS} ? mixOf(group, chosen, depth) : cellsOf(group, chosen, depth));
    const inside = make("div", "inside");
    inside.append(...group.leaves.map((leaf) => leaf.part));
    row.append(summary, inside);
    return row;
  };
  const markOf = (kind, depth) => depth === "accepted" && outcomes[kind].class !== "2xx" ? "kn" : outcomes[kind].mark;
  const cellsOf = ({ leaves: [leaf] }, chosen, depth) => {
    const cells = make("span", "cells");
    for (const [target, kind] of leaf.kinds.entries()) {
      const cell = make("b", markOf(kind, depth));
      cell.append(make("i", "", names[target] + " "), wordAt(kind, depth));
      cells.append(cell);
    }
    return cells;
  };
  const mixOf = ({ leaves: [leaf] }, chosen, depth) => {
    const counts = new Map();
    for (const target of chosen) {
      const kind = leaf.kinds[target], word = wordAt(kind, depth);
      counts.set(word, { mark: markOf(kind, depth), count: (counts.get(word)?.count || 0) + 1 });
    }
    const mix = make("span", "mix"), bar = make("span", "bar");
    bar.setAttribute("aria-hidden", "true");
    const sorted = [...counts].sort(([, a], [, b]) => b.count - a.count);
    for (const [, { mark, count }] of sorted) {
      const part = make("span", mark);
      part.style.flexGrow = count;
      bar.append(part);
    }
    const counted = make("span", "counts");
    for (const [at, [word, { count }]] of sorted.entries()) counted.append(make("span", "whole", word + " ×" + count + (at < sorted.length - 1 ? " ·" : "")), " ");
    mix.append(bar, counted);
    return mix;
  };
  const readRows = () => {
    rows = [...document.querySelectorAll("#matrix > .row, #overload > .row, #alike-by-class:not([hidden]) .row")].map((row) => {
      const parts = [...row.querySelectorAll(".leaf")];
      const ids = parts.flatMap((part) => [...part.querySelectorAll("[id^='case=']")].map((each) => each.id.slice(5)));
      const summary = row.firstElementChild.cloneNode(true);
      for (const each of summary.querySelectorAll("b > i:first-child, .size i, em")) each.remove();
      const words = summary.textContent.toLowerCase();
      const inside = parts.map((part) => part.querySelector(".clearest span").textContent + " " + [...part.querySelectorAll(".who .chip")].map((each) => each.textContent).join(" "));
      return { row, ids, words, inside: inside.join(" ").toLowerCase(), suites: new Set(parts.flatMap((part) => numbers(part.dataset.s))) };
    });
  };
  const filterRows = () => {
    const active = text.value.trim() !== "" || suite.value !== "" || chosenTargets().length < boxes.length || chosenDepth() !== "class";
    if (!rows) { if (!active && !leaves) { return; } readRows(); }
    const words = text.value.toLowerCase().split(/\\s+/).filter(Boolean);
    let count = 0;
    for (const { row, ids, words: has, inside, suites } of rows) {
      for (const old of row.querySelectorAll(".hit")) old.remove();
      const inSuite = suite.value === "" || suites.has(Number(suite.value));
      let match = inSuite && words.every((word) => has.includes(word));
      if (inSuite && !match) {
        const member = ids.find((id) => words.every((word) => (has + " " + id.toLowerCase()).includes(word)));
        match = member !== undefined || words.every((word) => (has + " " + inside).includes(word)) ||
          words.every((word) => (has + " " + inside + " " + ids.join(" ").toLowerCase()).includes(word));
        if (match) row.querySelector(".what").append(make("small", "hit", member ? "matches its case " + member : "matches what is inside"));
      }
      row.hidden = !match;
      if (match) count += 1;
    }
    shown.textContent = active ? whole(count) + " of " + whole(rows.length) + (rows.length === 1 ? " group" : " groups") : "";
    const fold = at("alike-by-class");
    if (fold && active) fold.open = fold.querySelector(".row:not([hidden])") !== null && (words.length > 0 || suite.value !== "");
    const nothing = at("nothing");
    nothing.hidden = count > 0 || rows.length === 0;
    nothing.textContent = "No group matches these words" + (suite.value === "" ? "." : " in this suite.");
  };
`;
