/**
 * The page's only script, there for comfort: links open the folds they point into, and the cases
 * can be filtered. Without it everything is still there.
 */
export const script = `(() => {
  const at = (id) => document.getElementById(id);
  const text = at("filter-text"), notable = at("filter-notable"), shown = at("filter-count");
  const suites = [...document.querySelectorAll("details.suite")].map((fold) => ({
    fold,
    rows: [...fold.querySelectorAll("details.case")].map((row) => ({
      item: row.parentElement,
      words: (row.querySelector(".origin .id").textContent + " " + row.firstElementChild.textContent).toLowerCase(),
      notable: row.classList.contains("notable"),
    })),
  }));
  const filter = () => {
    const words = text.value.toLowerCase().split(/\\s+/).filter(Boolean);
    const active = words.length > 0 || notable.checked;
    let total = 0;
    for (const { fold, rows } of suites) {
      let some = 0;
      for (const row of rows) {
        const match = (!notable.checked || row.notable) && words.every((word) => row.words.includes(word));
        row.item.hidden = !match;
        if (match) some += 1;
      }
      total += some;
      fold.hidden = active && some === 0;
      if (active) fold.open = some > 0 && some <= 60;
    }
    shown.textContent = active ? total + (total === 1 ? " case" : " cases") : "";
  };
  const reveal = () => {
    let id = location.hash.slice(1);
    try { id = decodeURIComponent(id); } catch { /* as it stands */ }
    const target = at(id);
    if (!target) return;
    if (target.closest("[hidden]")) { text.value = ""; notable.checked = false; filter(); }
    for (let up = target; up; up = up.parentElement) if (up.tagName === "DETAILS") up.open = true;
    target.scrollIntoView();
  };
  text.addEventListener("input", filter);
  notable.addEventListener("change", filter);
  at("filter").addEventListener("submit", (event) => event.preventDefault());
  at("filter").hidden = false;
  addEventListener("hashchange", reveal);
  if (location.hash) reveal();
})();`;

/** SHA-256 of the script, by which the page's policy lets it run; a test keeps the two together. */
export const scriptHash = "sha256-qI/T+mxITG1TMJlkmNm4wVcbbBh+ZZPIFZ27br9ziVU=";
