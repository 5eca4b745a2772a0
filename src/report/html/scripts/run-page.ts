import { listenForKeys } from "./keys.ts";
import {
  putState,
  stateOf,
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

/**
 * The script of a run's page. The cases of a suite are one text in the page, so that it opens fast: they become elements when
 * their fold is opened, a link points to one of them, or the filter looks for them. Links open the folds they point into, and
 * an opened case shows the shared lines in place. Without the script, everything is there from the start.
 */
document.documentElement.classList.add("scripted");
listenForCopies();

const text = at("filter-text") as HTMLInputElement | null;
const notable = at("filter-notable") as HTMLInputElement | null;
const classes = all<HTMLButtonElement>("#filter-classes button");
const folds = all<HTMLDetailsElement>("details.suite");

const readSuites = () =>
  folds.map((fold) => ({
    fold,
    rows: all(".cases > details", fold).map((row) => ({
      row,
      words: `${row.lastElementChild?.id} ${row.firstElementChild?.textContent}`.toLowerCase(),
      notable: row.classList.contains("notable"),
      marks: new Set(all("b[class]", row.firstElementChild ?? row).map((each) => each.className)),
    })),
  }));
let suites: ReturnType<typeof readSuites> | undefined;

function filter(): void {
  folds.forEach(makeElements);
  suites ??= readSuites();
  const words = (text?.value ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  const onlyNotable = notable?.checked === true;
  const marks = classes.filter(isPressed).map(({ value }) => value);
  const active = words.length > 0 || onlyNotable || marks.length > 0;
  let total = 0;
  for (const { fold, rows } of suites) {
    let some = 0;
    for (const each of rows) {
      const match =
        (!onlyNotable || each.notable) &&
        (marks.length === 0 || marks.some((mark) => each.marks.has(mark))) &&
        words.every((word) => each.words.includes(word));
      each.row.hidden = !match;
      if (match) some += 1;
    }
    total += some;
    fold.hidden = active && some === 0;
    if (active) fold.open = some > 0 && some <= 60;
  }
  const shown = at("filter-count");
  if (shown) shown.textContent = active ? `${total}${total === 1 ? " case" : " cases"}` : "";
}

const isPressed = (button: Element): boolean => button.getAttribute("aria-pressed") === "true";
const press = (button: Element, pressed: boolean): void =>
  button.setAttribute("aria-pressed", String(pressed));

/** Puts the filter into the address. */
function keep(replace = false): void {
  const chosen = classes.filter(isPressed).map(({ value }) => value);
  const remarkable = notable?.checked === true ? "1" : "";
  putState({ filter: text?.value ?? "", class: chosen.join(" "), remarkable }, replace);
}

/** Takes the filter from the address, or from the words given instead. */
function restore(from: (name: string) => string = stateOf): void {
  if (text) text.value = from("filter");
  if (notable) notable.checked = from("remarkable") === "1";
  const chosen = from("class").split(" ");
  for (const button of classes) press(button, chosen.includes(button.value));
  filter();
}

const usualLines = new Map<number, Element>();
for (const list of all<HTMLOListElement>("#shared ol"))
  for (const [index, line] of [...list.children].entries())
    usualLines.set(list.start + index, line);

/** Puts the shared lines and the beginnings of commands into a case. */
function complete(row: HTMLElement): void {
  if (row.dataset["whole"]) return;
  row.dataset["whole"] = "yes";
  for (const mark of all("pre > i:not(.u)", row)) {
    const [from = 0, to = from] = (mark.textContent.match(/\d+/g) ?? []).map(Number);
    const lines: (Node | string)[] = [];
    for (let nth = from; nth <= to; nth += 1)
      lines.push(
        nth > from ? "\n" : "",
        ...(usualLines.get(nth)?.cloneNode(true).childNodes ?? []),
      );
    mark.replaceChildren(...lines);
  }
  const commands = all("div > code, div > .more > code", row);
  for (const command of commands) completeCommand(command);
  addCopyButtons(commands);
}

function completeCommand(command: HTMLElement): void {
  const line = command.firstChild as Text;
  const shared = (id: string): string => at(id)?.textContent ?? "";
  if (/^(echo \S+ \| base64 -d \| )?post /.test(line.data)) {
    line.data = line.data.replace("post", () => shared("before"));
    command.append(shared("after"));
  } else line.data = line.data.replace(" $RUN ", () => ` ${shared("run")} `);
}

function reveal(): void {
  const id = idInAddress();
  if (!at(id) && id.startsWith("case=")) makeAround(id, folds);
  const target = at(id);
  if (!target) return;
  if (target.closest("[hidden]")) {
    restore(() => "");
  }
  openFolds(target);
  target.scrollIntoView();
  if (id.startsWith("case=")) focusOn(target);
}

addEventListener(
  "toggle",
  ({ target }) => {
    const fold = target as HTMLDetailsElement;
    if (fold.open && fold.classList.contains("suite")) makeElements(fold);
    if (!fold.open || !fold.parentElement?.classList.contains("cases")) return;
    complete(fold);
    putIntoAddress(fold.lastElementChild?.id ?? "");
  },
  true,
);
const form = at("filter");
if (form) {
  // A word that is typed is one step back, not one for each letter.
  let typing = false;
  form.addEventListener("input", ({ target }) => {
    filter();
    keep(typing);
    typing = target === text;
  });
  form.addEventListener("change", () => (typing = false));
  for (const button of classes)
    button.addEventListener("click", () => {
      press(button, !isPressed(button));
      filter();
      keep();
    });
  form.addEventListener("submit", (event) => event.preventDefault());
  form.hidden = false;
  addEventListener("popstate", () => restore());
  if (location.search) restore();
}
listenForKeys("details.suite, .cases > details");
addEventListener("hashchange", reveal);
if (location.hash) reveal();
