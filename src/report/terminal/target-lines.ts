import type { Integrity, Summary } from "../../model/index.ts";
import { type Screen, widthOf } from "./screen-text.ts";
import { counted, whole } from "../../text/index.ts";
import { type Life, startText, STATED_WORDS } from "../run-words.ts";

export function recordLines(record: Integrity | undefined, screen: Screen, target = ""): string[] {
  if (record === undefined) return [];
  const of = target === "" ? "" : `${target}: `;
  const mark = record.state === "unchecked" ? "note" : screen.paint("red", record.state);
  return [`${mark}  ${of}${record.text}`, ""];
}

/** Why a run is not complete, for the end of a line; empty if it is. */
export function incompleteText({ complete, end, record }: Summary): string {
  if (complete) return "";
  return record?.state === "damaged" ? "the record is damaged" : `incomplete: ${end}`;
}

/** How long it took a served target to respond after each start. */
export function startLine(life: Life): string[] {
  const text = startText(life);
  return text === "" ? [] : [text];
}

const MOST_DEATHS = 6;

/**
 * The cases that ended a served target, made it hang or made its memory grow: at the very top. `name` is given if there
 * are several targets.
 */
export function deathLines(
  { deaths = [], growths = [] }: Life,
  screen: Screen,
  name = "",
): string[] {
  if (deaths.length + growths.length === 0) return [];
  const of = name === "" ? "" : `${name}: `;
  const further = deaths.slice(MOST_DEATHS).flatMap(({ cases }) => cases.at(-1) ?? []);
  const left = deaths.length - MOST_DEATHS;
  const named = further.length === 0 ? "" : `: ${further.join(", ")}`;
  const marked = (colour: "red" | "yellow", text: string): string[] =>
    screen
      .hang("  ", of + text)
      .map((line, at) =>
        at === 0 ? `${screen.paint(colour, colour === "red" ? "✗" : "!")} ${line.slice(2)}` : line,
      );
  const below = (text: string): string[] => screen.hang("    ", text);
  return [
    ...deaths
      .slice(0, MOST_DEATHS)
      .flatMap(({ text, reason, count, cases }) => [
        ...marked("red", text),
        ...(reason === undefined ? [] : below(`${cases.at(-1) ?? ""}: ${reason}`)),
        ...(count > 1 ? [screen.dim(`    ${counted(count, "time")} in this run`)] : []),
      ]),
    ...(left > 0 ? marked("red", `${counted(left, "further death")}, in the report${named}`) : []),
    ...growths.flatMap(({ text, reason, case: id }) => [
      ...marked("yellow", text),
      ...below(`${id}: ${reason}`),
    ]),
    "",
  ];
}

const MOST_SHOWN = 8;
const LABEL = "stated by the specification";

/** The verdict in a word or two, with its colour. */
export function statedLines({ accepts, stated }: Summary, screen: Screen, of = ""): string[] {
  const [word, colour] = STATED_WORDS[accepts];
  const head = `${screen.bold(LABEL)}   ${of}${screen.paint(colour, word)}`;
  const columns = widthOf(`${LABEL}   ${of}${word}: `);
  return [
    ...(columns + widthOf(stated.text) <= screen.width
      ? [`${head}: ${stated.text}`]
      : [head, ...screen.hang("  ", stated.text)]),
    ...breachLines(stated, screen),
  ];
}

/**
 * The verdict after the results of a load or an exploration: if a document states responses, or if it is the reason for
 * the exit code.
 */
export function statedAfter(summary: Summary, screen: Screen, of?: string): string[] {
  const { accepts, ledger } = summary;
  const isDocumented = ledger.some(({ id }) => id.startsWith("documented-"));
  const isReason = accepts === "not-held" || accepts === "not-judged" || accepts === "not-shown";
  return isReason || isDocumented ? [...statedLines(summary, screen, of), ""] : [];
}

function breachLines({ breaches = [] }: Summary["stated"], screen: Screen): string[] {
  const left = breaches.length - MOST_SHOWN;
  return [
    ...breaches
      .slice(0, MOST_SHOWN)
      .flatMap(({ clause, at, expected, observed, count, case: id }) => [
        `  ${screen.paint("red", "✗")} ${at ?? clause}`,
        ...screen.hang(
          "    ",
          `expected ${expected}, observed ${observed} (${counted(count, "response")}, first ${id})`,
        ),
      ]),
    ...(left > 0 ? [`  … and ${whole(left)} more`] : []),
  ];
}
