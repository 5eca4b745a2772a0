import { copyScript } from "./copy-script.ts";

/**
 * The page's only script. The cases of a suite are one text in the page, so that it opens fast: they become elements when
 * their fold is opened, a link points to one of them, or the filter looks for them. Links open the folds they point into, and
 * an opened case shows the shared lines in place. Without the script, everything is there from the start.
 */
export const runScript = `(() => {
  document.documentElement.classList.add("scripted");
  ${copyScript}
  const at = (id) => document.getElementById(id);
  const text = at("filter-text"), notable = at("filter-notable"), shown = at("filter-count");
  const folds = [...document.querySelectorAll("details.suite")];
  const kept = (fold) => fold.querySelector("noscript");
  const make = (fold) => {
    const text = kept(fold);
    if (!text) return;
    const made = document.createElement("template");
    made.innerHTML = text.textContent;
    text.replaceWith(made.content);
  };
  let suites;
  const read = () => [...document.querySelectorAll("details.suite")].map((fold) => ({
    fold,
    rows: [...fold.querySelectorAll(".cases > details")].map((row) => ({
      row,
      words: (row.lastElementChild.id + " " + row.firstElementChild.textContent).toLowerCase(),
      notable: row.classList.contains("notable"),
    })),
  }));
  const filter = () => {
    folds.forEach(make);
    suites ??= read();
    const words = text.value.toLowerCase().split(/\\s+/).filter(Boolean);
    const active = words.length > 0 || notable.checked;
    let total = 0;
    for (const { fold, rows } of suites) {
      let some = 0;
      for (const { row, words: has, notable: stands } of rows) {
        const match = (!notable.checked || stands) && words.every((word) => has.includes(word));
        row.hidden = !match;
        if (match) some += 1;
      }
      total += some;
      fold.hidden = active && some === 0;
      if (active) fold.open = some > 0 && some <= 60;
    }
    shown.textContent = active ? total + (total === 1 ? " case" : " cases") : "";
  };
  const usual = new Map();
  for (const list of document.querySelectorAll("#shared ol"))
    [...list.children].forEach((line, index) => usual.set(list.start + index, line));
  const whole = (row) => {
    if (row.dataset.whole) return;
    row.dataset.whole = "yes";
    for (const mark of row.querySelectorAll("pre > i:not(.u)")) {
      const [from, to = from] = mark.textContent.match(/\\d+/g).map(Number);
      const lines = [];
      for (let n = from; n <= to; n += 1)
        lines.push(n > from ? "\\n" : "", ...usual.get(n).cloneNode(true).childNodes);
      mark.replaceChildren(...lines);
    }
    const commands = row.querySelectorAll("div > code, div > .more > code");
    for (const { firstChild: line } of commands)
      if (/^(echo \\S+ \\| base64 -d \\| )?post /.test(line.data)) {
        line.data = line.data.replace("post", () => at("before").textContent);
        line.parentNode.append(at("after").textContent);
      } else line.data = line.data.replace(" $RUN ", () => " " + at("run").textContent + " ");
    copyable(commands);
  };
  const reveal = () => {
    let id = location.hash.slice(1);
    try { id = decodeURIComponent(id); } catch { /* as it stands */ }
    if (!at(id) && id.startsWith("case=")) {
      folds.filter((fold) => kept(fold)?.textContent.includes('id="' + id + '"')).forEach(make);
      if (!at(id)) folds.forEach(make);
    }
    const target = at(id);
    if (!target) return;
    if (target.closest("[hidden]")) { text.value = ""; notable.checked = false; filter(); }
    for (let up = target; up; up = up.parentElement) if (up.tagName === "DETAILS") up.open = true;
    target.scrollIntoView();
    if (!id.startsWith("case=")) return;
    target.tabIndex = -1;
    target.focus({ preventScroll: true });
  };
  addEventListener("toggle", ({ target }) => {
    if (target.open && target.classList.contains("suite")) make(target);
    if (!target.open || !target.parentElement.classList.contains("cases")) return;
    whole(target);
    const id = target.lastElementChild.id.replace(/[^\\w.~/=-]/gu, encodeURIComponent);
    try { history.replaceState(null, "", "#" + id); } catch { /* the address stays */ }
  }, true);
  if (text) {
    text.addEventListener("input", filter);
    notable.addEventListener("change", filter);
    at("filter").addEventListener("submit", (event) => event.preventDefault());
    at("filter").hidden = false;
  }
  addEventListener("hashchange", reveal);
  if (location.hash) reveal();
})();`;

/** SHA-256 of the script, which the page's policy allows; a test checks that both match. */
export const runScriptHash = "sha256-EqUEaLP2VMY0MydsHBTh9sfd/ANLYzhXvnfIhUClt7Q=";
